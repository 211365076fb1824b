/** @import { Chart } from './charts/frame.js' */
/** @import { Content } from './content.js' */
/** @import { Table } from './tables.js' */

/**
 * The report as a page for GitHub, with its charts in `charts/` beside it.
 *
 * @param {Content} content
 * @returns {string}
 */
export function markdownPage({ words, findings, charts, overview, tables, claims, checks, method }) {
  const blocks = [
    `# ${plain(findings.headline)}`,
    plain(findings.lede),
    markdownTable(overview),
    ...charts.map(markdownPicture),
    ...tables.flatMap(table => [`## ${plain(table.title)}`, markdownTable(table)]),
    ...(claims.length === 0
      ? []
      : [
          `## ${plain(words.claims)}`,
          markdownTable({
            title: '',
            headings: ['', 'the article', 'here', 'why'],
            textColumns: 4,
            rows: claims.map(({ topic, claimed, seen, why }) => [topic, claimed, seen.join(' '), why]),
          }),
        ]),
    ...(checks === null ? [] : [`## ${plain(checks.title)}`, checks.lines.map(line => `- ${plain(line)}`).join('\n')]),
    `## ${plain(words.programs)}`,
    method.variants.map(([name, does]) => `- **${plain(name)}**: ${plain(does)}`).join('\n'),
    '## How it was measured',
    method.steps.map(step => `- ${plain(step)}`).join('\n'),
    '## Limits of the figures',
    method.caveats.map(caveat => `- ${plain(caveat)}`).join('\n'),
    '## How to repeat it',
    markdownTable({ title: '', headings: ['', ''], textColumns: 2, rows: method.facts.map(fact => [...fact]) }),
    words.results,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/**
 * A chart that follows the reader's theme and the width of the screen.
 *
 * @param {Chart} chart
 * @returns {string}
 */
export function markdownPicture({ name, title, description }) {
  const source = (/** @type {string} */ media, /** @type {string} */ file) =>
    `  <source media="${media}" srcset="charts/${name}-${file}.svg">`;
  return [
    '<picture>',
    source('(max-width: 600px) and (prefers-color-scheme: dark)', 'narrow-dark'),
    source('(max-width: 600px)', 'narrow-light'),
    source('(prefers-color-scheme: dark)', 'wide-dark'),
    `  <img src="charts/${name}-wide-light.svg" alt="${attribute(`${title}. ${description}`)}">`,
    '</picture>',
  ].join('\n');
}

/**
 * @param {Table} table
 * @returns {string} Without its title.
 */
export function markdownTable({ headings, rows, textColumns }) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [
    line(headings.map(plain)),
    line(headings.map((_, column) => (column < textColumns ? '---' : '---:'))),
    ...rows.map(row => line(row.map(plain))),
  ].join('\n');
}

/**
 * Escapes untrusted text, so that it cannot begin HTML or a link, or end a table cell.
 *
 * @param {string} text
 * @returns {string}
 */
export function plain(text) {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>|~$#&]/g, character => (character === '&' ? '&amp;' : `\\${character}`));
}

/** @param {string} text */
function attribute(text) {
  return text.replace(/\s+/g, ' ').replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);
}
