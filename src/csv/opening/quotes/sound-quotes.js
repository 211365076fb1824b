import { fieldsIn } from '../../plan/fields-in.js';
import { isCertain, isPunctuation, rareDelimiters } from '../delimiters/rare-delimiters.js';
import { ambiguousDelimiter } from '../doubts/ambiguous.js';
import { recordsOfFirst } from '../doubts/two-tables.js';
import { isEven } from '../table/even-widths.js';
import { findTable } from '../table/find-table.js';
import { USUAL } from '../table/usual.js';
import { FieldEnds } from '../text/field-ends.js';
import { fieldRanges } from '../text/field-values.js';
import { countQuoted } from '../text/readings.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Sample, Table, TableOptions } from '../table/table.js' */
/** @import { Reading } from '../text/reading.js' */

/**
 * Finds the table under which each quote stands around a field, where the rule names fields and the best one so far leaves quotes
 * within values: with a comma, `true<tab>"{""a"": 1, ""b"": 2}"` is cut within its quotes. Quotes around fields show the delimiter
 * better than records of one width do.
 *
 * @param {Sample} sample
 * @param {Table} table The best one so far.
 * @param {CsvRule} rule
 * @param {readonly string[]} delimiters That may be meant.
 * @param {TableOptions} options
 * @returns {Table}
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
export function withSoundQuotes(sample, table, rule, delimiters, options) {
  const { text } = sample;
  const isGivenUp = table.reading.quote === 'none' || table.reading.escape === 'loose';
  if ((fieldsIn(rule).length === 0 && !isGivenUp) || (rule.quote !== 'auto' && rule.quote !== '"')) return table;
  const hasApostrophes = table.reading.quote === "'" && countQuoted(table) > 0;
  if (!text.includes('"') || hasApostrophes || explainsQuotes(table, text)) return table;
  const isFree = rule.delimiter === 'auto' && delimiters.length > 1;
  const rare = isFree ? rareDelimiters(text, true).filter(delimiter => delimiter.trim() !== '') : [];
  const tried = new Set([table.reading.delimiter, ...delimiters, ...rare]);
  /** @type {Reading['escape'][]} */
  const escapes = rule.escape === 'auto' ? ['double'] : [rule.escape];
  if (rule.escape === 'auto' && text.includes('\\"')) escapes.push('backslash');
  const spacing = rule.escape === 'auto' && / "|" /.test(text) ? [false, true] : [false];
  let best = null;
  /** @type {Table | null} */
  let uneven = null;
  for (const delimiter of tried) {
    if (!text.includes(delimiter)) continue;
    for (const escaping of escapes) {
      for (const spaces of spacing) {
        /** @type {Reading} */
        const reading = { ...table.reading, delimiter, quote: '"', escape: escaping, spaces };
        const other = findTable(sample, reading, options);
        const below = other.records.slice(other.first + 1);
        const isWhole = below.every(({ sound, quoted, width }) => sound && quoted === width);
        const isJoined = other.records.length < table.records.length;
        if ((other.width < 2 && !isWhole) || countQuoted(other) < (isJoined ? 1 : MIN_QUOTED)) continue;
        const own = recordsOfFirst(text, other);
        const unended = own.map(record => ({ ...record, width: record.width - Number(record.emptyLast) }));
        const isOwnEven = isEven({ ...other, records: own }) || isEven({ ...other, records: unended });
        if (other.bad > other.good * FEW && !isOwnEven && !isWhole) {
          if (USUAL.includes(delimiter) && table.width > 1 && explainsQuotes(other, text)) uneven ??= other;
          continue;
        }
        if (
          !explainsQuotes(other, text) ||
          (!USUAL.includes(delimiter) &&
            !isCertain(other, text) &&
            !(isPunctuation(delimiter) && (isEven(other) || other.records.length === 1)))
        )
          continue;
        if (best === null || countQuoted(other) > countQuoted(best)) best = other;
      }
    }
  }
  // Records of several widths, whose quotes this delimiter alone explains.
  const isOpen = best === null && isFree && fieldsIn(rule).length > 0;
  if (isOpen && uneven !== null && uneven.reading.delimiter !== table.reading.delimiter)
    throw ambiguousDelimiter(table, uneven, text);
  return best ?? (isGivenUp ? withQuotesAgain(sample, table, rule, options) : table);
}

/**
 * @param {Sample} sample
 * @param {Table} table Without quotes.
 * @param {CsvRule} rule
 * @param {TableOptions} options
 * @returns {Table} With quotes, if all of them stand around fields: that a reading without them has more good records is chance.
 */
function withQuotesAgain(sample, table, rule, options) {
  const escaping = rule.escape === 'auto' ? 'double' : rule.escape;
  const other = findTable(sample, { ...table.reading, quote: '"', escape: escaping }, options);
  return explainsQuotes(other, sample.text) ? other : table;
}

/**
 * Whether every quote stands around a field or within one that is quoted. The last record may be cut.
 *
 * @param {Table} table
 * @param {string} text
 */
export function explainsQuotes({ records, first, reading }, text) {
  if (reading.quote === 'none' || reading.escape === 'loose') return false;
  const ends = new FieldEnds(text, reading);
  return records.slice(first).every(({ start, end, sound, width, quoted }, index) => {
    if (!sound) return index > 0 && first + index === records.length - 1;
    if (quoted === width || !text.slice(start, end).includes('"')) return true;
    return fieldRanges(ends, start, end).every(
      range => range.quoted || !text.slice(range.from, range.to).includes('"'),
    );
  });
}

const FEW = 0.1;
const MIN_QUOTED = 2;
