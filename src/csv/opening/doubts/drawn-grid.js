import { CsvError } from '../../../errors.js';
import { fieldsIn } from '../../plan/fields-in.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Table } from '../table/table.js' */
/** @import { SplitRecord } from '../text/reading.js' */

/**
 * Refuses a table that is drawn with characters, as in `| id | name |`, where a field is named by position: the first field of each line is
 * empty. Lines of one field are titles and notes. A line of dashes as wide as the table, as in Markdown, is no record.
 *
 * @param {CsvRule} rule
 * @param {Pick<Table, 'records' | 'first' | 'width' | 'reading'>} table
 * @param {boolean} isNamed Whether the first record names the fields.
 * @param {string} text The sample.
 * @throws {CsvError} `csv/bad-header`
 */
export function refuseDrawnGrid(rule, { records, first, width, reading }, isNamed, text) {
  const isRuler = (/** @type {SplitRecord} */ record) =>
    (record.width === width || rule.ragged !== 'bad') && RULER.test(text.slice(record.start, record.end));
  const ruler = records[first + Number(isNamed)];
  const mayHaveRuler = isNamed || Array.isArray(rule.header);
  if (mayHaveRuler && width > 1 && ruler !== undefined && isRuler(ruler)) {
    throw new CsvError(
      'csv/bad-header',
      'a line of dashes below the header would be a record; name the fields in "header" and set "skipLines" to skip both, or write the ' +
        'entry as CSV first',
      { byte: ruler.start },
    );
  }
  if (!reading.delimiter.includes('|') || !fieldsIn(rule).some(Number.isInteger)) return;
  const own = records.slice(first, first + COMPARED_RECORDS).filter(({ width }) => width > 1);
  const lines = own.map(({ start, end }) => text.slice(start, end).trim());
  if (lines.length < 2 || !lines.every(line => line.startsWith('|') && line.endsWith('|'))) return;
  throw new CsvError(
    'csv/bad-header',
    'each line begins and ends with "|", so its first field is empty, and positions count from there; write the entry as CSV first, or ' +
      'say how it is written with "delimiter"',
    { byte: own[0].start },
  );
}

const COMPARED_RECORDS = 50;
const RULER = /^(?=.*(?:--|:-|-:))[-=+|:,;"\t ]+$/;
