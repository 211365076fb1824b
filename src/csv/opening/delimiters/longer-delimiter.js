import { findTable } from '../table/find-table.js';
import { fieldValues } from '../text/field-values.js';

/** @import { Sample, Table, TableOptions } from '../table/table.js' */

/**
 * Reads a table under the delimiter that its own is a part of, as in `a~|~b`, `a^|b` or `a|;|b`: the same punctuation stands beside it
 * wherever it occurs, or between every two.
 *
 * @param {Sample} sample
 * @param {Table} table
 * @param {TableOptions} options
 * @returns {Table}
 */
export function withLonger(sample, table, options) {
  const { reading, records, first, width } = table;
  // Behind a comma, values begin alike by chance.
  if (reading.delimiter === ',' || width < 2 || records.length < first + 2) return table;
  for (const { delimiter, parts } of longerDelimiters(sample.text, table)) {
    const other = findTable(sample, { ...reading, delimiter }, options);
    if (other.first === first && other.width === (width - 1) / parts + 1 && other.bad <= table.bad) return other;
  }
  return table;
}

/**
 * @param {string} text
 * @param {Table} table
 * @returns {{ delimiter: string, parts: number }[]} `parts`: how often each of them holds the table's own.
 */
function longerDelimiters(text, { reading, records, first, width }) {
  const { delimiter } = reading;
  const found = [];
  const [, second] = fieldValues(text, records[first], reading);
  if (BETWEEN.test(second)) found.push({ delimiter: delimiter + second + delimiter, parts: 2 });
  const at = text.indexOf(delimiter, records[first].start);
  const [before, after] = [text[at - 1], text[at + delimiter.length]];
  const count = text.split(delimiter).length;
  const sides = before === after && BESIDE.test(before) ? [before + delimiter + after] : [];
  // In two columns, it may belong to the values of one.
  if (width > 2 && BESIDE.test(before)) sides.push(before + delimiter);
  if (width > 2 && BESIDE.test(after)) sides.push(delimiter + after);
  for (const side of sides) if (text.split(side).length === count) found.push({ delimiter: side, parts: 1 });
  return found;
}

const BESIDE = /^[~^|;]$/;
const BETWEEN = /^[|~^;:#&!<>=]{1,2}$/;
