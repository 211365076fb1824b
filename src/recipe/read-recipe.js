import { RecipeError } from '../errors.js';
import { printable } from '../printable.js';
import { findSyntaxError } from './find-syntax-error.js';
import { compileRecipe } from './recipe.js';

/** @import { Recipe } from './recipe.js' */

/**
 * Reads a recipe from JSON. What is not JSON is `recipe/not-json`, with the place; the rest is `compileRecipe`'s.
 *
 * @param {string} text A byte order mark before it is passed over, as editors write one.
 * @param {string} from Where the text comes from (a file's name, an URI), for the message.
 * @returns {Promise<Recipe>}
 */
export async function parseRecipe(text, from) {
  return compileRecipe(parseJson(text.replace(/^\uFEFF/, ''), from));
}

/**
 * @param {string} text
 * @param {string} from
 * @returns {unknown}
 */
function parseJson(text, from) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (UTF_16.test(text)) {
      const message = `${printable(from)} is UTF-16, not UTF-8; save it as UTF-8`;
      throw new RecipeError('recipe/not-json', message, { cause });
    }
    const { line, column, expected, found } = findSyntaxError(text);
    throw new RecipeError(
      'recipe/not-json',
      `${printable(from)}:${line}:${column} is not JSON: expected ${expected}, found ${printable(found)}`,
      { cause },
    );
  }
}

// Read as UTF-8: a byte order mark that is none, or every other byte a NUL.
const UTF_16 = /^(?:\uFFFD\uFFFD|\0|[^\0]\0)/;
