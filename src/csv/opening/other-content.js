import { CsvError } from '../../errors.js';
import { fieldsIn } from '../plan/fields-in.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */

/**
 * Refuses an entry that begins like another format than text: as CSV it would only give bad records.
 *
 * @param {Buffer} bytes The entry's first ones.
 * @throws {CsvError} `csv/not-csv`
 */
export function guardContent(bytes) {
  const text = bytes.toString('latin1', 0, SEEN_BYTES);
  if (!ANY.test(text)) return;
  const [, what, advice] = /** @type {(typeof FORMATS)[0]} */ (FORMATS.find(([pattern]) => pattern.test(text)));
  throw new CsvError('csv/not-csv', `the entry is ${what}, not CSV: ${advice}`, { record: 1, byte: 0 });
}

/**
 * Refuses text in another format, where the rule names fields and leaves the delimiter open: what stands in its values would be taken for
 * one.
 *
 * @param {Buffer} text The entry's beginning, in UTF-8.
 * @param {CsvRule} rule
 * @throws {CsvError} `csv/not-csv`
 */
export function guardText(text, rule) {
  if (rule.delimiter !== 'auto' || fieldsIn(rule).length === 0) return;
  const beginning = text.toString('latin1', 0, SEEN_BYTES);
  const [, what] = TEXTS.find(([pattern]) => pattern.test(beginning)) ?? [];
  if (what === undefined) return;
  throw new CsvError('csv/not-csv', `the entry is ${what}, not CSV: ${EXPORT}`, { record: 1, byte: 0 });
}

const SAVE_AS_CSV =
  'save its sheets as CSV, or let a rule of its own copy or skip it, as in {"match": "**/*.xls*", "skip": true}';
const OPEN =
  'let a rule before this one open it, as in {"match": "**/*.{zip,tar,gz,tgz}", "archive": true}, or copy or skip it';
const COPY = 'let a rule of its own copy or skip it';
const UNPACK = 'unpack it first, or let a rule of its own copy or skip it';

const EXPORT = 'write its values as CSV first, let a rule of its own copy or skip it, or set "delimiter" if it is CSV';

/** @type {[pattern: RegExp, what: string, advice: string][]} By the first bytes; none of them is the beginning of a text. */
const FORMATS = [
  // The first entry of a workbook is mostly the list of its parts, but also one of these.
  [
    /^PK\x03\x04.{26}(\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/)/s,
    'an Office document such as an Excel workbook (.xlsx)',
    SAVE_AS_CSV,
  ],
  [/^PK\x03\x04.{26}mimetypeapplication\/vnd\.oasis/s, 'an OpenDocument file (.ods)', SAVE_AS_CSV],
  [/^PK(\x03\x04|\x05\x06)/, 'a zip archive', OPEN],
  [/^\x1f\x8b\x08/, 'a gzip file', OPEN],
  [/^.{257}ustar(\0| {2}\0)/s, 'a tar archive', OPEN],
  [/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/, 'an old Office document (.xls)', SAVE_AS_CSV],
  [/^%PDF-1\.\d[\r\n]+%[\x80-\xff]/, 'a PDF file', COPY],
  [/^(\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a.{0,4}\0)/s, 'an image', COPY],
  [/^BZh[1-9]1AY&SY/, 'a bzip2 file', UNPACK],
  [/^\xfd7zXZ\0/, 'an xz file', UNPACK],
  [/^7z\xbc\xaf\x27\x1c/, 'a 7z archive', UNPACK],
  [/^Rar!\x1a\x07/, 'a rar archive', UNPACK],
  [/^\x28\xb5\x2f\xfd/, 'a zstandard file', UNPACK],
  [/^PAR1[\x00-\x08\x0e-\x1f]/, 'a Parquet file', 'write it as CSV first, or let a rule of its own copy or skip it'],
  [
    /^SQLite format 3\0/,
    'an SQLite database',
    'write its tables as CSV first, or let a rule of its own copy or skip it',
  ],
];

/** @type {[pattern: RegExp, what: string][]} */
const TEXTS = [
  [/^\s{0,9}<(?:!doctype|\?xml|html|table|meta|style)\b(?!>[,;\t|])/i, 'HTML or XML'],
  [/^BEGIN:V[A-Z]{3,9}[\r\n]/, 'a vCard or iCalendar file'],
  [/^(?:version: 1\s{1,9})?dn: ?\w+=/, 'an LDIF file'],
  [
    /^(?:--[^\r\n]*[\r\n]|[\r\n]|\/\*[^*]*\*\/;?)*(?:INSERT INTO|CREATE TABLE|DROP TABLE|REPLACE INTO|LOCK TABLES) /,
    'an SQL script',
  ],
];

/** All of them at once: nearly no entry begins like one. */
const ANY = new RegExp(FORMATS.map(([{ source }]) => source).join('|'), 's');

const SEEN_BYTES = 512;
