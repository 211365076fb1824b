import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { decodeName, guardName } from '../../src/archive/entry-name.js';
import { outputPath } from '../../src/output-paths.js';
import { placeOf } from '../../src/source/place.js';

/** @import { File } from 'unzipper' */
/** @import { Recipe, Rule } from '../../src/recipe/recipe.js' */

/**
 * The entries that the recipe does not skip, with where to write them: under the same names as the product. What is not
 * written to its end is removed.
 *
 * @param {string} archive
 * @param {File[]} files
 * @param {Recipe} recipe
 * @param {string} folder
 * @returns {AsyncGenerator<{ file: File, rule: Exclude<Rule, { action: 'skip' }>, path: string }, void>}
 */
export async function* outputsOf(archive, files, recipe, folder) {
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
