import { CsvError } from '../../errors.js';
import { fieldsIn } from '../plan/fields-in.js';
import { ambiguousDelimiter } from './doubts/ambiguous.js';
import { isRegular } from './table/likelier.js';
import { sniff } from './table/sniff.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { Sample, Table } from './table/table.js' */

/**
 * Sniffs what stands below a line with `sep=`, which is believed, unless the rule names fields and another delimiter splits the records
 * well, and that of the line does not, or there are no names that it splits.
 *
 * @param {Sample} sample
 * @param {CsvRule} rule
 * @param {string | null} delimiter Of that line; null if there is none.
 * @returns {Table}
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
export function sniffBelow(sample, rule, delimiter) {
  const table = sniff(sample, rule, delimiter);
  if (delimiter === null || rule.delimiter !== 'auto' || fieldsIn(rule).length === 0) return table;
  const isNamed = rule.header === true || rule.header === 'auto';
  if (isNamed && isRegular(table, rule)) return table;
  const found = sniffFreely(sample, rule);
  if (found === null || found.reading.delimiter === delimiter || !isRegular(found, rule)) return table;
  throw ambiguousDelimiter(table, found, sample.text);
}

/**
 * @param {Sample} sample
 * @param {CsvRule} rule
 * @returns {Table | null} null if nothing is certain.
 */
function sniffFreely(sample, rule) {
  try {
    return sniff(sample, rule);
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}
