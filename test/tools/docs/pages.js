import { globSync, readFileSync } from 'node:fs';

/** The project's folder. */
export const ROOT = new URL('../../../', import.meta.url);

/** The text of README.md and of each page in docs/, by path. */
export const PAGES = new Map(
  globSync(['README.md', 'docs/*.md'], { cwd: ROOT.pathname })
    .sort()
    .map(path => [path, readFileSync(new URL(path, ROOT), 'utf8')]),
);

/**
 * @param {string} name `errors` for docs/errors.md.
 * @returns {string}
 */
export function page(name) {
  const text = PAGES.get(`docs/${name}.md`);
  if (text === undefined) throw new Error(`docs/${name}.md is missing`);
  return text;
}

/**
 * The body of a chapter: from its heading to the next one of the same level or above.
 *
 * @param {string} text
 * @param {string} heading
 * @returns {string}
 */
export function chapter(text, heading) {
  const lines = text.split('\n');
  const start = lines.findIndex(line => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
  if (start < 0) throw new Error(`there is no chapter "${heading}"`);
  const level = lines[start].indexOf(' ');
  const rest = lines.slice(start + 1);
  const end = rest.findIndex(line => /^#+ /.test(line) && line.indexOf(' ') <= level);
  return rest.slice(0, end < 0 ? undefined : end).join('\n');
}

/**
 * The rows of the first table in a text, without its header.
 *
 * @param {string} text
 * @returns {string[][]} Cells, trimmed.
 */
export function firstTable(text) {
  const lines = text.split('\n');
  const start = lines.findIndex(line => line.startsWith('|'));
  if (start < 0) throw new Error('there is no table');
  const table = lines.slice(start);
  const end = table.findIndex(line => !line.startsWith('|'));
  return table.slice(2, end < 0 ? undefined : end).map(row =>
    row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map(cell => cell.trim()),
  );
}

/**
 * The names in backticks.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function codeSpans(text) {
  return Array.from(text.matchAll(/`([^`]+)`/g), ([, code]) => code);
}
