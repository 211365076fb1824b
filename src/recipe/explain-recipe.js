import { judgeRecipe } from './judge-recipe.js';
import { Problems } from './problems.js';
import schema from './recipe.schema.json' with { type: 'json' };
import { resolvePart } from './schema-part.js';
import { unreachableRules } from './unreachable-rules.js';
import { reportUselessKeys } from './useless-keys.js';

/** @import { SchemaPart } from './schema-part.js' */

/**
 * Checks a recipe as `compileRecipe` does, and shows what it means.
 *
 * @param {unknown} value Parsed JSON.
 * @returns {Promise<{ recipe: object, warnings: string[] }>} `recipe` is the same recipe with all defaults filled in, its keys
 *   in the order of the schema. `warnings` name what is allowed but hardly meant, in the order of the text.
 * @throws {import('../errors.js').RecipeError} `recipe/…`
 */
export async function explainRecipe(value) {
  const { written } = await judgeRecipe(value);
  const warnings = new Problems();
  for (const { path, text } of unreachableRules(written.entries.map(({ match }) => match))) {
    warnings.reportIn(path)([], text);
  }
  for (const [index, { csv }] of written.entries.entries()) {
    if (csv !== undefined) reportUselessKeys(csv, warnings.reportIn(['entries', index, 'csv']));
  }
  return {
    recipe: /** @type {object} */ (inOrder(written, schema)),
    warnings: warnings.inOrder(value).map(({ message }) => message),
  };
}

/**
 * @param {unknown} value
 * @param {SchemaPart | undefined} written
 * @returns {unknown} The value with its keys in the order of the schema. Names that the author chose keep theirs.
 */
function inOrder(value, written) {
  const part = resolvePart(written, schema);
  if (Array.isArray(value)) return value.map(item => inOrder(item, part.items));
  if (typeof value !== 'object' || value === null || !part.properties) return value;
  const object = /** @type {Record<string, unknown>} */ (value);
  return Object.fromEntries(
    Object.entries(part.properties).flatMap(([key, child]) =>
      object[key] === undefined ? [] : [[key, inOrder(object[key], child)]],
    ),
  );
}
