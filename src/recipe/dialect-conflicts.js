import { RecipeError } from '../errors.js';
import { printable } from '../printable.js';

/** @import { WrittenCsv } from './validate.js' */

/**
 * Refuses dialects in which no record could be read as meant, and a limit on bad records that has no effect.
 *
 * @param {string} path Of the rule's `csv`.
 * @param {WrittenCsv} csv
 * @throws {RecipeError} `recipe/conflict`, `recipe/wrong-value`
 */
export function refuseDialectConflicts(path, csv) {
  refuseNamedDelimiter(path, csv);
  refuseDelimiterWithMeaning(path, csv);
  refuseCommentsThatRecordsBeginWith(path, csv);
  refuseUselessLimit(path, csv);
}

/**
 * Any word could be a delimiter of several characters, but `"tab"` is never meant as one.
 *
 * @param {string} path
 * @param {WrittenCsv} csv
 */
function refuseNamedDelimiter(path, { delimiter }) {
  const meant = NAMED_DELIMITERS.get(delimiter.toLowerCase());
  if (meant === undefined || meant === delimiter) return;
  throw new RecipeError(
    'recipe/wrong-value',
    `${path}.delimiter is ${shown(delimiter)}, but must be the delimiter itself; did you mean ${shown(meant)}?`,
  );
}

/**
 * @param {string} path
 * @param {WrittenCsv} csv
 */
function refuseDelimiterWithMeaning(path, csv) {
  const { delimiter, quote } = csv;
  if (delimiter === 'auto') return;
  if (quote.length === 1 && delimiter.includes(quote)) {
    throw conflict(
      `${path}.delimiter is ${shown(delimiter)}, but "quote" is ${shown(quote)}: the delimiter must not have the quote in it`,
    );
  }
  if (csv.escape === 'backslash' && delimiter.includes('\\')) {
    throw conflict(
      `${path}.delimiter is ${shown(delimiter)}, but "escape" is "backslash": the delimiter must not have a backslash in it`,
    );
  }
}

/**
 * @param {string} path
 * @param {WrittenCsv} csv
 */
function refuseCommentsThatRecordsBeginWith(path, { comments, delimiter, quote }) {
  if (comments === 'auto' || comments === 'none') return;
  const at = `${path}.comments is ${shown(comments)}`;
  const quotes = quote === 'auto' ? QUOTES.filter(candidate => !delimiter.includes(candidate)) : [quote];
  if (quotes.includes(comments[0])) {
    const how = quote === 'auto' ? `; name the file's quote in "quote"` : '';
    throw conflict(`${at}, but a record whose first field has quotes begins with ${shown(comments[0])}${how}`);
  }
  if (delimiter !== 'auto' && (comments.startsWith(delimiter) || delimiter.startsWith(comments))) {
    throw conflict(`${at}, but a record whose first field is empty begins with the delimiter ${shown(delimiter)}`);
  }
}

/**
 * @param {string} path
 * @param {WrittenCsv} csv
 */
function refuseUselessLimit(path, { maxBad, badRecords }) {
  if (maxBad === 'auto' || badRecords === 'quarantine' || badRecords === 'skip') return;
  throw conflict(
    `${path}.maxBad is ${shown(maxBad)}, but has no effect where "badRecords" is ${shown(badRecords)}: leave one out`,
  );
}

/** @param {string} message */
function conflict(message) {
  return new RecipeError('recipe/conflict', message);
}

/** @param {string | number} value */
function shown(value) {
  return printable(JSON.stringify(value));
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
