import { looseName } from './field-names.js';
import { fieldResolver, namedFields } from './named-fields.js';
import { formatPath } from './path.js';
import { shown } from './shown.js';
import { MAX_NAME_BYTES, tableOf } from './table.js';
import { writtenFields } from './written-fields.js';

/** @import { Problems, Report } from './problems.js' */
/** @import { Table } from './recipe.js' */
/** @import { WrittenCsv, WrittenRule } from './validate.js' */

/**
 * Reports what cannot go together with a table, or has no effect beside one.
 *
 * @param {WrittenCsv} csv
 * @param {Report} report
 */
export function refuseTableConflicts(csv, report) {
  if (csv.table === undefined) return;
  const table = tableOf(csv.table);
  refuseLongNames(table, csv.table, report);
  refuseWrongKeys(csv, table, report);
  const { header, badRecords, output, writeHeader, set, columns } = csv;
  for (const [name, column] of Object.entries(columns)) {
    if (!Object.hasOwn(set, name) || typeof column === 'string' || column.null.length === 0) continue;
    report(['columns', name, 'null'], 'has no effect on what "set" adds: leave it out');
  }
  for (const [name, value] of Object.entries(set)) {
    if (!String(value).includes('\0')) continue;
    report(['set', name], 'holds a NUL, which Postgres cannot store', 'recipe/wrong-value');
  }
  if (header === false) report(['table'], 'needs names of columns, but "header" is false: list the names in "header"');
  if (badRecords === 'keep') {
    report(['badRecords'], 'is "keep", but a bad record is no row of "table": choose "quarantine", "skip" or "fail"');
  }
  if (output.delimiter !== undefined) {
    report(
      ['output', 'delimiter'],
      `is ${shown(output.delimiter)}, but the records go into "table" and not into a file: leave one out`,
    );
  }
  if (writeHeader) {
    report(['writeHeader'], 'is true, but the names of "header" become columns of "table" without it: leave it out');
  }
}

/**
 * Postgres would cut longer names off.
 *
 * @param {Table} table
 * @param {NonNullable<WrittenCsv['table']>} written
 * @param {Report} report
 */
function refuseLongNames({ schema, name }, written, report) {
  for (const part of [schema ?? '', name]) {
    const { length } = Buffer.from(part);
    if (length <= MAX_NAME_BYTES) continue;
    report(
      typeof written === 'string' ? ['table'] : ['table', 'name'],
      `has a name of ${length} bytes in UTF-8, but a name in Postgres has at most ${MAX_NAME_BYTES}`,
      'recipe/wrong-value',
    );
  }
}

/**
 * @param {WrittenCsv} csv
 * @param {Table} table
 * @param {Report} report
 */
function refuseWrongKeys(csv, { mode, key }, report) {
  if (mode === 'merge' && key.length === 0) {
    report(
      ['table', 'key'],
      'is missing: "merge" needs the fields by which a record finds its row',
      'recipe/missing-key',
    );
  }
  if (mode !== 'merge' && key.length > 0) {
    report(['table', 'key'], `has no effect, since "mode" is ${shown(mode)}: leave it out, or set "mode": "merge"`);
  }
  const fields = namedFields(csv);
  const resolve = fieldResolver(csv, fields);
  const { mayBeWritten } = writtenFields(csv);
  for (const { key, path, field } of fields) {
    if (key !== 'table' || mayBeWritten(field)) continue;
    // A name that "header" lacks is reported as one, where that is a conflict.
    if (Array.isArray(csv.header) && csv.missing === 'fail' && resolve(field).includes(field)) continue;
    report(path, `is ${shown(field)}, a field that the rule does not write: the table needs it`);
  }
}

/**
 * Reports rules that fill one table in different ways.
 *
 * @param {WrittenRule[]} rules
 * @param {Problems} problems Added to. A rule that has one already is not judged.
 */
export function refuseRivalTables(rules, problems) {
  /** @type {Map<string, { way: string, path: string }>} By the table's name. */
  const first = new Map();
  for (const index of rules.keys()) {
    if (problems.areIn(['entries', index])) continue;
    const { csv } = rules[index];
    if (csv?.table === undefined) continue;
    const table = tableOf(csv.table);
    const name = JSON.stringify([table.schema, table.name]);
    const way = JSON.stringify([table.mode, columnsOf(table.key, csv)]);
    const path = ['entries', index, 'csv', 'table'];
    const other = first.get(name);
    if (other === undefined) first.set(name, { way, path: formatPath(path) });
    else if (other.way !== way) {
      problems.reportIn(path)([], `is the table of ${other.path}, but has another "mode" or "key": make them the same`);
    }
  }
}

/**
 * @param {readonly string[]} key
 * @param {WrittenCsv} csv
 * @returns {string[]} What the columns are called, as far as the recipe shows it: the same for all spellings.
 */
function columnsOf(key, { rename }) {
  const renamed = new Map(Object.entries(rename).map(([from, to]) => [looseName(from), to]));
  return key.map(field => looseName(renamed.get(looseName(field)) ?? field)).sort();
}
