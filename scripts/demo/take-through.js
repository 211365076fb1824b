import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { formatBytes, formatCount, formatDuration } from '../../src/cli/units.js';
import { printable } from '../../src/printable.js';
import { outputFolderOf } from '../../src/source/output-folder.js';
import { shownPath } from '../command-line/command.js';
import { createScreen } from '../command-line/screen.js';
import { makeScratchFolder } from '../folders/scratch-folder.js';
import { makeSampleArchive } from '../generate-data/sample-archive.js';
import { startLocalPostgres } from '../local-postgres/start-local-postgres.js';
import { reportDelivery } from '../local-stack/report-delivery.js';
import { INPUT_BUCKET, OUTPUT_BUCKET } from '../local-stack/settings.js';
import { startLocalStack } from '../local-stack/start-local-stack.js';
import { uploadArchive } from '../local-stack/upload-archive.js';
import { downloadOutputs } from './download-outputs.js';
import { followUpload, showOutput, showRecord } from './show.js';
import { showInspection } from './show-inspection.js';
import { showTables } from './show-tables.js';

/** @import { Recipe } from '../../src/recipe/recipe.js' */
/** @import { LocalPostgres } from '../local-postgres/start-local-postgres.js' */
/** @import { Delivery } from '../local-stack/start-local-stack.js' */

// Relative to the package's folder, where npm runs scripts.
const DATA_FOLDER = 'data';
const DEMO_FOLDER = 'demo';

const screen = createScreen();

/**
 * What the demo was asked for.
 *
 * @typedef {object} Asked
 * @property {string | null} own The user's archive; null for the sample.
 * @property {Recipe} recipe
 * @property {string | undefined} recipePath Its file, if it has one.
 * @property {Buffer | null} hashKey
 * @property {boolean} needsDatabase
 * @property {boolean} serves Whether the tables are served in the end.
 */

/**
 * Takes an archive all the way on this machine: into one bucket, through the function, out of the other bucket.
 *
 * @param {Asked} asked
 * @param {AbortSignal} stop
 * @returns {Promise<number>} The exit code.
 */
export async function takeThrough({ own, recipe, recipePath, hashKey, needsDatabase, serves }, stop) {
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
    if (serves && postgres !== null) {
      // Loads a web server, which nothing else here needs.
      const { serveTables } = await import('./serve-tables.js');
      await serveTables(screen, postgres.url, stop);
    }
    return exitCode;
  } finally {
    screen.clear();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
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
