import { rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatBytes, formatCount, formatDuration } from '../src/cli/units.js';
import { requireDatabase } from '../src/destination/database/require-database.js';
import { UsageError } from '../src/errors.js';
import { printable } from '../src/printable.js';
import { compileRecipe } from '../src/recipe/recipe.js';
import { outputFolderOf } from '../src/source/output-folder.js';
import {
  readArguments,
  readRecipe,
  readTypedHashKey,
  runScript,
  shownPath,
  typedPath,
} from './command-line/command.js';
import { createScreen } from './command-line/screen.js';
import { downloadOutputs } from './demo/download-outputs.js';
import { followUpload, showOutput, showRecord } from './demo/show.js';
import { showInspection } from './demo/show-inspection.js';
import { showTables } from './demo/show-tables.js';
import { makeScratchFolder } from './folders/scratch-folder.js';
import { makeSampleArchive } from './generate-data/sample-archive.js';
import { startLocalPostgres } from './local-postgres/start-local-postgres.js';
import { reportDelivery } from './local-stack/report-delivery.js';
import { INPUT_BUCKET, OUTPUT_BUCKET } from './local-stack/settings.js';
import { startLocalStack } from './local-stack/start-local-stack.js';
import { uploadArchive } from './local-stack/upload-archive.js';

/** @import { Recipe } from '../src/recipe/recipe.js' */
/** @import { LocalPostgres } from './local-postgres/start-local-postgres.js' */
/** @import { Delivery } from './local-stack/start-local-stack.js' */

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
// Relative to the package's folder, where npm runs scripts.
const DATA_FOLDER = 'data';
const DEMO_FOLDER = 'demo';

const screen = createScreen();
await runScript(demo, { help: HELP, exitCodeWhenStopped: 130 });

/**
 * Takes an archive all the way on this machine: into one bucket, through the function, out of the other bucket.
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

  screen.title('Sluice: a zip archive lands in S3, clean files come out, in constant memory');
  screen.print();
  const path = own ?? (await makeSample(stop));
  screen.fact(
    'recipe',
    recipePath ? shownPath(recipePath) : 'none: every entry is copied (--recipe my.json changes that)',
  );
  await showInspection(screen, { path, recipe: recipePath === undefined ? null : recipe, signal: stop });

  const folder = await makeScratchFolder(DEMO_FOLDER);
  /** @type {LocalPostgres | null} */
  let postgres = null;
  try {
    if (needsDatabase) postgres = await startLocalPostgres();
    const exitCode = await sendThrough({ path, recipe, recipePath, hashKey, database: postgres?.url, folder, stop });
    if (values.serve && postgres !== null) {
      // Loads a web server, which nothing else here needs.
      const { serveTables } = await import('./demo/serve-tables.js');
      await serveTables(screen, postgres.url, stop);
    }
    return exitCode;
  } finally {
    screen.clear();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
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

/** @param {AbortSignal} stop */
async function makeSample(stop) {
  const start = performance.now();
  const { path, reused } = await makeSampleArchive({
    folder: DATA_FOLDER,
    signal: stop,
    onProgress: (rows, total) =>
      screen.note(`making the sample archive: ${formatCount(rows)} of ${formatCount(total)} rows`),
  });
  stop.throwIfAborted();
  const made = reused ? 'is there already' : `made in ${formatDuration((performance.now() - start) / 1000)}`;
  screen.fact('archive', `${path}, ${made}`);
  return path;
}

/**
 * @param {object} what
 * @param {string} what.path
 * @param {Recipe} what.recipe
 * @param {string | undefined} what.recipePath
 * @param {Buffer | null} what.hashKey
 * @param {string | undefined} what.database
 * @param {string} what.folder
 * @param {AbortSignal} what.stop
 * @returns {Promise<number>}
 */
async function sendThrough({ path, recipe, recipePath, hashKey, database, folder, stop }) {
  const delivered = /** @type {PromiseWithResolvers<Delivery>} */ (Promise.withResolvers());
  stop.addEventListener('abort', () => delivered.reject(stop.reason));
  // An abort may reject it before it is awaited.
  delivered.promise.catch(() => {});
  const stack = await startLocalStack(
    { folder, recipePath, hashKey, database },
    {
      onProgress: screen.progress,
      onRetry: (_key, { attempt, error }) => screen.warn(`  ${error}; delivery ${attempt} follows`),
      onDelivered: delivered.resolve,
    },
  );
  try {
    screen.fact('S3', `${stack.server.endpoint}, for as long as this takes`);
    if (database !== undefined) screen.fact('Postgres', `at port ${new URL(database).port}, for as long as this takes`);
    const key = basename(path);
    const upload = { path, bucket: INPUT_BUCKET, key, signal: stop };
    const start = performance.now();
    const bytes = await uploadArchive(stack.client, { ...upload, onProgress: followUpload(screen, key) });
    const seconds = (performance.now() - start) / 1000;
    screen.fact(
      'upload',
      `s3://${INPUT_BUCKET}/${printable(key)}, ${formatBytes(bytes)} in ${formatDuration(seconds)}`,
    );
    const delivery = await delivered.promise;
    const report = reportDelivery(delivery);
    screen.fact('function', report.end);
    screen.print(report.table === null ? '' : `\n${report.table}\n`);
    for (const error of report.errors) screen.warn(error);
    if (report.errors.length > 0) screen.print();
    if (delivery.manifest !== null) {
      const { manifest } = delivery;
      const folder = join(DEMO_FOLDER, 'output');
      await downloadOutputs(stack.client, { bucket: OUTPUT_BUCKET, key, manifest, folder, signal: stop });
      const outputFolder = outputFolderOf(key);
      const outputs = { manifest, folder: join(folder, outputFolder) };
      if (database !== undefined) await showTables(screen, database);
      await showRecord(screen, { archivePath: path, recipe, hashKey, ...outputs });
      screen.fact('manifest', `${report.manifest}, downloaded with the output`);
      showOutput(screen, manifest, folder, outputFolder);
    }
    return report.isComplete ? 0 : 1;
  } finally {
    await stack.close();
  }
}
