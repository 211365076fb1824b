import { RecipeError } from '../errors.js';
import { printable } from '../printable.js';
import { nearest } from './nearest.js';
import { allowedBy, pathsWithKey, resolvePart } from './schema-part.js';
import { suggestValue } from './suggest-value.js';

/** @import { ErrorObject } from 'ajv' */
/** @import { SchemaPart } from './schema-part.js' */

/**
 * Turns ajv's errors into one RecipeError: the most helpful one, in words.
 *
 * @param {ErrorObject[]} errors Found with `allErrors` and `verbose`.
 * @param {SchemaPart} schema The entire schema, to find where an unknown key may belong.
 * @returns {RecipeError}
 */
export function schemaError(errors, schema) {
  // A `oneOf` yields an error for each branch that does not match, and one of its own, which is enough.
  const own = errors.filter(error => !/\/oneOf\/\d/.test(error.schemaPath));
  // A misspelt key may cause other errors (`cvs` leaves a rule without an action), so it is reported first.
  const [error] = own.sort((a, b) => rank(a) - rank(b));
  if (!error) throw new Error('ajv refused the recipe and named no error');

  const path = pathOf(error.instancePath);
  const part = /** @type {SchemaPart} */ (error.parentSchema);
  const { additionalProperty, missingProperty, passingSchemas } = error.params;
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey(path, additionalProperty, part, schema);
    case 'required':
      return new RecipeError(
        'recipe/missing-key',
        `${keyOf(path, missingProperty)} is missing: it must be ${allowedBy(resolvePart(part.properties?.[missingProperty], schema))}`,
      );
    case 'oneOf':
      return wrongActions(path, part, passingSchemas);
    case 'not':
      return new RecipeError('recipe/conflict', `${path} has both ${part.not?.required?.join(' and ')}: leave one out`);
    default:
      return wrongValue(path, error, part);
  }
}

/** @param {ErrorObject} error */
function rank({ keyword }) {
  if (keyword === 'additionalProperties') return 0;
  return keyword === 'oneOf' || keyword === 'not' ? 2 : 1;
}

/**
 * @param {string} path
 * @param {string} key
 * @param {SchemaPart} part
 * @param {SchemaPart} schema
 */
function unknownKey(path, key, part, schema) {
  const keys = Object.keys(part.properties ?? {});
  const meant = nearest(key, keys);
  const elsewhere = pathsWithKey(key, schema, schema);
  const hint = meant
    ? `did you mean "${meant}"?`
    : elsewhere.length > 0 && `"${key}" is a key of ${elsewhere.join(' and ')}.`;
  return new RecipeError(
    'recipe/unknown-key',
    `${keyOf(path, key)} is an unknown key; ${hint ? `${hint} Allowed` : 'allowed'} here: ${keys.join(', ')}`,
  );
}

/**
 * @param {string} path
 * @param {SchemaPart} part
 * @param {number[] | null} passing The indices of the rule's actions; null if it has none.
 */
function wrongActions(path, part, passing) {
  const actions = (part.oneOf ?? []).flatMap(({ required = [] }) => required);
  if (!passing) {
    return new RecipeError(
      'recipe/missing-key',
      `${path} says nothing to do: it must have one of ${actions.join(', ')}`,
    );
  }
  const both = passing.map(index => actions[index]).join(' and ');
  return new RecipeError('recipe/conflict', `${path} has ${both}: a rule must have one of ${actions.join(', ')}`);
}

/**
 * @param {string} path
 * @param {ErrorObject} error
 * @param {SchemaPart} part
 */
function wrongValue(path, { keyword, data, instancePath }, part) {
  const must = `${path} is ${shown(data)}, but must be ${allowedBy(part)}`;
  if (keyword === 'pattern' && instancePath.endsWith('/country')) {
    const region = regionOf(String(data));
    return new RecipeError('recipe/unknown-country', region ? `${must}; did you mean "${region}"?` : must);
  }
  const meant = suggestValue(data, part);
  const code = keyword === 'type' ? 'recipe/wrong-type' : 'recipe/wrong-value';
  return new RecipeError(code, meant === undefined ? must : `${must}; did you mean ${JSON.stringify(meant)}?`);
}

/**
 * Looks up the region that a wrong code stands for in Unicode's list of aliases: `GB` for `UK`, `US` for `us`.
 *
 * @param {string} code
 */
function regionOf(code) {
  if (!/^[a-z]{2}$/i.test(code)) return undefined;
  const { region } = new Intl.Locale(`und-${code}`);
  return region === code ? undefined : region;
}

/** @param {unknown} value */
function shown(value) {
  if (typeof value === 'string') {
    const cut = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value;
    return printable(JSON.stringify(cut));
  }
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return value !== null && typeof value === 'object' ? 'an object' : String(value);
}

/**
 * Converts a pointer to a path: `/entries/0/csv` → `entries[0].csv`. No key of the schema is a number, so digits are an
 * index.
 *
 * @param {string} pointer JSON Pointer (RFC 6901).
 */
function pathOf(pointer) {
  const path = pointer
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
    .replace(/^\./, '');
  return path || 'the recipe';
}

/**
 * @param {string} path
 * @param {string} key
 */
function keyOf(path, key) {
  const parent = path === 'the recipe' ? '' : path;
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$-]*$/u.test(key)) return `${parent}[${shown(key)}]`;
  return parent ? `${parent}.${key}` : key;
}

const MAX_SHOWN = 60;
