import { RecipeError } from '../errors.js';
import { validate } from './check-recipe.generated.js';
import { withoutDeepConditions } from './deep-conditions.js';
import schema from './recipe.schema.json' with { type: 'json' };
import { schemaProblems } from './schema-error.js';

/** @import { ColumnType, Condition, CsvRule, Field, Limits, Operand, Phone, TypeName } from './recipe.js' */
/** @import { Problem } from './problems.js' */
/** @import { LaterKey } from './recipe-hash.js' */
/** @import { WrittenTable } from './table.js' */

/**
 * @typedef {Pick<CsvRule, Exclude<LaterKey, 'where' | 'set' | 'select' | 'rename' | 'columns' | 'table'> | 'badRecords' | 'missing'> & {
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
 *   columns: Record<string, TypeName | ColumnType>,
 *   table?: WrittenTable,
 *   output: { delimiter?: string }
 * }} WrittenCsv
 *
 * @typedef {{ match: string, csv?: WrittenCsv, copy?: true, skip?: true, archive?: true }} WrittenRule
 *
 * @typedef {{ entries: WrittenRule[], entryNames?: string, limits: Limits }} WrittenRecipe A recipe as its author wrote it,
 *   with the schema's defaults filled in.
 */

/**
 * Validates a recipe against `recipe.schema.json`, and fills in the defaults in a copy.
 *
 * @param {unknown} value Parsed JSON.
 * @returns {{ written: WrittenRecipe, problems: Problem[] }} The parts without problems have the type that is promised.
 * @throws {RecipeError} `recipe/wrong-type` for what JSON cannot hold.
 */
export function validateRecipe(value) {
  const { shallow, problems } = withoutDeepConditions(value);
  const written = copyOf(shallow);
  if (!validate(written)) problems.push(...schemaProblems(validate.errors ?? [], schema, written));
  return { written: /** @type {WrittenRecipe} */ (written), problems };
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
