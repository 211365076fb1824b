import { printable } from '../printable.js';
import { formatInnerArchives } from './inspect-inner.js';
import { describeKind } from './inspect-kind.js';
import { layTree } from './inspect-tree.js';
import { describeNames } from './names-like.js';
import { alignTable, cutText } from './text-table.js';
import { formatBytes, formatCount } from './units.js';

/** @import { InspectedEntry, Inspection } from '../inspect/inspection.js' */

/**
 * Formats what `sluice inspect` has found, for people: the entries, the kinds of CSV, what the recipe takes, and what to do next.
 *
 * @param {Inspection} inspection
 * @param {string} [written] The file that a recipe to start from is written to.
 * @returns {string} Lines of at most 100 columns, but for commands; nothing where the archive is refused as a whole.
 */
export function formatInspection(inspection, written) {
  if (inspection.error !== null) return '';
  const { kinds } = inspection;
  const hidden = kinds.length - MAX_KINDS;
  const parts = [
    [...headline(inspection), '', ...formatEntries(inspection)],
    formatRefusals(inspection),
    formatRules(inspection),
    formatInnerArchives(inspection, WIDTH),
    ...kinds.slice(0, MAX_KINDS).map((_, number) => describeKind(inspection, number, WIDTH)),
    hidden > 0 ? [`… ${formatCount(hidden)} more kinds of CSV (--json has them)`] : [],
    nextSteps(inspection, written),
  ];
  return parts
    .filter(lines => lines.length > 0)
    .map(lines => lines.map(line => `${line}\n`).join(''))
    .join('\n');
}

/**
 * The tree of the entries, with a size, a method and a ratio for each, and what a job does with it.
 *
 * @param {Inspection} inspection
 * @param {number} [maxLines]
 * @param {number} [width]
 * @returns {string[]}
 */
export function formatEntries({ entries, recipe, kinds }, maxLines = MAX_TREE_LINES, width = WIDTH) {
  const hasRefused = entries.some(({ error }) => error !== null);
  const rows = layTree(entries, maxLines).map(({ name, bytes, entry, isSum }) => [
    name,
    (entry?.isLeast ? '≥ ' : '') + formatBytes(bytes),
    entry === null || isSum ? '' : entry.method,
    entry === null || isSum ? '' : formatRatio(entry),
    entry === null || (recipe === null && !hasRefused) ? '' : actionOf(entry),
    entry === null || entry.kind === null ? '' : kinds.length === 1 ? 'CSV' : `CSV ${entry.kind + 1}`,
  ]);
  if (rows.length === 0) return ['no entries'];
  const headings = ['entry', 'size', 'method', 'ratio', recipe === null && !hasRefused ? '' : 'action', ''];
  const columns = [{ most: 48 }, { isRight: true }, { most: 12 }, { isRight: true }, { most: 30 }, {}];
  const lines = alignTable([headings, ...rows], columns, width);
  return [lines[0], '─'.repeat(Math.min(width, Math.max(...lines.map(line => line.length)))), ...lines.slice(1)];
}

/** @type {Record<NonNullable<Inspection['archive']['lacks']>, string[]>} */
const MAC_NOTES = {
  found: [
    'made by a Mac (Archive Utility, ditto) without zip64: multiples of 4 GiB or of 65,536 entries were',
    'left out of its numbers, and found out; where "≥" stands, a job finds out the size while it inflates',
  ],
  sizes: [
    'made by a Mac (Archive Utility, ditto), which leaves multiples of 4 GiB out of sizes: where "≥"',
    'stands, a job finds out the size while it inflates, and holds the limits against it',
  ],
};

/** @param {Inspection} inspection */
function* headline({ archive, kinds }) {
  const { uri, entries, bytes, bytesInflated } = archive;
  yield cutText(uri, 2 * WIDTH);
  const csv = kinds.reduce((sum, kind) => sum + kind.entries.length, 0);
  const found = csv === 0 ? 'no CSV' : `${formatCount(csv)} CSV, of ${count(kinds.length, 'kind')}`;
  yield `${count(entries, 'entry', 'entries')}, ${formatBytes(bytes)}, ${formatBytes(bytesInflated)} inflated; ${found}`;
  if (archive.lacks !== null) yield* MAC_NOTES[archive.lacks];
  for (const line of describeNames(archive.namesLike)) yield cutText(line, WIDTH);
}

