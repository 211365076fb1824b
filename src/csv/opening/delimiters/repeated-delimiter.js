import { fieldsIn } from '../../plan/fields-in.js';
import { ambiguousDelimiter } from '../doubts/ambiguous.js';
import { namesField } from '../header/used-names.js';
import { findTable } from '../table/find-table.js';
import { USUAL } from '../table/usual.js';
import { fieldValues } from '../text/field-values.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Sample, Table, TableOptions } from '../table/table.js' */

/**
 * Reads a table under its delimiter repeated, as in `a||b||c`, where nothing ever stands between. With one of the usual delimiters,
 * many empty fields are needed, or the names that the rule gives. A few leave it open which position a field has.
 *
 * @param {Sample} sample
 * @param {Table} table Under the single delimiter.
 * @param {CsvRule} rule
 * @param {TableOptions} options
 * @returns {Table}
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
export function withRepeated(sample, table, rule, options) {
  const found = findRepeated(sample, table, options);
  const single = found === null ? singleOf(sample, table, options) : table;
  const repeated = found ?? table;
  if (single === null) return table;
  const { header } = rule;
  if (Array.isArray(header) && [single.width, repeated.width].includes(header.length)) {
    return header.length === single.width ? single : repeated;
  }
  const rows = single.records.length - single.first;
  const columns = single.width - repeated.width;
  const names = fieldValues(sample.text, repeated.records[repeated.first], repeated.reading);
  const isRare = !USUAL.includes(single.reading.delimiter);
  // A column between bars that has neither a name nor a value is none.
  const isBar =
    single.reading.delimiter === '|' &&
    namesField(repeated.records[repeated.first], sample.text, repeated.reading, options.used);
  const isPlenty = !names.includes('') && (isRare || isBar || (rows >= MIN_ROWS && rows * columns >= MIN_EMPTY));
  // One or two columns that are always empty have no names either, if the first record has names.
  const isOpen = !isPlenty || (!options.sure && columns <= 2);
  if (isOpen && fieldsIn(rule).some(field => typeof field === 'number')) {
    throw ambiguousDelimiter(single, repeated, sample.text);
  }
  return isPlenty ? repeated : table;
}

/**
 * @param {Sample} sample
 * @param {Table} table
 * @param {TableOptions} options
 * @returns {Table | null} The table under the character that its delimiter repeats, if it is as good.
 */
function singleOf(sample, table, options) {
  const { reading, width, records } = table;
  const [delimiter] = reading.delimiter;
  const times = reading.delimiter.length;
  if (times < 2 || delimiter.trim() === '' || reading.delimiter !== delimiter.repeat(times)) return null;
  const single = findTable(sample, { ...reading, delimiter }, options);
  const isAsGood = single.bad === 0 && table.bad === 0 && single.records.length === records.length;
  return isAsGood && single.first === table.first && single.width === (width - 1) * times + 1 ? single : null;
}

/**
 * Finds the table under its delimiter repeated, as in `a||b||c`, where the fields between are empty in all records.
 *
 * @param {Sample} sample
 * @param {Table} table Under the single delimiter.
 * @param {TableOptions} options
 * @returns {Table | null}
 */
export function findRepeated(sample, { reading, records, first, width }, options) {
  const { delimiter } = reading;
  // A comma is not tried: spreadsheets have columns that only keep others apart.
  if (delimiter === ',' || width < 3) return null;
  const count = records.length - first;
  for (const times of [4, 3, 2]) {
    const repeated = delimiter.repeat(times);
    const fields = (width - 1) / times + 1;
    // An empty field in a single record is no delimiter. Bars may be one: hardly any other character is doubled.
    if (!Number.isInteger(fields) || (count < 2 && fields < 3 && delimiter !== '|')) continue;
    if (!sample.text.includes(repeated)) continue;
    const table = findTable(sample, { ...reading, delimiter: repeated }, options);
    if (table.first !== first || table.bad > 0 || table.width !== fields || table.records.length !== records.length)
      continue;
    const names = fieldValues(sample.text, table.records[first], table.reading);
    // A first record may lack its first value, unlike a header.
    const rows =
      options.sure || names[0] !== ''
        ? [names]
        : table.records
            .slice(first, first + COMPARED_RECORDS)
            .map(record => fieldValues(sample.text, record, table.reading));
    const isFilled = rows.some(
      row => row.filter(Boolean).length > 1 || (names[0] === '' && row[row.length - 1] !== '' && !options.sure),
    );
    if (isFilled && names.every(name => !name.startsWith(delimiter) && !name.endsWith(delimiter))) return table;
  }
  return null;
}

const COMPARED_RECORDS = 20;
const MIN_ROWS = 3;
const MIN_EMPTY = 8;
