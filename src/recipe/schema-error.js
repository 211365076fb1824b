import { nearest } from './nearest.js';
import { formatPath, pathOf } from './path.js';
import { allowedBy, keysOf, pathsWithKey, resolvePart } from './schema-part.js';
import { shown } from './shown.js';
import { suggestValue } from './suggest-value.js';

/** @import { ErrorObject } from 'ajv' */
/** @import { Path } from './path.js' */
/** @import { Problem } from './problems.js' */
/** @import { SchemaPart } from './schema-part.js' */

/**
 * Turns ajv's errors into problems in words, one for each place.
 *
 * @param {ErrorObject[]} errors Found with `allErrors` and `verbose`.
 * @param {SchemaPart} schema The entire schema, to find where an unknown key may belong.
 * @param {unknown} recipe What was validated.
 * @returns {Problem[]}
 */
export function schemaProblems(errors, schema, recipe) {
  // A `oneOf` or `propertyNames` yields an error for each rule that is broken, and one of its own, which is enough.
  const own = errors.filter(
    ({ schemaPath, propertyName }) => !/\/oneOf\/\d/.test(schemaPath) && propertyName === undefined,
  );
  /** @param {string} keyword */
  const placesOf = keyword => new Set(own.filter(error => error.keyword === keyword).map(error => error.instancePath));
  const misspelt = placesOf('additionalProperties');
  const mistyped = placesOf('type');
  /** @type {Map<string, ErrorObject>} */
  const byPlace = new Map();
  for (const error of own) {
    const { keyword, instancePath, params } = error;
    // A misspelt key also leaves its object without the right one: `cvs` leaves a rule without an action.
    if (misspelt.has(instancePath) && (keyword === 'required' || keyword === 'oneOf')) continue;
    if (mistyped.has(instancePath) && keyword !== 'type') continue;
    const key = params.additionalProperty ?? params.missingProperty ?? params.propertyName ?? '';
    const place = JSON.stringify([instancePath, key]);
    if (!byPlace.has(place)) byPlace.set(place, error);
  }
  return Array.from(byPlace.values(), error => problemOf(error, schema, recipe));
}

/**
 * @param {ErrorObject} error
 * @param {SchemaPart} schema
 * @param {unknown} recipe
 * @returns {Problem}
 */
function problemOf(error, schema, recipe) {
  const path = pathOf(error.instancePath, recipe);
  const part = /** @type {SchemaPart} */ (error.parentSchema);
  const { additionalProperty, missingProperty, propertyName, passingSchemas } = error.params;
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey([...path, additionalProperty], part, schema);
    case 'required':
      return problem(
        'recipe/missing-key',
        [...path, missingProperty],
        `is missing: it must be ${allowedBy(resolvePart(part.properties?.[missingProperty], schema))}`,
      );
    case 'propertyNames':
      return problem('recipe/wrong-value', [...path, propertyName], 'is under an empty name: write the name');
    case 'oneOf':
      return wrongActions(path, part, passingSchemas);
    case 'not':
      return problem('recipe/conflict', path, `has both ${part.not?.required?.join(' and ')}: leave one out`);
    default:
      return wrongValue(path, error, part);
  }
}

/**
 * @param {string} code
 * @param {Path} path
 * @param {string} text What follows the path in the message.
 * @returns {Problem}
 */
function problem(code, path, text) {
  return { code, message: `${formatPath(path)} ${text}`, path };
}

/**
 * @param {Path} path
 * @param {SchemaPart} part
 * @param {SchemaPart} schema
 */
function unknownKey(path, part, schema) {
  const key = String(path.at(-1));
  const keys = Object.keys(part.properties ?? {});
  const meant = nearest(key, keys);
  // The walk through the schema takes a tenth of a millisecond, and there may be thousands of keys that no object has.
  const elsewhere = keysOf(schema).has(key) ? pathsWithKey(key, schema, schema) : [];
  const hint = meant
    ? `did you mean "${meant}"?`
    : elsewhere.length > 0 && `"${key}" is a key of ${elsewhere.join(' and ')}.`;
  return problem(
    'recipe/unknown-key',
    path,
    `is an unknown key; ${hint ? `${hint} Allowed` : 'allowed'} here: ${keys.join(', ')}`,
  );
}

/**
 * @param {Path} path
 * @param {SchemaPart} part A rule, or a condition.
 * @param {number[] | null} passing The indices of the actions that it has; null if it has none.
 */
function wrongActions(path, part, passing) {
  const actions = (part.oneOf ?? []).flatMap(({ required = [] }) => required);
  const [what, lacks] = actions.includes('csv') ? ['rule', 'says nothing to do'] : ['condition', 'tests nothing'];
  if (!passing) {
    return problem('recipe/missing-key', path, `${lacks}: it must have one of ${actions.join(', ')}`);
  }
  const both = passing.map(index => actions[index]).join(' and ');
  return problem('recipe/conflict', path, `has ${both}: a ${what} must have one of ${actions.join(', ')}`);
}

/**
 * @param {Path} path
 * @param {ErrorObject} error
 * @param {SchemaPart} part
 */
function wrongValue(path, { keyword, data }, part) {
  const must = `is ${shown(data)}, but must be ${allowedBy(part)}`;
  if (keyword === 'pattern' && path.at(-1) === 'country') {
    const region = regionOf(String(data));
    return problem('recipe/unknown-country', path, region ? `${must}; did you mean "${region}"?` : must);
  }
  const meant = suggestValue(data, part);
  const code = keyword === 'type' ? 'recipe/wrong-type' : 'recipe/wrong-value';
  return problem(code, path, meant === undefined ? must : `${must}; did you mean ${JSON.stringify(meant)}?`);
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
