import { rmSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { guardName, nameReader, unsafeName } from '../../src/archive/entry-name.js';
import { outputPath } from '../../src/output-paths.js';
import { printable } from '../../src/printable.js';
import { parseRecipe } from '../../src/recipe/read-recipe.js';
import { outputFolderOf } from '../../src/source/output-folder.js';

/** @import { File } from 'unzipper' */
/** @import { Recipe, Rule } from '../../src/recipe/recipe.js' */

/**
 * Runs a variant as a program: `node VARIANT.js ARCHIVE RECIPE.json FOLDER`. Exit code 0: all outputs are written. 1: an
 * error, reported in one line. 2: the command is wrong.
 *
 * @param {(archive: string, recipe: Recipe, folder: string) => Promise<void>} variant
 */
export async function runProgram(variant) {
  const [, script, archive, recipe, folder, ...others] = process.argv;
  if (folder === undefined || others.length > 0) {
    process.stderr.write(`usage: node ${basename(script)} ARCHIVE RECIPE.json FOLDER\n`);
    process.exitCode = 2;
    return;
  }
  // unzipper waits forever for missing bytes of an archive. Then the event loop is empty, and Node exits.
  let failure = 'the archive is broken: an entry has no end';
  process.once('exit', () => {
    if (failure === '') return;
    process.exitCode = 1;
    process.stderr.write(`${printable(unfinished === '' ? failure : `${unfinished}: ${failure}`)}\n`);
    if (unfinished !== '') rmSync(unfinished, { force: true });
  });
  try {
    await variant(archive, await parseRecipe(await readFile(recipe, 'utf8'), recipe), folder);
    failure = '';
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
}

/**
 * The entries that the recipe does not skip, with their output paths, which are those of the product.
 *
 * @param {File[]} files
 * @param {string} archive
 * @param {Recipe} recipe
 * @param {string} folder
 * @returns {AsyncGenerator<{ file: File, rule: Exclude<Rule, { action: 'skip' }>, path: string }, void>}
 */
export async function* outputsOf(files, archive, recipe, folder) {
  const readName = nameReader(recipe.entryNames);
  for (const file of files) {
    const { name, fault } = readName(file.pathBuffer, (file.flags & 0x800) !== 0);
    if (name.endsWith('/')) continue;
    if (fault !== null) throw unsafeName(name, fault);
    guardName(name);
    const rule = recipe.ruleFor(name);
    if (rule.action === 'skip') continue;

    const path = join(folder, outputPath(outputFolderOf(basename(archive)), name));
    await mkdir(dirname(path), { recursive: true });
    unfinished = path;
    yield { file, rule, path };
    unfinished = '';
  }
}

/** The output being written; removed on failure. */
let unfinished = '';
