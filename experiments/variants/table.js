import { Opening } from '../../src/csv/opening/opening.js';
import { planFields } from '../../src/csv/plan/plan-fields.js';
import { openTransforms } from '../../src/csv/transforms/open-transforms.js';
import { CsvError } from '../../src/errors.js';
import { RowCutter } from './rows.js';

/** @import { FieldPlan } from '../../src/csv/plan/field-plan.js' */
/** @import { PhoneFormatter } from '../../src/phone/formatter.js' */
/** @import { Opened } from '../../src/csv/opening/opening.js' */
/** @import { CsvRule, Recipe } from '../../src/recipe/recipe.js' */
/** @import { Row } from './rows.js' */

/**
 * Prepares a CSV rule for programs that hold rows as arrays of strings. Uses the product's code to interpret the recipe and to
 * find the end of the header; editing rows is implemented anew, for strings. Text is decoded as Latin-1, one character per
 * byte, so that bytes that are not UTF-8 are preserved.
 *
 * If the product completes an archive without broken quotes, in the dialect of RFC 4180, the outputs are the same. If it refuses one, these programs may not: they do not check
 * `limits`, CRC-32 and declared sizes, and cannot open what unzipper cannot. They drop rejected records.
 *
 * @param {CsvRule} rule
 * @param {Recipe['limits']} limits
 * @returns {Promise<OpenTable>}
 */
export async function prepareTable(rule, { maxRecordBytes }) {
  const transforms = await openTransforms(rule, { hashKey: null, facts: { archive: '', entry: '', time: null } });
  return (bytes, isWhole) => {
    const { opened, used } = new Opening(rule, maxRecordBytes).read(bytes, isWhole);
    if (opened === null) return null;
    const { mark, names, width, header } = opened;
    // Without rows, no field can be missing.
    const plan = width === 0 ? NO_FIELDS : planFields(rule, transforms, names, width);
    const table = new Table(rule, opened, plan);
    const headerRows = header === null ? [] : table.cutText(header.toString('latin1'));
    const head = mark.toString('latin1') + headerRows.map(row => table.edit(row, [])).join('');
    return { table, head, used };
  };
}

/**
 * @typedef {(bytes: Buffer, isWhole: boolean) => { table: Table, head: string, used: number } | null} OpenTable Reads
 *   an entry's beginning: `head` is the beginning of the output, `used` the offset of the rows. null if it needs more bytes.
 */

/** Edits an entry's rows. */
export class Table {
  /**
   * @param {CsvRule} rule
   * @param {Opened} opened
   * @param {FieldPlan} plan
   */
  constructor({ output, badRecords }, { dialect, width }, { parts, tests }) {
    this.delimiter = dialect.delimiter;
    this.outputDelimiter = output.delimiter ?? this.delimiter;
    this.badRecords = badRecords;
    this.width = width;
    this.required = tests.map(({ index }) => index);
    const runs = parts.filter(part => part.kind === 'fields');
    this.kept = runs.flatMap(({ first, last }) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    );
    this.phones = runs.flatMap(({ changes }) =>
      changes.map(({ index, phone }) => ({ position: this.kept.indexOf(index), format: phone?.format ?? null })),
    );
    this.cutter = new RowCutter(this.delimiter);
  }

  /**
   * @param {string} text
   * @returns {Row[]}
   */
  cutText(text) {
    const lines = text.split('\n');
    const last = lines.length - 1;
    return lines.map((line, index) => this.cut(line, index < last ? '\n' : '')).filter(row => row !== null);
  }

  /**
   * @param {string} line
   * @param {'' | '\n'} lineFeed After the line; empty at the entry's end.
   * @returns {Row | null} null while a quote is open, and for an empty line that is not a row.
   */
  cut(line, lineFeed) {
    const row = this.cutter.cut(line, lineFeed);
    return row !== null && this.width !== 1 && isEmpty(row) ? null : row;
  }

  /** @param {Row} row */
  keeps(row) {
    const { fields } = row;
    if (!this.isBad(row)) return this.required.every(index => fields[index] !== '' && fields[index] !== '""');
    if (this.badRecords === 'fail') throw new CsvError('csv/field-count', `bad record: ${fields.join(this.delimiter)}`);
    return this.badRecords === 'keep';
  }

  /** @param {Row} row */
  isBad({ fields, isBroken }) {
    return isBroken || fields.length !== this.width;
  }

  /**
   * @param {Row} row
   * @param {{ position: number, format: PhoneFormatter }[]} [phones] `position`: among the kept fields.
   * @returns {string} The output.
   */
  edit(row, phones = this.phones) {
    const { fields, newline } = row;
    const { delimiter, outputDelimiter } = this;
    if (this.isBad(row)) return fields.join(delimiter) + newline;

    const kept = this.kept.map(index => fields[index]);
    for (const { position, format } of phones) kept[position] = formatPhone(kept[position], format, outputDelimiter);
    const values = outputDelimiter === delimiter ? kept : kept.map(field => quoteIfNeeded(field, outputDelimiter));
    let line = values.join(outputDelimiter);
    // Many readers take a CR for a line end.
    if (line.includes('\r')) line = values.map(field => quoteIfNeeded(field, '\r')).join(outputDelimiter);
    // Quoted, so that a row does not become an empty line.
    return (line === '' && !isEmpty(row) ? '""' : line) + newline;
  }
}

/** @param {Row} row */
function isEmpty({ fields }) {
  return fields.length === 1 && fields[0] === '';
}

/**
 * @param {string} field
 * @param {PhoneFormatter} format
 * @param {string} outputDelimiter
 */
function formatPhone(field, format, outputDelimiter) {
  if (field === '' || field === '""') return field;
  const isQuoted = field.startsWith('"');
  if (format === null) {
    const stripped = field.replace(STRIPPED, '');
    return !isQuoted && stripped.startsWith('"') ? quote(stripped) : quoteIfNeeded(stripped, outputDelimiter);
  }
  const value = isQuoted ? field.slice(1, -1).replaceAll('""', '"') : field;
  // Formatted numbers are ASCII, but the input may have other digits.
  const formatted = format(Buffer.from(value, 'latin1').toString());
  if (formatted === null) return field;
  return isQuoted ? quote(formatted) : quoteIfNeeded(formatted, outputDelimiter);
}

/**
 * @param {string} field
 * @param {string} delimiter
 */
function quoteIfNeeded(field, delimiter) {
  return !field.startsWith('"') && field.includes(delimiter) ? quote(field) : field;
}

/** @param {string} field */
function quote(field) {
  return `"${field.replaceAll('"', '""')}"`;
}

// ASCII white space and `x ( ) - .`
const STRIPPED = /[\t-\r x().-]/g;

/** @type {FieldPlan} */
const NO_FIELDS = {
  width: 0,
  tests: [],
  types: [],
  parts: [],
  renamed: new Map(),
  trimmed: new Set(),
  table: null,
  missing: [],
};
