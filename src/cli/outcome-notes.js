import { MOST_COUNTED } from '../csv/records/values-not-utf8.js';
import { isTableUri } from '../destination/database/table-uri.js';
import { printable, quoteName } from '../printable.js';
import { formatCount } from './units.js';

/** @import { Dialect } from '../csv/dialect.js' */
/** @import { EntryOutcome } from '../entry-outcome.js' */
/** @import { Manifest } from '../ledger/manifest.js' */

/**
 * Says what a table of outcomes does not: where bad records are, and rows that are in a table, which fields of the recipe an entry lacks, and how an entry
 * was read that is not RFC 4180 in UTF-8. Entries of which the same is to be said share a line. A manifest of an earlier
 * version may lack some of it.
 *
 * @param {Pick<Manifest, 'entries'>} manifest
 * @param {number} [maxLines] If there are more, another line says how many.
 * @returns {string[]} Bad records first.
 */
export function formatNotes({ entries }, maxLines = 10) {
  const lists = NOTES.map(noteOf => ({ noteOf, lines: /** @type {Map<string, Entries>} */ (new Map()), hidden: 0 }));
  for (const outcome of entries) {
    for (const list of lists) {
      const note = list.noteOf(outcome);
      if (note === null) continue;
      const same = list.lines.get(note);
      if (same !== undefined) same.others += 1;
      else if (list.lines.size < maxLines) list.lines.set(note, { path: outcome.path, others: 0 });
      else list.hidden += 1;
    }
  }
  const lines = lists.flatMap(list => Array.from(list.lines, ([note, about]) => `${namesOf(about)}: ${note}`));
  const hidden = lists.reduce((sum, list) => sum + list.hidden, Math.max(0, lines.length - maxLines));
  return hidden === 0 ? lines : [...lines.slice(0, maxLines), `… ${formatCount(hidden)} more: see the manifest`];
}

/** @typedef {{ path: string, others: number }} Entries The first one's path, and how many others there are. */

/** @param {Entries} entries */
function namesOf({ path, others }) {
  return others === 0 ? printable(path) : `${printable(path)} and ${formatCount(others)} more`;
}

/** @param {EntryOutcome} outcome */
function placesOfBadRecords({ records, rejected, reasons }) {
  if (records.bad === 0) return null;
  const places = [rejected && `rejected: ${printable(rejected)}`, reasons && `reasons: ${printable(reasons)}`];
  return places.filter(Boolean).join(', ') || null;
}

/** @param {EntryOutcome} outcome */
function placeOfRows({ output }) {
  return isTableUri(output) ? `rows: ${printable(String(output))}` : null;
}

/** @param {EntryOutcome} outcome */
function takenRows({ takenByTriggers = 0 }) {
  if (takenByTriggers === 0) return null;
  const rows = `${formatCount(takenByTriggers)} ${takenByTriggers === 1 ? 'row was' : 'rows were'}`;
  return `${rows} dropped, or put elsewhere, by a trigger of the table`;
}

/** @param {EntryOutcome} outcome */
function missingFields({ missing = [] }) {
  return describeMissing(missing);
}

/**
 * @param {readonly string[]} missing Fields that an entry lacks.
 * @returns {string | null} null if there are none.
 */
export function describeMissing(missing) {
  if (missing.length === 0) return null;
  const more = missing.length > SHOWN_NAMES ? ` and ${formatCount(missing.length - SHOWN_NAMES)} more` : '';
  const names = missing.slice(0, SHOWN_NAMES).map(quoteName).join(', ');
  return `lacks the ${missing.length === 1 ? 'field' : 'fields'} ${names}${more}, which the recipe names`;
}

/** @param {EntryOutcome} outcome */
function valuesNotUtf8({ notUtf8, output }) {
  if (notUtf8 === undefined) return null;
  const { values, encoding = null } = notUtf8;
  const counted = `${formatCount(values)} ${values >= MOST_COUNTED ? 'or more ' : ''}`;
  const what = isTableUri(output)
    ? ', which Postgres does not take'
    : ` and stay${values === 1 ? 's' : ''} as received`;
  const found = `${counted}${values === 1 ? 'value is' : 'values are'} not UTF-8${what}`;
  if (encoding === null) return `${found}, though most of the text is UTF-8`;
  return `${found}; for the recipe: "encoding": ${JSON.stringify(printable(encoding))}`;
}

/** @param {EntryOutcome} outcome */
function readingOf({ dialect = null, records }) {
  if (dialect === null) return null;
  const parts = [...syntaxOf(dialect), ...skippedLines(dialect, records.skipped)];
  if (dialect.encoding === 'utf-8' && parts.length === 0) return null;
  return [`read as ${printable(dialect.encoding)}`, ...parts].join(', ');
}

/**
 * Says how records are written; nothing where that is RFC 4180.
 *
 * @param {Dialect} dialect
 * @returns {Generator<string, void>}
 */
export function* syntaxOf(dialect) {
  const { delimiter, quote, spaces, lineEnds, headerRows, comments, trailingDelimiter } = dialect;
  if (delimiter !== ',') yield `delimiter ${shown(delimiter)}`;
  if (quote !== '"') yield quote === 'none' ? 'no quotes' : `quote ${shown(quote)}`;
  if (dialect.escape === 'backslash') yield 'quotes escaped by a backslash';
  if (dialect.escape === 'loose') yield 'plain quotes within quotes';
  if (spaces) yield 'space around fields';
  if (lineEnds.includes('cr')) yield 'lines that end with CR';
  if (headerRows > 1) yield `a header of ${headerRows} rows`;
  if (trailingDelimiter) yield 'a delimiter at the end of each record';
  if (comments != null) yield `comments after ${shown(comments)}`;
}

/**
 * @param {Dialect} dialect
 * @param {number} skipped All of them, with comments and footers.
 */
function* skippedLines({ skipLines, headerRows }, skipped) {
  const others = skipped - skipLines;
  if (skipLines > 0) yield `${countLines(skipLines)} skipped before the ${headerRows > 0 ? 'header' : 'first record'}`;
  if (others > 0) yield `${skipLines > 0 ? `${formatCount(others)} more` : countLines(others)} skipped`;
}

/** @param {number} count */
function countLines(count) {
  return `${formatCount(count)} ${count === 1 ? 'line' : 'lines'}`;
}

/** @param {string} characters As a recipe has them: a tab is `"\t"`. */
function shown(characters) {
  return printable(JSON.stringify(characters));
}

const NOTES = [placesOfBadRecords, placeOfRows, takenRows, missingFields, valuesNotUtf8, readingOf];
const SHOWN_NAMES = 5;
