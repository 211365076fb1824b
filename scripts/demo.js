import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { requireDatabase } from '../src/destination/database/require-database.js';
import { UsageError } from '../src/errors.js';
import { printable } from '../src/printable.js';
import { compileRecipe } from '../src/recipe/recipe.js';
import {
  readArguments,
  readRecipe,
  readTypedHashKey,
  runScript,
  shownPath,
  typedPath,
} from './command-line/command.js';

const USAGE = 'npm run demo -- [my.zip] [--recipe my.json] [--hash-key-file my.key] [--database | --serve]';
const HELP = `Usage: ${USAGE}

Sends an archive through S3 and the function, all on this machine, and shows what comes out.

  my.zip                without it, a sample archive is made in data/
  --recipe FILE         what to do with which entries (JSON); without it, the sample archive uses a sample recipe, and
                        every entry of your own archive is copied
  --hash-key-file FILE  its first line is the key for the fields that the recipe hashes; keep it secret
  --database            starts a PostgreSQL for as long as this takes, for the tables of the recipe
  --serve               the same, and then serves these tables over HTTP until Ctrl-C

The output is in demo/output/ afterwards. Exit code 0: every entry was written, or skipped on purpose. 1: something
failed. 2: the command is wrong. 130: stopped.
`;
const [SAMPLE_RECIPE, SAMPLE_RECIPE_WITH_TABLE] = ['sample-recipe.json', 'sample-recipe-database.json'].map(name =>
  fileURLToPath(new URL(`generate-data/${name}`, import.meta.url)),
);

await runScript(demo, { help: HELP, exitCodeWhenStopped: 130 });

/**
 * Checks all that was typed before anything is begun.
 *
 * @param {AbortSignal} stop
 * @returns {Promise<number>} The exit code.
 */
async function demo(stop) {
  const options = /** @type {const} */ ({
    recipe: { type: 'string' },
    'hash-key-file': { type: 'string' },
    database: { type: 'boolean' },
    serve: { type: 'boolean' },
  });
  const { values, positionals } = readArguments(options, { usage: USAGE, maxPositionals: 1 });
  const needsDatabase = Boolean(values.database || values.serve);
  const own = positionals.length > 0 ? await checkArchive(typedPath(positionals[0])) : null;
  const sampleRecipe = needsDatabase ? SAMPLE_RECIPE_WITH_TABLE : SAMPLE_RECIPE;
  const recipePath = values.recipe ? typedPath(values.recipe) : own === null ? sampleRecipe : undefined;
  const recipe = recipePath === undefined ? await compileRecipe() : await readRecipe(recipePath);
  const hashKey = await readTypedHashKey(values['hash-key-file'], recipe);
  if (!needsDatabase) requireDatabase(recipe, null);
  else if (!recipe.needsDatabase) {
    const option = values.serve ? '--serve' : '--database';
    throw new UsageError('usage/arguments', `${option} is for a recipe with a table, and this one has none`);
  }

  // Only now, since it loads much: a wrong command is refused at once.
  const { takeThrough } = await import('./demo/take-through.js');
  return takeThrough({ own, recipe, recipePath, hashKey, needsDatabase, serves: Boolean(values.serve) }, stop);
}

/** @param {string} path */
async function checkArchive(path) {
  const shown = printable(shownPath(path));
  const found = await stat(path).catch(() => null);
  if (found === null) throw new UsageError('usage/no-such-file', `there is no file ${shown}`);
  if (!found.isFile()) throw new UsageError('usage/not-a-file', `${shown} is not a file; usage: ${USAGE}`);
  if (!/\.zip$/i.test(path)) {
    throw new UsageError('usage/not-a-zip', `${shown} does not end in .zip, which the trigger asks for`);
  }
  return path;
}
