import { CsvError } from '../../errors.js';
import { jsonName } from '../../printable.js';
import { MAX_NAME_BYTES } from '../../recipe/table.js';
import { listFields, shortened } from './find-fields.js';
import { typesOfFields } from './typed-fields.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { FieldPlan, SetColumn, TableColumn, TablePlan } from './field-plan.js' */
/** @import { FieldFinder } from './find-fields.js' */
/** @import { OutputColumn } from './output-columns.js' */

/**
 * Plans the columns of a table.
 *
 * @param {CsvRule} rule
 * @param {FieldFinder} finder
 * @param {{ columns: OutputColumn[] } & Pick<FieldPlan, 'renamed' | 'trimmed'>} plan
 * @returns {TablePlan | null} null if the records go into a file.
 * @throws {CsvError} `csv/column-name`, `csv/duplicate-column`, `csv/missing-field`, `csv/ambiguous-field`
 */
export function tablePlan(rule, finder, { columns, renamed, trimmed }) {
  const { table, columns: types } = rule;
  if (table === null) return null;
  const { names, width } = finder;
  if (names === null) {
    throw new CsvError(
      'csv/column-name',
      `the columns of a table need names, but the entry has ${listFields(null, width)}; list the names in "header"`,
    );
  }
  const added = new Map(columns.filter(isAdded).map(column => [column.name, column]));
  const ofAdded = new Map(types);
  const ofFields = typesOfFields(rule, finder);
  const keys = new Set();
  for (const name of table.key) {
    const column = added.get(name);
    for (const one of column === undefined ? finder.one(name, 'table') : [column]) keys.add(one);
  }
  /** @param {number} index */
  const nameOf = index => renamed.get(index) ?? (trimmed.has(index) ? names[index].trim() : names[index]);
  const named = columns.map(column => {
    const { type = 'text', null: nulls = [] } =
      (isAdded(column) ? ofAdded.get(column.name) : ofFields.get(column)) ?? {};
    const name = isAdded(column) ? column.name : nameOf(column);
    return { name, type, nullAs: nullAs(type, nulls), isKey: keys.has(column) };
  });
  refuseNames(named);
  refuseMissingKey(table.key, named);
  const fields = columns.filter(column => typeof column === 'number').sort((one, other) => one - other);
  return { columns: named, fields: fields.map(index => ({ index, name: shortened(names[index]) })) };
}

/**
 * @param {TableColumn['type']} type
 * @param {readonly string[]} nulls The values that stand for NULL.
 * @returns {TableColumn['nullAs']}
 */
function nullAs(type, nulls) {
  if (type !== 'text' || nulls.includes('')) return 'empty';
  return nulls.length > 0 ? 'unquoted' : 'none';
}

/** @param {TableColumn[]} columns */
function refuseNames(columns) {
  const seen = new Set();
  for (const [index, { name }] of columns.entries()) {
    const bytes = Buffer.byteLength(name);
    const problem =
      (bytes === 0 && 'no name') ||
      (bytes > MAX_NAME_BYTES && `a name of ${bytes} bytes in UTF-8 (a column's has at most ${MAX_NAME_BYTES})`) ||
      (/[\0\ufffd]/.test(name) && 'a name that is not UTF-8, or holds a NUL');
    if (problem) {
      throw new CsvError(
        'csv/column-name',
        `column ${index + 1} of the table would have ${problem}: ${jsonName(shortened(name))}; ` +
          'give the field another name in "rename", or drop it',
      );
    }
    if (seen.has(name)) {
      throw new CsvError(
        'csv/duplicate-column',
        `the table would have two columns ${jsonName(name)}; give one of them another name in "rename" or "set", or drop one`,
      );
    }
    seen.add(name);
  }
}

/**
 * Not even `"missing": "ignore"` can do without the key.
 *
 * @param {readonly string[]} key
 * @param {TableColumn[]} columns
 */
function refuseMissingKey(key, columns) {
  if (columns.filter(({ isKey }) => isKey).length === key.length) return;
  const [wanted, written] = [key, columns.map(({ name }) => name)].map(names => listFields([...names], names.length));
  throw new CsvError(
    'csv/missing-field',
    `the table's key has the fields ${wanted}, but the columns are ${written}: the entry lacks one of them, or it is dropped`,
  );
}

/**
 * @param {OutputColumn} column
 * @returns {column is SetColumn}
 */
function isAdded(column) {
  return typeof column !== 'number';
}
