import { readFile, writeFile } from 'node:fs/promises';
import unzipper from 'unzipper';
import { outputsOf, runProgram } from './program.js';
import { prepareTable } from './table.js';

/** @import { Recipe } from '../../src/recipe/recipe.js' */

/**
 * The naive way: holds the whole archive, then an entry's whole text, all its rows, and its whole output.
 *
 * @param {string} archive
 * @param {Recipe} recipe
 * @param {string} folder
 */
export async function buffer(archive, recipe, folder) {
  const { files } = await unzipper.Open.buffer(await readFile(archive));
  for await (const { file, rule, path } of outputsOf(files, archive, recipe, folder)) {
    const content = await file.buffer();
    if (rule.action === 'csv') {
      const open = await prepareTable(rule.csv, recipe.limits);
      const { table, head, used } = /** @type {NonNullable<ReturnType<typeof open>>} */ (open(content, true));
      const rows = table.cutText(content.toString('latin1', used));
      const kept = rows.filter(row => table.keeps(row));
      await writeFile(path, head + kept.map(row => table.edit(row)).join(''), 'latin1');
    } else {
      await writeFile(path, content);
    }
  }
}

if (import.meta.main) runProgram(buffer);
