import { CsvError } from '../../../errors.js';
import { looseName } from '../../../recipe/field-names.js';
import { fieldsIn } from '../../plan/fields-in.js';
import { isTooMany } from '../../records/bad/too-many-bad.js';
import { isHeader } from '../header/looks-like-names.js';
import { usedNames } from '../header/used-names.js';
import { fieldValues } from '../text/field-values.js';
import { isBelowPairs } from './below-pairs.js';
import { shownRecord } from './shown-record.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Table } from '../table/table.js' */
/** @import { Reading, SplitRecord } from '../text/reading.js' */

/**
 * Refuses an entry in which an empty line and another table follow, where its records would be too many bad ones, it has a field
 * that the rule names and the first table lacks, or its fields are as many under other names. A few of another width are bad records.
 *
 * @param {string} text The sample.
 * @param {Table} table
 * @param {number} header Which of its records is the header, below rows that look like titles.
 * @param {CsvRule} rule
 * @throws {CsvError} `csv/two-tables`
 */
export function refuseOtherTable(text, table, header, rule) {
  const { records, first, width, reading } = table;
  // A rule that says how many lines to skip says where the table is.
  if (width < 2 || rule.skipLines !== 'auto') return;
  const above = records.slice(first, header);
  if (above.length > 0 && hasEmptyLine(text, records[header - 1], records[header])) {
    if (holdsOtherTable(above, text, reading)) throw twoTables(text, reading, above[0], records[header]);
  }
  for (const { from, to } of blocksOf(records, text, header)) {
    if (from === header) continue;
    const block = records.slice(from, to);
    const isSame = block[0].width === width;
    const isOther = isSame
      ? hasOtherNames(text, table, header, from, rule)
      : isBelowPairs(block, from - header, width, rule) ||
        ((isTable(block, text, reading) || namesValues(block, text, reading)) &&
          isMissed(text, table, header, from, block, rule));
    if (isOther) throw twoTables(text, reading, records[header], block[0]);
  }
}

/**
 * @param {string} text
 * @param {Reading} reading
 * @param {SplitRecord} first
 * @param {SplitRecord} second
 */
function twoTables(text, reading, first, second) {
  const [one, other] = [first, second].map(record => shownRecord(fieldValues(text, record, reading)));
  return new CsvError(
    'csv/two-tables',
    `the entry holds two tables: one begins with ${one}, and behind an empty line another one with ${other}; split the entry, ` +
      'or set "skipLines" to the number of lines above the table that is meant, and "maxBad" to "100%"',
    { record: 1 },
  );
}

/**
 * @param {string} text
 * @param {Table} table
 * @returns {SplitRecord[]} Its records up to an empty line behind which another table follows.
 */
export function recordsOfFirst(text, { records, first, width, reading }) {
  const other = blocksOf(records, text, first).find(
    ({ from, to }) => from > first && records[from].width !== width && isTable(records.slice(from, to), text, reading),
  );
  return other === undefined ? records : records.slice(0, other.from);
}

/**
 * Whether lines above or below a table, with an empty line between them and it, hold another table rather than notes or totals.
 *
 * @param {SplitRecord[]} lines
 * @param {string} text
 * @param {Reading} reading
 */
export function holdsOtherTable(lines, text, reading) {
  return blocksOf(lines, text, 0).some(({ from, to }) => {
    const block = lines.slice(from, to);
    return isTable(block, text, reading) && !areLabelled(block, text, reading);
  });
}

/**
 * Whether each line begins with words and a colon, as notes above a table do.
 *
 * @param {SplitRecord[]} lines
 * @param {string} text
 * @param {Reading} reading
 */
function areLabelled(lines, text, reading) {
  return lines.every(line => LABEL.test(fieldValues(text, line, reading)[0]));
}

/**
 * @param {string} text
 * @param {SplitRecord} above
 * @param {SplitRecord} below
 */
export function hasEmptyLine(text, above, below) {
  return /^[\r\n]+$/.test(text.slice(above.after, below.start));
}

/**
 * @param {SplitRecord[]} records
 * @param {string} text
 * @param {number} first
 * @returns {{ from: number, to: number }[]} The records from `first` on, as empty lines divide them.
 */
