import { CsvError } from '../../../errors.js';
import { USUAL } from '../table/usual.js';

/** @import { Table } from '../table/table.js' */

/**
 * Refuses a table whose lines mix two delimiters: both together split the names and most records in as many fields, and one alone does
 * not.
 *
 * @param {Pick<Table, 'records' | 'first' | 'width' | 'reading'>} table
 * @param {string} text The sample.
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
export function refuseMixedDelimiters({ records, first, width, reading }, text) {
  const { delimiter } = reading;
  const [top, ...others] = records
    .slice(first, first + COMPARED_RECORDS)
    .map(({ start, end }) => text.slice(start, end).replaceAll(QUOTED, 'x'));
  if (!USUAL.includes(delimiter) || others.length === 0) return;
  const even = others.filter(line => line.split(delimiter).length === width).length;
  if (even === others.length && (even > 1 || width > 2)) return;
  for (const other of USUAL) {
    // A space behind it stands in a name, as in `Lee, Ann`.
    if (other === delimiter || !top.includes(other) || top.includes(`${other} `)) continue;
    const count = partsOf(top, delimiter, other);
    const mixed = others.filter(line => partsOf(line, delimiter, other) === count).length;
    if (mixed * 2 < others.length) continue;
    throw new CsvError(
      'csv/ambiguous-dialect',
      `${JSON.stringify(delimiter)} and ${JSON.stringify(other)} together split the names and most records into ${count} fields, so both may be ` +
        'delimiters; write one of them everywhere, or set "delimiter" to the one that is meant',
      { record: 1, byte: records[first].start },
    );
  }
}

/**
 * @param {string} line
 * @param {string} one
 * @param {string} other
 */
function partsOf(line, one, other) {
  return line.split(one).length + line.split(other).length - 1;
}

const COMPARED_RECORDS = 50;
const QUOTED = /"(?:[^"]|"")*"/g;
