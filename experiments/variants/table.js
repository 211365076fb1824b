import { planFields } from '../../src/csv/field-plan.js';
import { Opening } from '../../src/csv/opening.js';
import { createPhoneFormatter } from '../../src/csv/phone.js';
import { CsvError } from '../../src/errors.js';
import { quote, RowCutter } from './row-cutter.js';

/** @import { PhoneFormatter } from '../../src/csv/field-plan.js' */
/** @import { CsvRule, Recipe } from '../../src/recipe/recipe.js' */
/** @import { Row } from './row-cutter.js' */

/**
 * A CSV rule for programs that hold rows as arrays of strings. What a recipe means for an entry, and where its header
 * ends, is found out by the product's own code; what is done to each row is written anew, as one would for strings.
 * Text is Latin-1 here: a character is a byte, so that bytes that are not UTF-8 come through.
 *
 * For what the product completes the outputs are the same. The rest is not all refused: `limits` do not hold, neither
 * CRC-32 nor sizes are checked, and bad records that are set aside are left out.
 */
export class Table {
  /**
   * @param {CsvRule} rule
   * @param {Recipe['limits']} limits
   */
  static async create(rule, limits) {
    const formatters = rule.phones.map(({ format, country }) =>
      format === 'strip' ? null : createPhoneFormatter({ format, country }),
    );
    return new Table(rule, limits, await Promise.all(formatters));
  }

  /**
   * @param {CsvRule} rule
   * @param {Recipe['limits']} limits
   * @param {PhoneFormatter[]} formatters For the rule's phones, in its order.
   */
  constructor(rule, limits, formatters) {
    this.rule = rule;
    this.limits = limits;
    this.formatters = formatters;
    this.delimiter = '';
    this.outputDelimiter = '';
    this.width = 0;
    /** @type {number[]} */
    this.kept = [];
    /** @type {number[]} */
    this.required = [];
    /** @type {{ place: number, format: PhoneFormatter }[]} `place`: among the fields that are kept. */
    this.phones = [];
    this.cutter = new RowCutter('');
  }

  /**
   * Finds out about delimiter and header.
   *
   * @param {Buffer} bytes The entry's beginning.
   * @param {boolean} isWhole Whether it is all of the entry.
   * @returns {{ head: string, used: number } | null} What the output begins with, and where the rows do; null where that
   *   takes more bytes.
   */
  open(bytes, isWhole) {
    const { opened, used } = new Opening(this.rule, this.limits.maxRecordBytes).read(bytes, isWhole);
    if (opened === null) return null;
    const mark = opened.mark.toString('latin1');
    if (opened.width === 0) return { head: mark, used: bytes.length };

    const { runs, required } = planFields(this.rule, this.formatters, opened.names, opened.width);
    this.delimiter = String.fromCharCode(opened.delimiter);
    this.outputDelimiter = this.rule.output.delimiter ?? this.delimiter;
    this.width = opened.width;
    this.kept = runs.flatMap(({ first, last }) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    );
    this.required = required;
    this.cutter = new RowCutter(this.delimiter);
    const header = opened.header === null ? '' : this.editHeader(opened.header.toString('latin1'));
    this.phones = runs.flatMap(({ phones }) =>
      phones.map(({ index, format }) => ({ place: this.kept.indexOf(index), format })),
    );
    return { head: mark + header, used };
  }

  /**
   * @param {string} text
   * @returns {string}
   */
  editHeader(text) {
    const lines = text.split('\n');
    const rows = lines.map((line, index) => this.cutter.cut(line, index < lines.length - 1 ? '\n' : ''));
    return this.edit(/** @type {Row} */ (rows.find(row => row !== null)));
  }

  /**
   * Takes the next line.
   *
   * @param {string} line
   * @param {'\n' | ''} newline
   * @returns {Row | null} null where a quote is still open, or there is nothing in the line.
   */
  cut(line, newline) {
    const row = this.cutter.cut(line, newline);
    return row !== null && this.width > 1 && isEmpty(row) ? null : row;
  }

  /**
   * @param {Row} row
   * @throws {CsvError} It is bad, and the rule has that fail the entry.
   */
  keeps(row) {
    if (this.isBad(row)) {
      if (this.rule.badRecords === 'fail')
        throw new CsvError('csv/bad-record', `bad record: ${row.fields.join(this.delimiter)}`);
      return this.rule.badRecords === 'keep';
    }
    return this.required.every(index => row.fields[index] !== '' && row.fields[index] !== '""');
  }

  /** @param {Row} row */
  isBad(row) {
    return row.isBroken || row.fields.length !== this.width;
  }

  /**
   * @param {Row} row
   * @returns {string} As it is written.
   */
  edit(row) {
    const { fields, newline } = row;
    if (this.isBad(row)) return fields.join(this.delimiter) + newline;

    const { outputDelimiter } = this;
    const kept = this.kept.map(index => fields[index]);
    for (const { place, format } of this.phones) kept[place] = formatPhone(kept[place], format, outputDelimiter);
    const last = kept.length - 1;
    // Its CR would be read as part of the newline.
    if (newline === '\n' && kept[last].endsWith('\r')) kept[last] = quote(kept[last]);
    const values = outputDelimiter === this.delimiter ? kept : kept.map(field => quoteIfNeeded(field, outputDelimiter));
    const line = values.join(outputDelimiter);
    // What was not an empty line does not become one.
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
 * @returns {string}
 */
function formatPhone(field, format, outputDelimiter) {
  if (field === '' || field === '""') return field;
  const isQuoted = field.startsWith('"');
  if (format === null) {
    const stripped = field.replace(DRESS, '');
    return !isQuoted && stripped.startsWith('"') ? quote(stripped) : quoteIfNeeded(stripped, outputDelimiter);
  }
  const value = isQuoted ? field.slice(1, -1).replaceAll('""', '"') : field;
  const text = Buffer.from(value, 'latin1').toString();
  const formatted = format(text);
  if (formatted === null || formatted === text) return field;
  const written = Buffer.from(formatted).toString('latin1');
  return isQuoted ? quote(written) : quoteIfNeeded(written, outputDelimiter);
}

/**
 * @param {string} field
 * @param {string} delimiter
 */
function quoteIfNeeded(field, delimiter) {
  return !field.startsWith('"') && field.includes(delimiter) ? quote(field) : field;
}

// ASCII white space and `x ( ) - .`
const DRESS = /[\t-\r x().-]/g;
