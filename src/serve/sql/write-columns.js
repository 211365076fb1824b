import { jsonShape } from '../rows/json-shape.js';
import { identifier } from './literal.js';

/** @import { Form } from '../catalog/load-catalog.js' */
/** @import { ReadColumn } from '../read/parse-select.js' */
/** @import { JsonShape } from '../rows/json-shape.js' */

/**
 * A list of columns in SQL. `plain`: with their names in the answer. `forJson`: the same, so that JSON can be made of each value's text.
 * `fromPlain`: that, of rows `r` that `plain` gave; null if no function is called for it. `shapes`: how the rows become JSON.
 *
 * @typedef {{ plain: string, forJson: string, fromPlain: string | null, shapes: Record<'json' | 'ndjson', JsonShape> }} WrittenColumns
 */

/**
 * Writes a list of columns once: the same list comes with many reads.
 *
 * @param {readonly ReadColumn[]} columns
 * @returns {WrittenColumns}
 */
export function writeColumns(columns) {
  const found = written.get(columns) ?? write(columns);
  written.set(columns, found);
  return found;
}

/**
 * @param {readonly ReadColumn[]} columns
 * @returns {WrittenColumns}
 */
function write(columns) {
  const all = columns.map(({ column, name, cast }) => {
    const value = cast === null ? column.sql : `CAST(${column.sql} AS ${cast.sql})`;
    // Reads that differ in names only are not equal.
    const named = cast === null && name === column.name ? '' : ` AS ${identifier(name)}`;
    return { name, form: (cast ?? column).form, value, named };
  });
  return {
    plain: all.map(({ value, named }) => `${value}${named}`).join(', '),
    forJson: all.map(({ value, named, form }) => `${forJson(value, form)}${named}`).join(', '),
    fromPlain: all.some(({ form }) => TO_JSON.includes(form))
      ? all.map(({ name, form }) => forJson(`r.${identifier(name)}`, form)).join(', ')
      : null,
    shapes: { json: jsonShape(all, true), ndjson: jsonShape(all, false) },
  };
}

/**
 * What is JSON already passes through `to_json`, too: since the catalog was read, the column may have got another type.
 *
 * @param {string} value
 * @param {Form} form
 */
function forJson(value, form) {
  return TO_JSON.includes(form) ? `pg_catalog.to_json(${value})` : value;
}

/** @type {Form[]} */
const TO_JSON = ['moment', 'other'];

/** @type {WeakMap<readonly ReadColumn[], WrittenColumns>} */
const written = new WeakMap();
