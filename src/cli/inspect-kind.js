import { describeMissing, syntaxOf } from './outcome-notes.js';
import { alignTable, cutText, widthOf } from './text-table.js';
import { formatCount } from './units.js';

/** @import { Column, Inspection, Kind } from '../inspect/inspection.js' */

/**
 * Describes a kind of CSV: its entries, how they are written, its columns, and its first records before and after the recipe.
 *
 * @param {Inspection} inspection
 * @param {number} number The kind's index.
 * @param {number} width Of a line.
 * @returns {string[]}
 */
export function describeKind({ entries, kinds }, number, width) {
  const kind = kinds[number];
  const [first] = kind.entries;
  const others = kind.entries.length - 1;
  const title = kinds.length === 1 ? 'CSV' : `CSV ${number + 1}`;
  const name = entries[first].path;
  const lines = [cutText(`${title}: ${name}`, width - 20) + (others > 0 ? ` and ${formatCount(others)} more` : '')];
  lines.push(cutText(`  ${describeWriting(kind)}`, width), '');
  lines.push(...formatColumns(kind, width - 2).map(line => `  ${line}`));
  return [...lines, ...formatRecords(kind, width), ...problemsOf(kind, width)];
}

/**
 * @param {Pick<Kind, 'columns'>} kind
 * @param {number} width
 * @param {number} [maxColumns]
 * @returns {string[]} A table of the columns, and a line for those that have no room.
 */
export function formatColumns({ columns }, width, maxColumns = MAX_COLUMNS) {
  const shown = columns.slice(0, maxColumns);
  const rows = shown.map(column => [
    column.name ?? String(column.position),
    typeOf(column),
    column.emptyShare > 0 ? formatShare(column.emptyShare) : '',
    column.personal ?? '',
    column.examples.map(example => cutText(example, MAX_EXAMPLE)).join(', '),
  ]);
  const headings = ['column', 'type', 'empty', 'looks like', 'examples'];
  const isUsed = headings.map((_, index) => rows.some(row => row[index] !== ''));
  const lines = alignTable(
    [headings.map((heading, index) => (isUsed[index] ? heading : '')), ...rows],
    [{}, { most: 30 }, { isRight: true }, {}, { most: width }],
    width,
  );
  const hidden = columns.length - shown.length;
  return hidden > 0 ? [...lines, `… ${formatCount(hidden)} more columns (--json has them)`] : lines;
}

/** @param {Kind} kind */
function describeWriting({ dialect, header, isDecoded, guessedEncoding, sampledRecords, badRecords, isWhole }) {
  const { skipLines, encoding } = dialect;
  const skipped =
    skipLines === 0 ? [] : [`${formatCount(skipLines)} ${skipLines === 1 ? 'line' : 'lines'} above it skipped`];
  const syntax = [...syntaxOf(dialect)];
  const records = `${formatCount(sampledRecords)} ${sampledRecords === 1 ? 'record' : 'records'}`;
  return [
    isDecoded ? nameOf(encoding) : guessedEncoding ? `looks like ${guessedEncoding}` : `not ${nameOf(encoding)}`,
    ...(syntax.length === 0 ? ['delimiter ","'] : syntax),
    header === null ? 'no header' : 'a header',
    ...skipped,
    isWhole ? records : `judged from ${records}`,
    ...(badRecords > 0 ? [`${formatCount(badRecords)} bad`] : []),
  ].join(', ');
}

/** @param {string} encoding */
function nameOf(encoding) {
  return encoding === 'utf-8' ? 'UTF-8' : encoding;
}

/** @param {Column} column */
function typeOf({ type, formats }) {
  return formats.length === 0 ? type : `${type} ${formats.join(' or ')}`;
}

/** @param {number} share From 0 to 1. */
function formatShare(share) {
  const percent = share * 100;
  return percent < 1 ? '< 1 %' : percent > 99 && percent < 100 ? '> 99 %' : `${Math.round(percent)} %`;
}

/**
 * @param {Kind} kind
 * @param {number} width
 */
function* formatRecords({ before, after, header, afterHeader, error }, width) {
  if (before.length === 0) return;
  yield '';
  const isEdited = after !== null && error === null;
  yield isEdited ? '  before:' : '  first records:';
  yield* indentAll(formatTable(header, before, width - 4));
  if (!isEdited) return;
  yield '';
  yield '  after:';
  const written = after.map(record => (record.length === 0 ? ['(not written)'] : record));
  yield* indentAll(formatTable(afterHeader, written, width - 4));
}

/**
 * @param {string[] | null} header
 * @param {string[][]} records
 * @param {number} width
 */
function formatTable(header, records, width) {
  const rows = header === null ? records : [header, ...records];
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  let left = width - MORE.length;
  let fitting = 0;
  for (; fitting < columns && left > 0; fitting++) {
    left -= GAP + rows.reduce((most, row) => Math.max(most, widthOf(cutText(row[fitting] ?? '', MAX_VALUE))), 0);
  }
  // One at least; the last one has to fit as a whole.
  if (left < 0 && fitting > 1) fitting -= 1;
  const cut = rows.map(row => row.slice(0, fitting).concat(Array(Math.max(0, fitting - row.length)).fill('')));
  const lines = fitting < columns ? cut.map(row => [...row, '…']) : cut;
  return alignTable(lines, Array(fitting + 1).fill({ most: MAX_VALUE }), width);
}

/** @param {string[]} lines */
function* indentAll(lines) {
  for (const line of lines) yield `    ${line}`.trimEnd();
}

/**
 * @param {Kind} kind
 * @param {number} width
 */
function* problemsOf({ dialect, after, error, isDecoded, guessedEncoding, missing }, width) {
  const lacks = describeMissing(missing);
  if (error === null && lacks === null && isDecoded) return;
  yield '';
  if (guessedEncoding !== null) {
    const setting = `"encoding": "${guessedEncoding}"`;
    yield after === null
      ? `  not UTF-8: the encoding is a guess; --write-recipe writes ${setting}`
      : `  not UTF-8, but a job reads it so; name its encoding in the recipe, perhaps ${setting}`;
  } else if (!isDecoded) {
    const other = dialect.encoding === 'windows-1252' ? 'shift_jis' : 'windows-1252';
    yield `  some bytes are not ${nameOf(dialect.encoding)}; name the encoding in the recipe, such as "encoding": "${other}"`;
  }
  if (error !== null) yield cutText(`  ${error.code}: ${error.message}`, 3 * width);
  if (lacks !== null) yield cutText(`  ${lacks}`, 3 * width);
}

const MAX_COLUMNS = 30;
const MAX_EXAMPLE = 24;
const MAX_VALUE = 20;
const GAP = 2;
const MORE = '  …';
