import { CsvError } from '../../../errors.js';
import { isData, looseShapeOf } from '../header/cell-shape.js';
import { isComment } from '../header/comments-above.js';
import { USUAL } from '../table/usual.js';
import { fieldValues } from '../text/field-values.js';
import { shownRecord } from './shown-record.js';

/** @import { Table } from '../table/table.js' */
/** @import { SplitRecord } from '../text/reading.js' */

/**
 * Refuses records without a header where a line of one field above them may be one of them: it is in quotes as all their fields are, or is
 * a value at their beginning or end, has digits and looks like one, or is an address or a number as they are as a whole.
 *
 * @param {Pick<Table, 'records' | 'first' | 'width' | 'reading'>} table
 * @param {string} text The sample.
 * @throws {CsvError} `csv/bad-header`
 */
export function refuseLostRecord({ records, first, width, reading }, text) {
  if (first === 0) return;
  const sample = records.slice(first, first + COMPARED_RECORDS);
  const rows = sample.map(record => fieldValues(text, record, reading));
  const isQuoted = sample.length > 0 && sample.every(({ quoted, width }) => quoted === width);
  const ends = new Set(rows.flatMap(row => [row[0], row[row.length - 1]]));
  const shapes = new Set([...ends].map(looseShapeOf));
  const areData = sample.length > 0 && sample.every(record => isDataLine(record));
  for (const line of records.slice(0, first)) {
    if (line.width > 1 || isComment(text, line)) continue;
    const values = fieldValues(text, line, reading);
    const [value] = values;
    const shape = looseShapeOf(value);
    const isLike = (value !== '' && ends.has(value)) || (shape.includes('0') && shapes.has(shape));
    // The delimiter shows why the value is quoted. Above a wider table, it is a title.
    const isExplained = width < 3 && USUAL.some(delimiter => value.includes(delimiter));
    const isOneOfThem = line.quoted > 0 && (isQuoted || isExplained);
    if (!isLike && !isOneOfThem && !(areData && isDataLine(line))) continue;
    throw new CsvError(
      'csv/bad-header',
      `a line above the records, ${shownRecord(values)}, may be one of them; set "skipLines" to skip it, or write all its fields`,
      { byte: line.start },
    );
  }

  /**
   * Whether a line is one value, such as an address, whatever splits it.
   *
   * @param {SplitRecord} line
   */
  function isDataLine({ start, end }) {
    return isData(Buffer.from(text.slice(start, end), 'latin1').toString());
  }
}

const COMPARED_RECORDS = 20;
