import { Ajv } from 'ajv';
import { RecipeError } from '../errors.js';
import schema from './recipe.schema.json' with { type: 'json' };
import { schemaError } from './schema-error.js';

/** @import { Field, Limits, Phone } from './recipe.js' */

/**
 * @typedef {{
 *   delimiter: string,
 *   header: boolean | string[],
 *   drop?: Field[],
 *   keep?: Field[],
 *   require: Field[],
 *   phones: (Omit<Phone, 'country'> & { country?: string })[],
 *   output: { delimiter?: string },
 *   badRecords: 'quarantine' | 'skip' | 'keep' | 'fail',
 *   missing: 'fail' | 'ignore'
 * }} WrittenCsv
 *
 * @typedef {{ match: string, csv?: WrittenCsv, copy?: true, skip?: true }} WrittenRule
 *
 * @typedef {{ entries: WrittenRule[], limits: Limits }} WrittenRecipe A recipe as its author writes it, with the
 *   schema's defaults filled in.
 */

/**
 * Holds a recipe against `recipe.schema.json` and fills in its defaults, in a copy.
 *
 * @param {unknown} value Parsed JSON.
 * @returns {WrittenRecipe}
 */
export function validateRecipe(value) {
  validate ??= new Ajv(OPTIONS).compile(schema);
  const written = copyOf(value);
  if (!validate(written)) throw schemaError(validate.errors ?? [], schema);
  return /** @type {WrittenRecipe} */ (written);
}

/** @param {unknown} value */
function copyOf(value) {
  try {
    return structuredClone(value);
  } catch (cause) {
    const message = 'the recipe holds something that JSON cannot, or is nested too deeply';
    throw new RecipeError('recipe/wrong-type', message, { cause });
  }
}

/** @type {import('ajv').ValidateFunction | undefined} */
let validate;

const OPTIONS = Object.freeze({
  strict: true,
  // "One of csv, copy and skip" names keys that stand beside it.
  strictRequired: false,
  allowUnionTypes: true,
  useDefaults: true,
  // All of them, to report the most telling one; `verbose`, to say what the schema allows at that place.
  allErrors: true,
  verbose: true,
  // A test holds the schema against its meta-schema; to do so in every run would double the cost.
  validateSchema: false,
  meta: false,
});