function blocksOf(records, text, first) {
  const blocks = [];
  let from = first;
  for (let index = first + 1; index <= records.length; index++) {
    if (index < records.length && !hasEmptyLine(text, records[index - 1], records[index])) continue;
    blocks.push({ from, to: index });
    from = index;
  }
  return blocks;
}

/**
 * Whether lines of one width are records rather than notes: there are three of three fields, or all but the first begin with a
 * number or a code.
 *
 * @param {SplitRecord[]} block
 * @param {string} text
 * @param {Reading} reading
 */
function isTable(block, text, reading) {
  const width = filledWidth(block[0]);
  const isEven = (/** @type {SplitRecord} */ record) =>
    filledWidth(record) === width || record.width === block[0].width;
  const even = block.filter(record => record.sound && isEven(record));
  if (width < 2 || even.length < Math.max(2, block.length * NEARLY_ALL)) return false;
  if (width > 2 && even.length > 2) return true;
  const code = even.length > 2 ? DIGIT : CODE;
  return even.slice(1, COMPARED_RECORDS).every(record => code.test(fieldValues(text, record, reading)[0]));
}

/**
 * Whether lines are names and a single record.
 *
 * @param {SplitRecord[]} block
 * @param {string} text
 * @param {Reading} reading
 */
function namesValues(block, text, reading) {
  const [names, values] = block;
  if (block.length !== 2 || names.width < 3 || names.width !== values.width) return false;
  return isHeader(block, 0, text, reading);
}

/** @param {SplitRecord} record */
function filledWidth({ width, emptyLast }) {
  return width - Number(emptyLast);
}

/**
 * @param {string} text
 * @param {Table} table
 * @param {number} first
 * @param {number} from Where the block begins.
 * @param {SplitRecord[]} block
 * @param {CsvRule} rule
 * @returns {boolean} Whether records of another table must not just be bad ones.
 */
function isMissed(text, { records, reading }, first, from, block, rule) {
  const { maxBad, badRecords, header, ragged } = rule;
  // They would be filled up, or cut, as if they were records of the first table.
  if (ragged !== 'bad') return true;
  const hasLimit = badRecords === 'quarantine' || badRecords === 'skip';
  if (hasLimit && isTooMany(maxBad, { read: records.length - first, bad: block.length })) return true;
  const isUnnamed = header === false || Array.isArray(header);
  // Otherwise, they would be refused for their widths only.
  const own = from - first - Number(!isUnnamed);
  if (hasLimit && maxBad === 'auto' && fieldsIn(rule).length > 0 && block.length > own) return true;
  const [width, otherWidth] = [records[first].width, block[0].width];
  if (fieldsIn(rule).some(field => typeof field === 'number' && field >= width && field < otherWidth)) return true;
  if (isUnnamed) return false;
  const [names, others] = [records[first], block[0]].map(record => namesOf(text, record, reading));
  return usedNames(rule).some(name => others.includes(name) && !names.includes(name));
}

/**
 * Whether other names than the table's stand above records with as many fields, where the rule protects some of them.
 *
 * @param {string} text
 * @param {Table} table
 * @param {number} first
 * @param {number} from
 * @param {CsvRule} rule
 */
function hasOtherNames(text, { records, reading }, first, from, rule) {
  if (fieldsIn(rule).length === 0 || from + 2 >= records.length) return false;
  const names = namesOf(text, records[from], reading);
  if (names.includes('') || names.join('\0') === namesOf(text, records[first], reading).join('\0')) return false;
  return isHeader(records, from, text, reading);
}

/**
 * @param {string} text
 * @param {SplitRecord} record
 * @param {Reading} reading
 */
function namesOf(text, record, reading) {
  return fieldValues(text, record, reading).map(name => looseName(name));
}

const NEARLY_ALL = 0.9;
const COMPARED_RECORDS = 20;
const DIGIT = /\d/;
const LABEL = /^\D+:\s*$/;
/** A number, an address or a code, rather than words. */
const CODE = /^\S*\d\S*$/;
