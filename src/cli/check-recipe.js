import { printable, printableJson } from '../printable.js';
import { explainRecipe } from '../recipe/explain-recipe.js';
import { parseRecipeJson } from '../recipe/read-recipe.js';
import { readRecipe } from './command.js';

/**
 * Checks a recipe: prints it with its defaults on stdout, and a line for each warning on stderr.
 *
 * @param {string} path
 * @returns {Promise<number>} The exit code.
 * @throws {import('../errors.js').SluiceError} `recipe/…`, `usage/recipe-unreadable`
 */
export async function runCheck(path) {
  const { recipe, warnings } = await explainRecipe(parseRecipeJson(await readRecipe(path), path));
  process.stdout.write(`${printableJson(JSON.stringify(recipe, null, 2))}\n`);
  for (const warning of warnings) process.stderr.write(`sluice: warning: ${printable(warning)}\n`);
  return 0;
}
