import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { formatBytes, formatDuration } from '../src/cli/units.js';
import { UsageError } from '../src/errors.js';
import { loadHashKey } from '../src/lambda/load-hash-key.js';
import { loadRecipe } from '../src/lambda/load-recipe.js';
import { secretsClientFactory } from '../src/lambda/read-secret.js';
import { printable } from '../src/printable.js';
import { s3ClientFactory } from '../src/storage/s3-client.js';
import { toStorageError } from '../src/storage/storage-error.js';
import { readArguments, runScript, shownPath, typedPath } from './command-line/command.js';
import { createScreen } from './command-line/screen.js';
import { compareOutputs } from './smoke/compare-outputs.js';
import { outputsOf } from './smoke/deployed-outputs.js';
import { REGION, readStack } from './smoke/read-stack.js';
import { runLocally } from './smoke/run-locally.js';
import { makeSmokeArchive } from './smoke/smoke-archive.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { Stack } from './smoke/read-stack.js' */

const USAGE = 'npm run smoke -- --stack NAME [my.zip]';
const HELP = `Usage: ${USAGE}

Sends a tiny archive through a deployed stack and compares the output with that of the same job on this machine.

  --stack NAME  the stack that "sam deploy" made; its recipe is checked first
  my.zip        without it, an archive is made with the fields that the recipe names

The output is removed afterwards; the archive stays, subject to the stack's own rules. Exit code 0: all output was right.
1: it was not. 2: the command, the stack or its recipe is wrong. 130: stopped.
`;
// Covers the queue's delay and a cold start.
const TIMEOUT_MS = 180_000;

const screen = createScreen();
await runScript(smoke, { help: HELP, exitCodeWhenStopped: 130 });

/**
 * Sends a tiny archive through a deployed stack.
 *
 * @param {AbortSignal} stop
 * @returns {Promise<number>} The exit code.
 */
async function smoke(stop) {
  const { values, positionals } = readArguments({ stack: { type: 'string' } }, { usage: USAGE, maxPositionals: 1 });
  if (!values.stack) throw new UsageError('usage/arguments', `which stack? usage: ${USAGE}`);
  const stack = await readStack(values.stack, stop);
  const s3 = s3ClientFactory(REGION ? { region: REGION } : {});
  const recipe = await loadRecipe(stack.config, s3);
  if (recipe.needsDatabase) {
    throw new UsageError(
      'usage/smoke-archive',
      'the recipe has a table, in which the rows of a smoke test would stay; upload an archive of your own, and read its manifest',
    );
  }
  const hashKey = await loadHashKey(stack.config, recipe, secretsClientFactory());
  const archive = positionals.length > 0 ? await readOwn(typedPath(positionals[0])) : await makeSmokeArchive(recipe);

  const folder = await mkdtemp(join(tmpdir(), 'sluice-smoke-'));
  const client = await s3();
  try {
    const job = { recipe, hashKey, folder, signal: stop };
    const expected = await runLocally(archive, job);
    if (!expected.isComplete) {
      const reason = `the recipe does not fit the archive: ${printable(expected.error ?? 'something is missing')}`;
      throw new UsageError('usage/smoke-archive', `${reason}; give one that it fits: ${USAGE}`);
    }
    return await sendThrough(client, { stack, archive, expect: as => runLocally(archive, { ...job, as }), stop });
  } finally {
    client.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} path */
async function readOwn(path) {
  try {
    return await readFile(path);
  } catch (cause) {
    const reason = printable(/** @type {Error} */ (cause).message);
    throw new UsageError('usage/no-such-file', `cannot read ${printable(shownPath(path))}: ${reason}`, { cause });
  }
}

/**
 * @param {S3Client} client
 * @param {object} job
 * @param {Stack} job.stack
 * @param {Buffer} job.archive
 * @param {(as: { uri: string, lastModified: Date | null }) => ReturnType<typeof runLocally>} job.expect
 * @param {AbortSignal} job.stop
 */
async function sendThrough(client, { stack: { archives, config, logCommand }, archive, expect, stop }) {
  const key = `${archives.prefix}sluice-smoke-${randomUUID()}${archives.suffix}`;
  const uri = `s3://${archives.bucket}/${key}`;
  const outputs = outputsOf(client, { output: config.output, key, stop });
  const target = { Bucket: archives.bucket, Key: key };
  const start = performance.now();
  await client.send(new PutObjectCommand({ ...target, Body: archive }), { abortSignal: stop }).catch(error => {
    throw toStorageError(error, `write ${printable(uri)}`);
  });
  const lastModified = await lastModifiedOf(client, target);
  screen.fact('archive', `${printable(uri)}, ${formatBytes(archive.length)}`);
  const manifest = await outputs.awaitManifest(TIMEOUT_MS, () => screen.note('waiting for the manifest'));
  screen.clear();
  if (manifest === null) {
    screen.print(`no manifest came within ${formatDuration(TIMEOUT_MS / 1000)}; the log may say why: ${logCommand}`);
    return 1;
  }
  screen.fact(
    'manifest',
    `${printable(outputs.manifestUri)}, after ${formatDuration((performance.now() - start) / 1000)}`,
  );
  const expected = await expect({ uri, lastModified });
  const differences = await compareOutputs(manifest, expected, outputs.read);
  await outputs.remove(manifest);
  for (const difference of differences) screen.warn(difference);
  if (differences.length === 0) screen.print(`all ${expected.entries.length} entries came out right`);
  return differences.length === 0 ? 0 : 1;
}

/**
 * @param {S3Client} client
 * @param {{ Bucket: string, Key: string }} target
 * @returns {Promise<Date | null>} Null if the archive was deleted already, as a stack may do.
 */
async function lastModifiedOf(client, target) {
  const head = await client.send(new HeadObjectCommand(target)).catch(() => null);
  return head?.LastModified ?? null;
}
