import { looseName, matchNames } from './field-names.js';
import { tableOf } from './table.js';

/** @import { Condition, Field, FieldCondition } from './recipe.js' */
/** @import { Path } from './path.js' */
/** @import { WrittenCsv } from './validate.js' */

/**
 * A key that names a field.
 *
 * @typedef {object} NamedField
 * @property {Path} path From the rule's `csv`.
 * @property {string} key The key of `csv`: `drop`, `phones` …
 * @property {Field} field
 */

/**
 * Lists every field that a rule names. A column of `set` that `select`, `columns` or the table's key names is not one.
 *
 * @param {WrittenCsv} csv
 * @returns {NamedField[]}
 */
export function namedFields(csv) {
  const { drop, keep, require, hash, trim, select, phones, dates, mask, set, rename, columns, table, where } = csv;
  /** @type {Set<Field>} */
  const added = new Set(Object.keys(set));
  const lists = Object.entries({ drop, keep, require, hash, trim, select }).flatMap(([key, fields]) =>
    (Array.isArray(fields) ? fields : []).flatMap((field, index) =>
      key === 'select' && added.has(field) ? [] : { key, path: [key, index], field },
    ),
  );
  const objects = Object.entries({ phones, dates, mask }).flatMap(([key, list]) =>
    list.map(({ field }, index) => ({ key, path: [key, index, 'field'], field })),
  );
  const tested = (where ? leavesOf(where) : []).map(({ path, leaf: { field } }) => ({
    key: 'where',
    path: [...path, 'field'],
    field,
  }));
  const renamed = Object.keys(rename).map(field => ({ key: 'rename', path: ['rename', field], field }));
  const typed = Object.keys(columns)
    .filter(field => !added.has(field))
    .map(field => ({ key: 'columns', path: ['columns', field], field }));
  const key = table === undefined ? [] : tableOf(table).key;
  const keys = key.flatMap((field, index) =>
    added.has(field) ? [] : { key: 'table', path: ['table', 'key', index], field },
  );
  return [...lists, ...objects, ...tested, ...renamed, ...typed, ...keys];
}

/**
 * @param {Condition} condition
 * @param {Path} [path]
 * @returns {{ path: Path, leaf: FieldCondition }[]} The conditions of single fields, in order.
 */
export function leavesOf(condition, path = ['where']) {
  if ('field' in condition) return [{ path, leaf: condition }];
  if ('not' in condition) return leavesOf(condition.not, [...path, 'not']);
  const [key, parts] =
    'all' in condition ? /** @type {const} */ (['all', condition.all]) : /** @type {const} */ (['any', condition.any]);
  return parts.flatMap((part, index) => leavesOf(part, [...path, key, index]));
}

/**
 * @param {Pick<WrittenCsv, 'header' | 'names'>} csv
 * @param {NamedField[]} fields Those that are to be identified are among them.
 * @returns {(field: Field) => readonly Field[]} Which fields a key means that means every match, as far as the recipe shows it:
 *   the same for all spellings of one.
 */
export function fieldIdentities(csv, fields) {
  const resolve = fieldResolver(csv, fields);
  /** By what a name matches in `header`: all spellings share that. @type {Map<readonly Field[], readonly Field[]>} */
  const known = new Map();
  return field => {
    const all = resolve(field, 'every');
    const identities =
      known.get(all) ??
      all.map(meant => (typeof meant === 'string' && csv.names === 'loose' ? looseName(meant) : meant));
    if (all.length > 1) known.set(all, identities);
    return identities;
  };
}

/**
 * @param {Pick<WrittenCsv, 'header' | 'names'>} csv
 * @param {NamedField[]} fields Those that are to be resolved are among them.
 * @returns {(field: Field, which?: 'one' | 'every') => readonly Field[]} Which fields are meant, as far as the recipe shows it:
 *   their positions where the recipe has the header and that has the name, else the field itself.
 */
export function fieldResolver({ header, names }, fields) {
  const wanted = fields.map(({ field }) => field).filter(field => typeof field === 'string');
  const matches = matchNames(wanted, Array.isArray(header) ? header : [], names);
  return (field, which = 'one') => {
    const { exact = [], all = [] } = (typeof field === 'string' && matches.get(field)) || {};
    if (exact.length > 0 && which === 'one') return exact;
    return all.length > 0 ? all : [field];
  };
}
