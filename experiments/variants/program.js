import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { printable } from '../../src/printable.js';
import { parseRecipe } from '../../src/recipe/read-recipe.js';

/** @import { Recipe } from '../../src/recipe/recipe.js' */

/**
 * A variant as a program: `node VARIANT.js ARCHIVE RECIPE.json FOLDER`. Exits with 0 where all outputs are written, with
 * 1 and one line where something went wrong, and with 2 for a wrong command.
 *
 * @param {(archive: string, recipe: Recipe, folder: string) => Promise<void>} variant
 */
export async function runProgram(variant) {
  const [, script, archive, recipe, folder, ...others] = process.argv;
  if (folder === undefined || others.length > 0) {
    end(2, `usage: node ${basename(script)} ARCHIVE RECIPE.json FOLDER`);
    return;
  }
  // unzipper may wait for ever for what an archive lacks; then nothing is left to do, and Node exits.
  process.exitCode = 1;
  process.once('exit', endEarly);
  try {
    await variant(archive, await parseRecipe(await readFile(recipe, 'utf8'), recipe), folder);
    process.exitCode = 0;
  } catch (error) {
    end(1, error instanceof Error ? error.message : String(error));
  } finally {
    process.off('exit', endEarly);
  }
}

function endEarly() {
  end(1, 'the archive is broken: an entry has no end');
}

/**
 * @param {number} code
 * @param {string} message
 */
function end(code, message) {
  process.exitCode = code;
  process.stderr.write(`${printable(message)}\n`);
}
