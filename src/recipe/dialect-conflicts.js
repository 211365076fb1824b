import { shown } from './shown.js';

/** @import { Report } from './problems.js' */
/** @import { WrittenCsv } from './validate.js' */

/**
 * Reports dialects in which no record could be read as meant, and a limit on bad records that has no effect.
 *
 * @param {WrittenCsv} csv
 * @param {Report} report
 */
export function refuseDialectConflicts(csv, report) {
  refuseNamedDelimiter(csv, report);
  refuseDelimiterWithMeaning(csv, report);
  refuseCommentsThatRecordsBeginWith(csv, report);
  refuseUselessLimit(csv, report);
}

/**
 * Any word could be a delimiter of several characters, but `"tab"` is never meant as one.
 *
 * @param {WrittenCsv} csv
 * @param {Report} report
 */
function refuseNamedDelimiter({ delimiter }, report) {
  const meant = NAMED_DELIMITERS.get(delimiter.toLowerCase());
  if (meant === undefined || meant === delimiter) return;
  report(
    ['delimiter'],
    `is ${shown(delimiter)}, but must be the delimiter itself; did you mean ${shown(meant)}?`,
    'recipe/wrong-value',
  );
}

/**
 * @param {WrittenCsv} csv
 * @param {Report} report
 */
function refuseDelimiterWithMeaning(csv, report) {
  const { delimiter, quote } = csv;
  if (delimiter === 'auto') return;
  if (quote.length === 1 && delimiter.includes(quote)) {
    report(
      ['delimiter'],
      `is ${shown(delimiter)}, but "quote" is ${shown(quote)}: the delimiter must not have the quote in it`,
    );
  }
  if (csv.escape === 'backslash' && delimiter.includes('\\')) {
    report(
      ['delimiter'],
      `is ${shown(delimiter)}, but "escape" is "backslash": the delimiter must not have a backslash in it`,
    );
  }
}

/**
 * @param {WrittenCsv} csv
 * @param {Report} report
 */
function refuseCommentsThatRecordsBeginWith({ comments, delimiter, quote }, report) {
  if (comments === 'auto' || comments === 'none') return;
  const quotes = quote === 'auto' ? QUOTES.filter(candidate => !delimiter.includes(candidate)) : [quote];
  if (quotes.includes(comments[0])) {
    const how = quote === 'auto' ? `; name the file's quote in "quote"` : '';
    report(
      ['comments'],
      `is ${shown(comments)}, but a record whose first field has quotes begins with ${shown(comments[0])}${how}`,
    );
  }
  if (delimiter !== 'auto' && (comments.startsWith(delimiter) || delimiter.startsWith(comments))) {
    report(
      ['comments'],
      `is ${shown(comments)}, but a record whose first field is empty begins with the delimiter ${shown(delimiter)}`,
    );
  }
}

/**
 * @param {WrittenCsv} csv
 * @param {Report} report
 */
function refuseUselessLimit({ maxBad, badRecords }, report) {
  if (maxBad === 'auto' || badRecords === 'quarantine' || badRecords === 'skip') return;
  report(
    ['maxBad'],
    `is ${shown(maxBad)}, but has no effect where "badRecords" is ${shown(badRecords)}: leave one out`,
  );
}

const QUOTES = ['"', "'"];

/** @type {Map<string, string>} By the name in lower case. */
const NAMED_DELIMITERS = new Map([
  ['auto', 'auto'],
  ['tab', '\t'],
  ['\\t', '\t'],
  ['comma', ','],
  ['pipe', '|'],
  ['bar', '|'],
  ['space', ' '],
  ['colon', ':'],
]);
