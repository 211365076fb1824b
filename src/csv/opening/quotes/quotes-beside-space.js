import { findTable } from '../table/find-table.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Sample, Table, TableOptions } from '../table/table.js' */
/** @import { Reading } from '../text/reading.js' */

/**
 * Reads quotes that have space beside them as quotes: `1, "x"`. RFC 4180 has no such fields, so that no value of it changes. The
 * header or the records have to be sound under that: those that begin so and go on behind the quotes are text.
 *
 * @param {Sample} sample
 * @param {Table} table As found without that.
 * @param {CsvRule} rule
 * @param {TableOptions} options
 * @returns {Table}
 */
export function withQuotesBesideSpace(sample, table, rule, options) {
  if (!mayStandBesideSpace(sample.text, table.reading, rule)) return table;
  const spaced = findTable(sample, { ...table.reading, spaces: true }, options);
  const { header: given } = rule;
  if (Array.isArray(given) && spaced.width === given.length && table.width !== given.length) return spaced;
  if (spaced.width !== table.width || spaced.first !== table.first) return table;
  const [header] = spaced.records.slice(spaced.first);
  const before = new Map(table.records.map(record => [record.start, record]));
  let quoted = 0;
  let lost = 0;
  for (const record of spaced.records.slice(spaced.first)) {
    const former = before.get(record.start);
    if (isGood(spaced, record)) quoted += record.quoted - (former?.sound ? former.quoted : 0);
    else if (former !== undefined && isGood(table, former)) lost += 1;
  }
  if (quoted > 0 && lost === 0) return spaced;
  const former = before.get(header?.start);
  const isNamed = header?.sound && (!former?.sound || header.quoted > former.quoted);
  return isNamed && lost <= FEW * spaced.good ? spaced : table;
}

/**
 * @param {string} text
 * @param {Reading} reading
 * @param {CsvRule} rule
 */
function mayStandBesideSpace(text, { quote, spaces, delimiter, escape: escaping }, rule) {
  if (quote === 'none' || spaces || escaping === 'loose' || delimiter.trim() === '') return false;
  // A rule that gives quote and escape means them as they are.
  if ((rule.quote !== 'auto' && rule.escape !== 'auto') || !text.includes(quote)) return false;
  return [' ', '\t'].some(space => text.includes(space + quote) || text.includes(quote + space));
}

/**
 * @param {Table} table
 * @param {Table['records'][number]} record
 */
function isGood({ width, trailingDelimiter }, record) {
  if (!record.sound) return false;
  return record.width === width || (trailingDelimiter && record.width === width + 1 && record.emptyLast);
}

const FEW = 0.1;
