/** @import { CsvRule } from '../../src/recipe/recipe.js' */

/**
 * A record as the reference reads it: character by character, from the entire entry.
 *
 * @typedef {{ start: number, raw: string, newline: string, fields: string[], fault: string | null }} ReferenceRecord
 *   `fields` with their quotes; `raw` with the newline.
 */

/**
 * Reads every record between two positions. One with a broken quote is only its line.
 *
 * @param {string} text
 * @param {number} from
 * @param {number} to
 * @param {string} delimiter
 * @param {number} [most] How long a record of several lines may be, in bytes.
 * @returns {ReferenceRecord[]}
 */
export function readRecords(text, from, to, delimiter, most = Number.POSITIVE_INFINITY) {
  const records = [];
  for (let start = from; start < to; ) {
    const record = readRecord(text, start, to, delimiter, most);
    records.push(record);
    start += record.raw.length;
  }
  return records;
}

/**
 * @param {string} text @param {number} start @param {number} to @param {string} delimiter @param {number} most
 * @returns {ReferenceRecord}
 */
function readRecord(text, start, to, delimiter, most) {
  /** @type {'begin' | 'plain' | 'quoted' | 'quote'} The state within a field; `quote`: after one that may be the closing one. */
  let state = 'begin';
  let newline = '';
  const fields = [];
  let field = start;
  let position = start;
  const seen = Math.min(to, start + most);
  for (; position < seen; position++) {
    const character = text[position] ?? '';
    if (state !== 'quoted') {
      if (character === '\n') newline = '\n';
      // Whether a LF follows a CR cannot be seen behind the limit.
      if (character === '\r' && position + 1 === seen && seen < to) break;
      if (character === '\r' && text[position + 1] === '\n' && position + 1 < seen) newline = '\r\n';
      if (newline) break;
    }
    if (state !== 'quoted' && character === delimiter) {
      fields.push(text.slice(field, position));
      field = position + 1;
      state = 'begin';
      continue;
    }
    if (state === 'quoted') state = character === '"' ? 'quote' : 'quoted';
    else if (state === 'begin') state = character === '"' ? 'quoted' : 'plain';
    else if (state === 'quote' && character === '"') state = 'quoted';
    else if (state === 'quote') return brokenLine(text, start, to, delimiter, 'csv/after-quote');
  }
  const isCut = newline === '' && seen < to;
  if (state === 'quoted' || isCut) {
    const line = brokenLine(text, start, to, delimiter, 'csv/unterminated-quote');
    if (!isCut || line.raw.length <= most) return line;
    return { ...line, fault: null };
  }
  fields.push(text.slice(field, position));
  return { start, raw: text.slice(start, position) + newline, newline, fields, fault: null };
}

/**
 * @param {string} text @param {number} start @param {number} to @param {string} delimiter @param {string} fault
 * @returns {ReferenceRecord}
 */
function brokenLine(text, start, to, delimiter, fault) {
  const raw = /^[^\n]*\n?/.exec(text.slice(start, to))?.[0] ?? '';
  const newline = /\r?\n$/.exec(raw)?.[0] ?? '';
  return { start, raw, newline, fields: raw.slice(0, raw.length - newline.length).split(delimiter), fault };
}

/**
 * @param {string[]} fields
 * @returns {boolean}
 */
export function isEmptyLine(fields) {
  return fields.length === 1 && fields[0] === '';
}

/**
 * Reads what precedes the first record, and the delimiter.
 *
 * @param {string} text
 * @param {Pick<CsvRule, 'delimiter' | 'header'>} rule
 */
export function readDialect(text, rule) {
  const mark = text.startsWith('\xef\xbb\xbf') ? '\xef\xbb\xbf' : '';
  const emptyLines = /^(\r?\n)*/.exec(text.slice(mark.length))?.[0] ?? '';
  // With a single name, empty lines are records.
  const begin = mark.length + (Array.isArray(rule.header) && rule.header.length === 1 ? 0 : emptyLines.length);
  return { mark, emptyLines, delimiter: rule.delimiter === 'auto' ? detectDelimiter(text, begin) : rule.delimiter };
}

/**
 * Finds the delimiter with which most of the sampled records have as many fields as the first one.
 *
 * @param {string} text
 * @param {number} from Where the first record begins.
 * @returns {string}
 */
function detectDelimiter(text, from) {
  const to = Math.min(text.length, from + 65_536);
  const scores = [...',;\t|'].map(delimiter => {
    const records = readRecords(text, from, to, delimiter).filter(({ fields }) => !isEmptyLine(fields));
    const fields = records[0]?.fields.length ?? 1;
    const isCut = to < text.length && records.at(-1)?.newline === '';
    if (isCut && records.length === 1) return { delimiter, fields, agreement: 1 };
    const whole = (isCut ? records.slice(0, -1) : records).slice(0, 1000);
    const agreeing = whole.filter(record => record.fields.length === fields && !record.fault);
    return { delimiter, fields, agreement: agreeing.length / whole.length };
  });
  const best = scores
    .filter(({ fields }) => fields > 1)
    .sort((a, b) => b.agreement - a.agreement || b.fields - a.fields)[0];
  return best?.delimiter ?? ',';
}
