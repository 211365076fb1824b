import { CsvError } from '../../../errors.js';
import { looseName } from '../../../recipe/field-names.js';
import { fieldsIn } from '../../plan/fields-in.js';
import { shownRecord as shown } from '../doubts/shown-record.js';
import { recordsOfFirst, refuseOtherTable } from '../doubts/two-tables.js';
import { tableOptions } from '../table/table-options.js';
import { fieldValues } from '../text/field-values.js';
import { isData } from './cell-shape.js';
import { isComment, isLabelled } from './comments-above.js';
import { findHeader } from './find-header.js';
import { joinNames } from './join-names.js';
import { belowPaddedTitles } from './padded-titles.js';
import { usedNames } from './used-names.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { Table } from '../table/table.js' */
/** @import { SplitRecord } from '../text/reading.js' */

/**
 * Finds a table's header as the rule says: under `true` below the titles that a spreadsheet has padded, under `"auto"` by its
 * looks.
 *
 * @param {string} text The sample.
 * @param {Table} table
 * @param {CsvRule} rule
 * @returns {{ first: number, rows: number }} Which of the table's records begins the header, or the records if it has no rows.
 * @throws {CsvError} `csv/ambiguous-dialect`, `csv/two-tables`
 */
export function headerOf(text, table, rule) {
  refuseComment(text, table, rule);
  const found = findRows(text, table, rule);
  refuseOtherTable(text, table, found.first, rule);
  return found;
}

/**
 * @param {string} text The sample.
 * @param {Table} table
 * @param {CsvRule} rule
 * @returns {{ first: number, rows: number }} As `headerOf` does.
 */
function findRows(text, table, rule) {
  if (rule.header === true) {
    // Where no field is named, the line may as well be a header.
    const first = fieldsIn(rule).length > 0 ? belowPaddedTitles(text, table, tableOptions(rule)) : table.first;
    return { first, rows: 1 };
  }
  return rule.header === 'auto' ? findSureHeader(text, table, rule) : { first: table.first, rows: 0 };
}

/**
 * Refuses a line as `# made by x, on y` for a header or a record, where the rule names fields and none of them stands in it. Under
 * `true`, it is the header if the next line is surely none.
 *
 * @param {string} text The sample.
 * @param {Table} table
 * @param {CsvRule} rule
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
function refuseComment(text, { records, first, reading }, rule) {
  const { hashes, skips, named, used } = tableOptions(rule);
  if (!hashes || !skips || fieldsIn(rule).length === 0) return;
  const above = named && used.length === 0 ? records.slice(0, first).find(mayNameFields) : undefined;
  const [line, below] = above === undefined ? records.slice(first, first + 2) : [above, records[first]];
  if (line === undefined || (above === undefined && !isDoubtful(line))) return;
  const [values, next = []] = [line, below].filter(Boolean).map(record => fieldValues(text, record, reading));
  if (values.some(name => used.includes(looseName(name.replace(/^#+/, ''))))) return;
  const isBelieved = rule.header === true || (named && !isComment(text, line));
  if (above === undefined && isBelieved && (below === undefined || next.some(isData))) return;
  throw new CsvError(
    'csv/ambiguous-dialect',
    `the first line, ${shown(values)}, may be a comment above ${shown(next)} or part of the table; set "comments": "#", ` +
      'or "comments": "none"',
    { record: 1, byte: line.start },
  );

  /**
   * Whether a comment above the table lists as many names as the table has fields, as `# Fields: id,name` does.
   *
   * @param {SplitRecord} line
   */
  function mayNameFields(line) {
    if (!isLabelled(text, line) || line.width !== records[first]?.width) return false;
    return !fieldValues(text, line, reading).some(value => isData(value.slice(value.indexOf(':') + 1)));
  }

  /** @param {SplitRecord} line */
  function isDoubtful(line) {
    if (isComment(text, line)) return true;
    const own = records.slice(first + 1).find(({ start }) => text[start] !== '#');
    return line.width > 1 && line.width === own?.width && isLabelled(text, line);
  }
}

/**
 * A row with a name that the rule uses is a header. Where the rule names fields by their positions, a row that looks like the
 * records below may be either: what it holds could be published, or a record lost.
 *
 * @param {string} text The sample.
 * @param {Table} table
 * @param {CsvRule} rule
 * @returns {{ first: number, rows: number }} As `findHeader` does.
 * @throws {CsvError} `csv/ambiguous-dialect`
 */
function findSureHeader(text, table, rule) {
  const { first, rows, isSure } = findHeader(text, { ...table, records: recordsOfFirst(text, table) });
  const record = table.records[first];
  if (record === undefined) return { first, rows };
  const names = new Set(fieldValues(text, record, table.reading).map(name => looseName(name)));
  const used = usedNames(rule);
  const found = used.filter(name => names.has(name));
  if (found.length > 0) return { first, rows: rows > 1 && holdsAll(found, first, rows) ? rows : 1 };
  if (isSure || used.length > 0 || fieldsIn(rule).length === 0) return { first, rows };
  const second = table.records[first + 1] ?? record;
  const [own, next] = [record, second].map(one => shown(fieldValues(text, one, table.reading)));
  throw new CsvError(
    'csv/ambiguous-dialect',
    'the records can be read in two ways, since the first one looks like those below: the first record is ' +
      `${next} below the names ${own}, or it is ${own}; set "header": true, or "header": false`,
    { record: 1, byte: record.start },
  );

  /**
   * @param {readonly string[]} wanted
   * @param {number} from
   * @param {number} count
   * @returns {boolean} Whether rows that are joined to one header still have the names.
   */
  function holdsAll(wanted, from, count) {
    const lines = table.records.slice(from, from + count);
    const joined = joinNames(lines.map(line => fieldValues(text, line, table.reading)));
    const held = new Set(joined.map(name => looseName(name)));
    return wanted.every(name => held.has(name));
  }
}