/** @param {Inspection} inspection */
function formatRefusals({ entries }) {
  const refused = entries.filter(({ error }) => error !== null);
  if (refused.length === 0) return [];
  const byCode = [...Map.groupBy(refused, ({ error }) => error?.code).values()];
  const lines = byCode.slice(0, MAX_REFUSALS).map(([{ path, error }, ...others]) => {
    const more = others.length === 0 ? '' : ` and ${formatCount(others.length)} more`;
    return cutText(`  ${path}${more}: ${[error?.code, error?.message].filter(Boolean).join(': ')}`, 3 * WIDTH);
  });
  const hidden = byCode.length - lines.length;
  if (hidden > 0) lines.push(`  … ${formatCount(hidden)} other errors (--json has them)`);
  return [`A job would refuse ${count(refused.length, 'entry', 'entries')}:`, ...lines];
}

/** @param {Inspection} inspection */
function formatRules({ recipe, entries }) {
  if (recipe === null) return [];
  /** @type {Map<number | null, InspectedEntry[]>} */
  const taken = Map.groupBy(entries, ({ rule }) => rule);
  const rows = recipe.matches.map((match, rule) => {
    const own = taken.get(rule) ?? [];
    const what = own.length === 0 ? 'takes no entry' : `${own[0].action}: ${count(own.length, 'entry', 'entries')}`;
    return [`${rule + 1}`, match, what];
  });
  const none = taken.get(null)?.length ?? 0;
  if (none > 0) rows.push(['', 'no rule', `copy: ${count(none, 'entry', 'entries')}`]);
  const hidden = rows.length - MAX_RULES;
  const lines = alignTable(rows.slice(0, MAX_RULES), [{ isRight: true }, { most: 60 }, {}], WIDTH - 2);
  if (hidden > 0) lines.push(`… ${formatCount(hidden)} more rules (--json has them)`);
  return ['Rules, the first that matches decides:', ...lines.map(line => `  ${line}`)];
}

/**
 * @param {Inspection} inspection
 * @param {string | undefined} written
 */
function nextSteps({ archive, recipe, kinds }, written) {
  const columns = kinds.flatMap(kind => kind.columns);
  const personal = columns.some(column => column.personal !== null);
  const uri = quoteWord(archive.uri);
  const password = archive.isEncrypted ? ' --password-file PASSWORD' : '';
  if (recipe === null) {
    const why = personal ? ' that hashes or drops what looks like personal data' : ' to start from';
    const key = personal ? ' --hash-key-file KEY' : '';
    const run = `  sluice run ${uri} --to DESTINATION --recipe ${quoteWord(written ?? 'recipe.json')}${password}${key} --dry-run`;
    if (written !== undefined) return ['Next, see what the recipe would do:', run];
    return [
      `Next, write a recipe${why}, and see what it would do:`,
      `  sluice inspect ${uri}${password} --write-recipe recipe.json`,
      run,
    ];
  }
  const path = quoteWord(recipe.path ?? 'recipe.json');
  const key = recipe.needsHashKey ? ' --hash-key-file KEY' : '';
  return [
    'Next, run it; without --dry-run, the outputs are written:',
    `  sluice run ${uri} --to DESTINATION --recipe ${path}${password}${key} --dry-run`,
  ];
}

/** @param {InspectedEntry} entry */
function actionOf({ action, rule, error }) {
  if (error !== null) return `refused: ${error.code}`;
  return rule === null ? action : `${action} (rule ${rule + 1})`;
}

/** @param {InspectedEntry} entry */
function formatRatio({ bytes, ratio }) {
  return ratio === null || bytes === 0 ? '' : ratio < 99.95 ? ratio.toFixed(1) : formatCount(Math.round(ratio));
}

/**
 * @param {number} number
 * @param {string} one
 * @param {string} [several]
 */
function count(number, one, several = `${one}s`) {
  return `${formatCount(number)} ${number === 1 ? one : several}`;
}

/** @param {string} text An argument, as a shell reads it. */
function quoteWord(text) {
  return /^[\w./:@%+=,~-]+$/.test(text) ? text : `'${printable(text).replaceAll("'", "'\\''")}'`;
}

const WIDTH = 100;
const MAX_TREE_LINES = 40;
const MAX_KINDS = 10;
const MAX_RULES = 20;
const MAX_REFUSALS = 10;
