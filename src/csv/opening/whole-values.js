import { ambiguousDelimiter } from './ambiguous.js';
import { cutsAmounts, cutsQuotes, cutsValues } from './cut-values.js';
import { findTable } from './find-table.js';
import { isRegular } from './likelier.js';
import { absentDelimiter, isJsonLines, mayBeColumn } from './one-column.js';
import { isWord } from './rare-delimiters.js';
import { isOneColumn } from './short-column.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { Sample, Table, TableOptions } from './find-table.js' */

/**
 * Refuses a table whose delimiter stands within a value of each record, where the rule names fields.
 *
 * @param {Sample} sample
 * @param {Table} best The best one.
 * @param {CsvRule} rule
 * @param {TableOptions} options
 * @returns {Table} As one column where its header shows that it is one.
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
export function withWholeValues(sample, best, rule, options) {
  const { text } = sample;
  const withDelimiter = (/** @type {string} */ delimiter) => findTable(sample, { ...best.reading, delimiter }, options);
  const asColumn = () => withDelimiter(absentDelimiter(text));
  if (options.named && isOneColumn(sample, best, rule, options.used)) return asColumn();
  if (isWord(best.reading.delimiter)) {
    const joint = [...JOINTS].find(delimiter => text.includes(delimiter) && isRegular(withDelimiter(delimiter), rule));
    if (joint !== undefined) throw ambiguousDelimiter(best, withDelimiter(joint), text);
  }
  if (best.width > 1 && isJsonLines(sample, best)) throw ambiguousDelimiter(best, asColumn(), text);
  const isCutUnderList = Array.isArray(rule.header) && (cutsAmounts(best, text) || cutsQuotes(best, text));
  if (isCutUnderList) throw ambiguousDelimiter(best, asColumn(), text);
  if (Array.isArray(rule.header) || options.used.length > 0) return best;
  // Words of any text may be as many in each line.
  const mayBeWhole = rule.header !== true && (mayBeColumn(sample, best) || cutsValues(best, text));
  if (isWord(best.reading.delimiter) || mayBeWhole) throw ambiguousDelimiter(best, asColumn(), text);
  return best;
}

/** What is never guessed, and yet speaks against a space. */
const JOINTS = '!#$%&*=@';
