import { RecipeError } from '../errors.js';
import { isTooLargeToParse } from '../memory/parsed-bytes.js';
import { printable } from '../printable.js';
import { findSyntaxError } from './find-syntax-error.js';
import { compileRecipe } from './recipe.js';

/** @import { Recipe } from './recipe.js' */

/**
 * @param {string} text May begin with a byte order mark, as some editors write one.
 * @param {string} from Where the text comes from (a file name or a URI), for the message.
 * @returns {Promise<Recipe>}
 * @throws {RecipeError} `recipe/not-json`, with line and column, `recipe/too-large`, or an error of `compileRecipe`.
 */
export async function parseRecipe(text, from) {
  return compileRecipe(parseRecipeJson(text, from));
}

/**
 * @param {string} written May begin with a byte order mark.
 * @param {string} from Where the text comes from, for the message.
 * @returns {unknown}
 * @throws {RecipeError} `recipe/not-json`, `recipe/too-large`
 */
export function parseRecipeJson(written, from) {
  const text = written.replace(/^\uFEFF/, '');
  if (isTooLargeToParse(text)) {
    throw new RecipeError('recipe/too-large', `${printable(from)} takes too much memory to be read: shorten it`);
  }
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

// What UTF-16 looks like when decoded as UTF-8: an invalid byte order mark, or a NUL as every other character.
const UTF_16 = /^(?:\uFFFD\uFFFD|\0|[^\0]\0)/;
