import { isData } from '../header/cell-shape.js';
import { isEven } from '../table/even-widths.js';
import { USUAL } from '../table/usual.js';

/** @import { Sample, Table } from '../table/table.js' */

/**
 * Whether a table without a header may as well be one column, whose values hold the delimiter: each line, as it is, is an address
 * with a query, an amount of money, a phone number, coordinates, the time of a log, an object in JSON, several addresses of mail, or words on
 * both sides of a delimiter and a space, as in `Lee, Ann`.
 *
 * @param {Pick<Sample, 'text'>} sample
 * @param {Pick<Table, 'records' | 'first' | 'width' | 'bad' | 'reading'>} table
 */
export function mayBeColumn({ text }, { records: all, first, width, bad, reading }) {
  const records = all.slice(first);
  if (width < 2 || records.some(record => record.quoted > 0 && record.width > 1)) return false;
  // A line that is one field in quotes may be such a value, too.
  const lines = linesOf(text, records.filter(({ quoted }) => quoted === 0).slice(0, COMPARED_RECORDS));
  if (lines.length === 0) return false;
  // The one value of a short record would hardly be in quotes.
  if (width === 2 && bad > 0 && records.some(record => record.quoted > 0)) return true;
  // Of several fields, nearly all records would have as many, and a name above them, too.
  const isAlone = records.length === 1 && !lines[0].split(reading.delimiter).some(isData);
  const isOpen =
    width === 2 || first > 0 || isAlone || (bad > 0 && (records.length <= FEW || !isEven({ records: all, first })));
  // Lists have several lengths.
  const mayBeList = records.length <= MAX_PAIRS || first > 0 || bad > 0;
  // Spaces stand around a bar that splits many records, too.
  const delimiter = reading.delimiter.trim();
  const listed = delimiter === '|' && records.length > 1 ? undefined : LISTED[delimiter];
  const isItem = (/** @type {string} */ line) => listed?.test(line) || (bad > 0 && !line.includes(reading.delimiter));
  const isList =
    isOpen &&
    ((listed !== undefined && (mayBeList || delimiter === ',') && lines.every(isItem)) ||
      (mayBeList && lines.every(line => MAILS.test(line))) ||
      ((bad > 0 || records.length === 1) && lines.every(line => PAGE.test(line))) ||
      (bad > 0 && width === 2 && lines.every(isData)));
  // A field of its own would vary.
  const rests = new Set(lines.map(line => line.split(reading.delimiter).slice(1).join()));
  if (width === 2 && rests.size === 1 && lines.every(line => PLACED.test(line))) return true;
  const areAmounts = lines.every(line => AMOUNTS.some(shape => shape.test(line)));
  return isList || areAmounts || [...SHAPES, PLACE].some(shape => lines.every(line => shape.test(line)));
}

/**
 * As `mayBeColumn`, and the lines are surely no two fields. Behind a delimiter, the query of an address goes on with a name and its value,
 * or is the same in several lines: a field of its own would vary. Base64 ends as a name without a value would. The comma in `q=48.85,2.35` is
 * one between coordinates.
 *
 * @param {Pick<Sample, 'text'>} sample
 * @param {Parameters<typeof mayBeColumn>[1]} table
 */
export function isSurelyColumn(sample, table) {
  if (!mayBeColumn(sample, table)) return false;
  const lines = linesOf(sample.text, table.records.slice(table.first));
  // One of two columns may have no name.
  if (lines.every(line => PLACE.test(line))) return false;
  // Below one name, a second field may stand so, too.
  const { delimiter } = table.reading;
  const listed = delimiter === ',' ? undefined : LISTED[delimiter];
  const hasGroups = lines.some(line => GROUPS.test(line));
  const isOpen = (/** @type {string} */ line) =>
    OPEN.some(shape => shape.test(line)) || listed?.test(line) || (!hasGroups && DOLLARS.test(line));
  if (lines.some(isOpen)) return false;
  if (!lines.slice(0, COMPARED_RECORDS).every(line => ADDRESS.test(line))) return true;
  const rests = lines.map(line => line.replaceAll(COORDINATES, '').split(DELIMITERS).slice(1));
  const areNamed = rests.flat().every(part => NAMED.test(part));
  return areNamed || (lines.length > FEW && new Set(rests.map(parts => parts.join(','))).size === 1);
}

/**
 * @param {string} text
 * @param {Table['records']} records
 * @returns {string[]} Decoded: in UTF-8, the byte of a space without break is a part of other characters.
 */
function linesOf(text, records) {
  return records.map(({ start, end }) => Buffer.from(text.slice(start, end), 'latin1').toString());
}

