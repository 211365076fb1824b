import { looseName } from '../../../recipe/field-names.js';
import { fieldsIn } from '../../plan/fields-in.js';
import { ambiguousDelimiter } from '../doubts/ambiguous.js';
import { recordsOfFirst } from '../doubts/two-tables.js';
import { isEven } from '../table/even-widths.js';
import { findTable } from '../table/find-table.js';
import { FEW, fits, isRegular, likelier, splitsBelow, splitsNearlyAll } from '../table/likelier.js';
import { USUAL } from '../table/usual.js';
import { fieldValues } from '../text/field-values.js';
import { isPunctuation, rareDelimiters } from './rare-delimiters.js';
import { refuseShortColumn, refuseTitle, refuseTitles } from './short-column.js';
import { withWholeValues } from './whole-values.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Sample, Table, TableOptions } from '../table/table.js' */
/** @import { Reading } from '../text/reading.js' */

/**
 * Decides between a table and those that it would be with another delimiter, where the rule names fields: a wrong guess would take a
 * part of a value for a field. The table under which more of the named fields are found wins; without names, the one whose values hold
 * fewer of the other's delimiters.
 *
 * @param {Sample} sample
 * @param {Table} table The best one.
 * @param {CsvRule} rule
 * @param {TableOptions} options
 * @returns {Table}
 * @throws {CsvError} `csv/ambiguous-dialect`, `csv/bad-header`
 */
export function withoutRival(sample, table, rule, options) {
  if (rule.delimiter !== 'auto' || fieldsIn(rule).length === 0) return table;
  const { text } = sample;
  const isByName = options.named && options.used.length > 0;
  let best = table;
  for (const reading of rivalReadings(table, text, rule)) {
    // A longer delimiter, as `||`, was preferred to the one that it holds.
    const isSame = best.reading.delimiter === reading.delimiter && best.reading.quote !== reading.quote;
    if (!isSame && best.reading.delimiter.includes(reading.delimiter)) continue;
    const other = findTable(sample, reading, options);
    if (isSame) {
      if (isQuoted(other) && isRegular(other, rule) && !isRegular(best, rule)) best = other;
      continue;
    }
    if (reading.quote !== best.reading.quote && !isQuoted(other)) continue;
    const [found, otherFound] = [best, other].map(one => countFound(one, text, options));
    const isTitle = isByName && otherFound > found;
    if (best.width === 1) refuseShortColumn(sample, options.named && !isTitle ? fromSameLine(other, best) : other);
    if (best.width === 1 && !isByName && options.named) refuseTitles(other, text);
    if (best.first > 0 && other.width < 2 && !isByName) refuseBelow(sample, best, reading, rule, options);
    if (options.named && splitsBelow(best, other, text)) throw ambiguousDelimiter(best, other, text);
    const isSplit = isEven({ ...other, records: recordsOfFirst(text, other) });
    if (!isSplit && (other.width < 2 || !(USUAL.includes(reading.delimiter) || other.records.length === 1))) continue;
    if (!isByName && !Array.isArray(rule.header) && best.width === 1) refuseTitle(other);
    const isUneven =
      best.width === 1 &&
      isPunctuation(reading.delimiter) &&
      !fits(best, rule) &&
      splitsNearlyAll(other) &&
      areAlike(other);
    if (isUneven && found === 0 && !isTitle) throw ambiguousDelimiter(best, other, text);
    // Where both find as many, a name may stand in a comment above.
    if (isByName && found !== otherFound) {
      const isSound = other.bad <= other.good * FEW || best.width < 2 || best.bad > best.good;
      if (isSound && otherFound > found) best = other;
    } else if (best.width > 1 || (fits(other, rule) && !fits(best, rule))) {
      best = likelier(best, other, text, rule);
    }
  }
  return withWholeValues(sample, best, rule, options);
}

/**
 * Refuses a table below skipped lines that another delimiter splits as well from where it begins. The lines above, which it leaves whole,
 * speak against it as a whole only.
 *
 * @param {Sample} sample
 * @param {Table} table
 * @param {Reading} reading
 * @param {CsvRule} rule
 * @param {TableOptions} options
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
function refuseBelow({ text, whole }, table, reading, rule, options) {
  const below = { text: text.slice(table.records[table.first].start), whole };
  const [one, other] = [table.reading, reading].map(each => findTable(below, each, options));
  if (other.width < 2 || other.first > 0 || !isRegular(other, rule)) return;
  if (likelier(one, other, below.text, rule) === other) throw ambiguousDelimiter(one, other, below.text);
}

/**
 * @param {Table} table
 * @param {string} text
 * @param {CsvRule} rule
 * @returns {Reading[]} With other delimiters, and with apostrophes for quotes.
 */
function rivalReadings({ reading }, text, rule) {
  // A tab is tried first: hardly any value holds one.
  const usual = ['\t', ...USUAL.filter(delimiter => delimiter !== '\t')].filter(
    delimiter => delimiter !== reading.delimiter && text.includes(delimiter),
  );
  const rare = rareDelimiters(text, true).filter(
    delimiter => isPunctuation(delimiter) && delimiter !== reading.delimiter,
  );
  // Quotes may have been given up only because another delimiter cuts them.
  const isGivenUp = rule.quote === 'auto' && reading.quote === 'none';
  /** @type {Reading[]} */
  const tried = isGivenUp ? [{ ...reading, quote: '"', escape: 'double' }, reading] : [reading];
  const rivals = [...usual, ...rare].flatMap(delimiter => tried.map(one => ({ ...one, delimiter })));
  if (rule.quote !== 'auto' || reading.quote !== '"' || !text.includes("'")) return rivals;
  return [...rivals, ...rivals.map(rival => ({ ...rival, quote: /** @type {const} */ ("'") }))];
}

/**
 * @param {Table} other
 * @param {Table} best
 * @returns {Table} The first one from the line on where the other begins, if it begins below: its header may lack a name.
 */
function fromSameLine(other, best) {
  const start = best.records[best.first]?.start;
  const first = other.records.slice(0, other.first).findIndex(record => record.start === start);
  return first === -1 ? other : { ...other, first, width: other.records[first].width };
}

/**
 * Whether all records below the first one have the same width (the last one may be shorter), or two of three fields or more have the same. In
 * formulas such as `x^2` they hardly do.
 *
 * @param {Table} table
 */
function areAlike({ records, first }) {
  const widths = records.slice(first + 1).map(({ width }) => width);
  const wide = widths.filter(width => width > 2);
  const same = widths.filter(width => width === widths[0]).length;
  const isShort = widths[widths.length - 1] < widths[0];
  return new Set(wide).size < wide.length || (same > 1 && same + Number(isShort) === widths.length);
}

/** @param {Table} table */
function isQuoted({ records, first }) {
  const own = records.slice(first);
  return own.every(({ sound }) => sound) && own.some(({ quoted }) => quoted > 0);
}

/**
 * @param {Table} table
 * @param {string} text
 * @param {TableOptions} options
 */
function countFound({ records, first, reading }, text, { used }) {
  if (records[first] === undefined) return 0;
  const names = new Set(fieldValues(text, records[first], reading).map(name => looseName(name)));
  return used.filter(name => names.has(name)).length;
}
