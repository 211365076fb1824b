import { CsvError } from '../../../errors.js';
import { shapeAt } from '../table/fits-records.js';
import { USUAL } from '../table/usual.js';
import { fieldValues } from '../text/field-values.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Table } from '../table/table.js' */
/** @import { SplitRecord } from '../text/reading.js' */

/**
 * Refuses a record that another delimiter splits into as many fields as the table has, where their values look like those of the columns and
 * its own do not, or where it would be filled up or cut: it is written in another way than the others. One that would be filled up may have
 * both delimiters.
 *
 * @param {CsvRule} rule
 * @param {Table} table
 * @param {boolean} isNamed Whether the first record names the fields.
 * @param {string} text The sample.
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
export function refuseForeignLines({ ragged, header }, { records, first, width: found, reading }, isNamed, text) {
  const width = Array.isArray(header) ? header.length : found;
  if (width < 2) return;
  const isGood = (/** @type {SplitRecord} */ record) => record.sound && record.width === width;
  const own = records.slice(first + Number(isNamed));
  const fitting = own.filter(isGood).length;
  // Quotes that are none of this reading may be the other's, and a record with which no other agrees shows nothing.
  const isWeak = reading.quote === 'none' || (fitting === 1 && own.length > 1);
  const others = USUAL.filter(delimiter => delimiter !== reading.delimiter && text.includes(delimiter));
  /** @type {Map<string, number>[] | undefined} */
  let shapes;
  for (const delimiter of others) {
    let good = isWeak ? fitting : Number.POSITIVE_INFINITY;
    for (const record of own) {
      if (ragged === 'bad' && !isGood(record)) continue;
      const line = text.slice(record.start, record.end);
      const alone = cellsOf(line, delimiter);
      const cells = alone ?? (isGood(record) || record.width > width ? null : mixedCells(line, delimiter));
      if (cells === null) continue;
      if (isGood(record)) good -= 1;
      shapes ??= shapesOf(
        own.filter(isGood).map(each => fieldValues(text, each, reading)),
        width,
      );
      if (good > 0 && !isOdd(record, cells, shapes)) continue;
      const quoted = [...(alone === null ? [reading.delimiter] : []), delimiter].map(each => JSON.stringify(each));
      throw new CsvError(
        'csv/ambiguous-dialect',
        `a record has ${width} fields with ${quoted.join(' and ')} between them, unlike the others; say how the entry is written with ` +
          '"delimiter" and "quote", or split the entry',
        { byte: record.start },
      );
    }
  }

  /**
   * @param {string} line
   * @param {string} delimiter
   * @returns {string[] | null} Its values with another delimiter; null if they are not as many as the table has.
   */
  function cellsOf(line, delimiter) {
    if (countTo(line, delimiter, width) < width) return null;
    const record = { start: 0, end: line.length };
    const cells = fieldValues(line, record, { ...reading, delimiter, quote: '"', escape: 'double' });
    return cells.length === width ? cells : null;
  }

  /**
   * @param {string} line
   * @param {string} delimiter
   * @returns {string[] | null} As `cellsOf`, with both delimiters.
   */
  function mixedCells(line, delimiter) {
    if (!line.includes(delimiter)) return null;
    return cellsOf(line.replaceAll(delimiter, reading.delimiter), reading.delimiter);
  }

  /**
   * @param {SplitRecord} record
   * @param {string[]} cells As another delimiter splits it.
   * @param {Map<string, number>[]} columns
   */
  function isOdd(record, cells, columns) {
    const count = (/** @type {string[]} */ row, /** @type {number} */ at) => columns[at].get(shapeAt(row, at)) ?? 0;
    if (!cells.every((_, at) => count(cells, at) > 0)) return false;
    const row = fieldValues(text, record, reading);
    // One that only lacks its last values is a short record.
    if (!isGood(record)) return row.length === 1 || row.length > width || row.some((_, at) => count(row, at) === 0);
    return row.some((_, at) => count(row, at) === 1);
  }
}

/**
 * @param {string[][]} rows
 * @param {number} width
 * @returns {Map<string, number>[]} How often each shape occurs in each column.
 */
function shapesOf(rows, width) {
  const columns = Array.from({ length: width }, () => new Map());
  for (const row of rows) {
    for (const [at, column] of columns.entries()) {
      const shape = shapeAt(row, at);
      column.set(shape, (column.get(shape) ?? 0) + 1);
    }
  }
  return columns;
}

/**
 * @param {string} line
 * @param {string} delimiter
 * @param {number} most
 * @returns {number} How many parts it has, counted up to `most`.
 */
function countTo(line, delimiter, most) {
  let parts = 1;
  for (let at = line.indexOf(delimiter); at !== -1 && parts < most; at = line.indexOf(delimiter, at + 1)) parts += 1;
  return parts;
}