/**
 * Whether each line of a table is an object or an array of JSON, or a row of SQL or Python such as `(1, 'a')`, whose values hold the
 * delimiter.
 *
 * @param {Pick<Sample, 'text'>} sample
 * @param {Pick<Table, 'records' | 'first'>} table
 */
export function areWhole({ text }, { records, first }) {
  const lines = records.slice(first, first + COMPARED_RECORDS).map(({ start, end }) => text.slice(start, end));
  return lines.length > 0 && WHOLE.some(shape => lines.every(line => shape.test(line)));
}

/**
 * @param {string} text
 * @returns {string} A delimiter under which each line is one field.
 */
export function absentDelimiter(text) {
  return ['\t', '|', ...USUAL].find(delimiter => !text.includes(delimiter)) ?? '\x1f';
}

const COMPARED_RECORDS = 50;
const WHOLE = [/^\{".*\}$/, /^\[(?![^[\]]*\][,;\t|].).*\],?$/, /^\([^()]*(?:\([^()]*\)[^()]*)*\)[,;]?$/];
const FEW = 3;
/** In so many lines, lists may have two items each by chance. */
const MAX_PAIRS = 10;
const DELIMITERS = /[,;|\t]/;
/** A name and its value in a query. */
const NAMED = /^[\w.%[\]-]{1,40}=[^=]+$/;
/** As links to maps have them in a query. Prices have hardly more than two decimals. */
const COORDINATES =
  /(?:(?<=[?&](?:q|ll|sll|center|query|destination|origin|daddr|saddr|loc)=)-?\d{1,2}\.\d{2,},-?1?\d{1,2}\.\d{2,}|(?<==)-?\d{1,2}\.\d{4,},-?1?\d{1,2}\.\d{4,})(?=&|$)/g;
/** As maps copy it: coordinates with four decimals or more, and a space. */
const PLACE = /^-?\d{1,2}\.\d{4,}, -?1?\d{1,2}\.\d{4,}$/;
/** An address of a page, and one with a query. */
const PAGE = /^[a-z][a-z\d+.-]*:\/\/\S+$/i;
const ADDRESS = /^[a-z][a-z\d+.-]*:\/\/[^\s?,;|]*\?[^\s|]*$/i;
/**
 * Words behind each delimiter, a town behind its code, or a time behind its date.
 *
 * @type {Record<string, RegExp>}
 */
const LISTED = {
  ',': /^[^\s",][^",]*(?:, (?:\p{L}|\d{4,5} \p{L}|\d{1,2}:\d\d)[^",]*)+$/u,
  ';': /^[^\s";][^";]*(?:; \p{L}[^";]*)+$/u,
  '|': /^[^\s"|](?:[^"|]*[^"|\s])?(?: \| [^\s"|](?:[^"|]*[^"|\s])?)+$/u,
};
/** Several addresses of mail. */
const MAILS = /^[^\s@,;|]+@[^\s@,;|]+(?: ?[,;|] ?[^\s@,;|]+@[^\s@,;|]+)+$/;
/** With groups of thousands or two decimals, perhaps behind a name. */
const AMOUNTS = [
  /^(?:\w{1,40}[:=] ?)?[-+]?(?:[$€£¥] ?)?(?:\d{1,9}|\d{1,3}(?:[. '’\u00a0\u202f]\d{3})+),\d\d(?:[ \u00a0\u202f]?(?:€|CHF|CZK|DKK|EUR|GBP|HUF|NOK|PLN|SEK|USD))?$/,
  /^(?:\w{1,40}[:=] ?)?[-+]?(?:[$€£¥] ?\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:,\d{3})+\.\d\d)$/,
];
/** What may be two fields: addresses of mail, and a time with more than its thousandths. */
const OPEN = [MAILS, /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d,\d{4,}$/];
/** An amount with two decimals, or two numbers: dollars and pounds hardly have decimal commas, but pesos do. */
const DOLLARS = /^[$£¥] ?\d{1,9},\d\d$/;
/** Dots between thousands show that the comma is a decimal one. */
const GROUPS = /\d\.\d{3},\d\d$/;
/** An address with a place in its page. */
const PLACED = /^[a-z][a-z\d+.-]*:\/\/[^\s?#,|]*#\S*$/i;
const SHAPES = [
  ADDRESS,
  // A time with its thousandths, as logs write it.
  /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d,\d{3,6}$/,
  /^\{.*\}$/,
  /^'[^']*'$/,
  // A phone number with its country or area code.
  /^(?:\+\d[\d\s().-]*|\(\d+\)[\d\s.-]*)$/,
];
