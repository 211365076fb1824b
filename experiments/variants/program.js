import { mkdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { decodeName, guardName } from '../../src/archive/entry-name.js';
import { outputPath } from '../../src/output-paths.js';
import { printable } from '../../src/printable.js';
import { parseRecipe } from '../../src/recipe/read-recipe.js';
import { placeOf } from '../../src/source/place.js';

/** @import { File } from 'unzipper' */
/** @import { Recipe, Rule } from '../../src/recipe/recipe.js' */

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

/**
 * The entries that the recipe does not skip, with where to write them: under the same names as the product. What is not
 * written to its end is removed.
 *
 * @param {File[]} files
 * @param {string} archive
 * @param {Recipe} recipe
 * @param {string} folder
 * @returns {AsyncGenerator<{ file: File, rule: Exclude<Rule, { action: 'skip' }>, path: string }, void>}
 */
export async function* outputsOf(files, archive, recipe, folder) {
  for (const file of files) {
    const { pathBuffer, flags, versionMadeBy } = file;
    const name = decodeName(pathBuffer, { isUtf8: (flags & 0x800) !== 0, madeBy: versionMadeBy >> 8 });
    if (file.type === 'Directory') continue;
    guardName(name);
    const rule = recipe.ruleFor(name);
    if (rule.action === 'skip') continue;

    const path = join(folder, outputPath(placeOf(basename(archive)), name));
    await mkdir(dirname(path), { recursive: true });
    let isWritten = false;
    try {
      yield { file, rule, path };
      isWritten = true;
    } finally {
      if (!isWritten) await rm(path, { force: true });
    }
  }
}
