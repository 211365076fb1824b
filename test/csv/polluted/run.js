import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pollutedFiles } from './polluted-files.js';
import { processFiles } from './process-files.js';
import { realFiles } from './real-files.js';
import { describeRun, judge, losesEverything, tableOf } from './report.js';

/**
 * Sends the polluted files, or miniatures of real ones, through the command line and scores what comes out. The exit code is
 * 1 where a file counts as written although all of its records are bad, unless the recipe's "maxBad" allows it.
 *
 * @param {string[]} args
 */
async function measure(args) {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const corpora = positionals.length > 0 ? positionals : [...CORPORA.keys()];
  const recipes = values.recipe ? [JSON.parse(values.recipe)] : RECIPES;
  for (const corpus of corpora) {
    const makeFiles = CORPORA.get(corpus);
    if (!makeFiles) throw new Error(`there is no corpus "${corpus}"; there are ${[...CORPORA.keys()].join(', ')}`);
    const files = makeFiles();
    if (values.write) await writeFiles(files, join(values.write, corpus));
    for (const recipe of recipes) {
      const processed = await processFiles(files, { ...recipe, output: { delimiter: ',' } }, resolve(values.checkout));
      const judged = files.map((file, index) => judge(file, processed[index]));
      console.log(`\n## ${corpus}, ${JSON.stringify(recipe)}\n${describeRun(judged)}\n`);
      if (!('maxBad' in recipe) && judged.some(losesEverything)) process.exitCode = 1;
      if (!values.brief) console.log(tableOf(judged, values.files));
    }
  }
}

/**
 * @param {readonly { name: string, bytes: Buffer }[]} files
 * @param {string} folder
 */
async function writeFiles(files, folder) {
  for (const { name, bytes } of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
}

const CORPORA = new Map([
  ['polluted', pollutedFiles],
  ['real', realFiles],
]);

const RECIPES = [
  {},
  { maxBad: '100%' },
  { header: 'auto' },
  { header: 'auto', maxBad: '100%' },
  { header: 'auto', ragged: 'pad' },
  { header: 'auto', ragged: 'pad', maxBad: '100%' },
  { header: 'auto', badRecords: 'keep' },
  { header: 'auto', ragged: 'pad', badRecords: 'keep' },
];

const OPTIONS = /** @type {const} */ ({
  // A folder with the Sluice to measure.
  checkout: { type: 'string', default: '.' },
  // One recipe's "csv", as JSON, instead of all.
  recipe: { type: 'string' },
  // A row a file that does not score 10, not only a row a class.
  files: { type: 'boolean', default: false },
  // Only the scores of the corpus.
  brief: { type: 'boolean', default: false },
  // A folder into which the corpus is written.
  write: { type: 'string' },
});

await measure(process.argv.slice(2));
