import { RecipeError } from '../errors.js';
import { validate } from './check-recipe.generated.js';
import schema from './recipe.schema.json' with { type: 'json' };
import { schemaError } from './schema-error.js';

/** @import { Condition, CsvRule, Field, Limits, Operand, Phone } from './recipe.js' */
/** @import { LaterKey } from './recipe-hash.js' */

/**
 * @typedef {Pick<CsvRule, Exclude<LaterKey, 'where' | 'set' | 'select' | 'rename'> | 'badRecords' | 'missing'> & {
 *   delimiter: string,
 *   header: boolean | 'auto' | string[],
 *   drop?: Field[],
 *   keep?: Field[],
 *   require: Field[],
 *   phones: (Omit<Phone, 'country'> & { country?: string })[],
 *   where?: Condition,
 *   set: Record<string, Operand>,
 *   select?: Field[],
 *   rename: Record<string, string>,
 *   output: { delimiter?: string }
 * }} WrittenCsv
 *
 * @typedef {{ match: string, csv?: WrittenCsv, copy?: true, skip?: true }} WrittenRule
 *
 * @typedef {{ entries: WrittenRule[], entryNames?: string, limits: Limits }} WrittenRecipe A recipe as its author wrote it,
 *   with the schema's defaults filled in.
 */

/**
 * Validates a recipe against `recipe.schema.json`, and fills in the defaults in a copy.
 *
 * @param {unknown} value Parsed JSON.
 * @returns {WrittenRecipe}
 * @throws {RecipeError}
 */
export function validateRecipe(value) {
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
