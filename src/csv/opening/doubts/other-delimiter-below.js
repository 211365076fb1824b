import { CsvError } from '../../../errors.js';
import { isData } from '../header/cell-shape.js';
import { USUAL } from '../table/usual.js';
import { fieldValues } from '../text/field-values.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Table } from '../table/table.js' */
/** @import { SplitRecord } from '../text/reading.js' */

/**
 * Refuses records of one field that a delimiter, be it within quotes, splits into at least as many as there are names, where the rule says
 * that short records are to be filled up: all their values would stand in the first field.
 *
 * @param {CsvRule} rule
 * @param {Table} table
 * @param {string} text The sample.
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
export function refuseOtherDelimiterBelow(
  { ragged, header, delimiter: given },
  { records, first, width: found, reading },
  text,
) {
  const isGiven = Array.isArray(header);
  const width = isGiven ? header.length : found;
  if (ragged === 'bad' || given !== 'auto' || width < 2) return;
  const own = records.slice(first + Number(!isGiven));
  // Records of several lines look different from line to line, and a single line has nothing to look like.
  const kindsOf = (/** @type {SplitRecord} */ record) => fieldValues(text, record, reading).map(isData).join();
  const areAlike = () => own.length > 1 && own[0].width > 1 && new Set(own.map(kindsOf)).size === 1;
  if (isGiven && own.length > 0 && own.every(record => record.width * 2 <= width) && !areAlike()) {
    throw new CsvError(
      'csv/bad-header',
      `"header" has ${width} names, but each record has half as many fields, or fewer; say how the entry is written with "delimiter" and "quote", or set ` +
        '"ragged": "bad"',
    );
  }
  for (const record of own) {
    if (record.width > 1) continue;
    const [value] = fieldValues(text, record, reading);
    // Of two parts, a space behind it stands in a name, as in `Lee, Ann`.
    const isName = (/** @type {string} */ delimiter) =>
      value.split(delimiter).length === 2 && value.includes(`${delimiter} `);
    const other = USUAL.find(delimiter => value.split(delimiter).length >= width && !isName(delimiter));
    if (other === undefined) continue;
    throw new CsvError(
      'csv/ambiguous-dialect',
      `a record has one field, but ${JSON.stringify(other)} would split it into ${value.split(other).length} fields; say how the ` +
        'entry is written with "delimiter" and "quote", or set "ragged": "bad" to set such records aside',
      { byte: record.start },
    );
  }
}
