import { join } from 'node:path';
import { UsageError } from '../src/errors.js';
import { printable } from '../src/printable.js';
import {
  readArguments,
  readRecipe,
  readTypedHashKey,
  runScript,
  shownPath,
  typedPath,
} from './command-line/command.js';
import { createScreen } from './command-line/screen.js';
import { lockFolder } from './folders/lock-folder.js';
import { reportDelivery } from './local-stack/report-delivery.js';
import { INPUT_BUCKET, MEMORY_MEGABYTES, OUTPUT_BUCKET, REGION } from './local-stack/settings.js';
import { startLocalStack } from './local-stack/start-local-stack.js';
import { findSam } from './sam/find-sam.js';
import { runInContainers } from './sam/run-in-containers.js';

/** @import { LocalS3 } from '../local-s3/server.js' */
/** @import { Delivery, LocalStack } from './local-stack/start-local-stack.js' */
/** @import { Sam } from './sam/find-sam.js' */

const USAGE = 'npm start -- [--port 4570] [--recipe my.json] [--hash-key-file my.key] [--sam]';
const HELP = `Usage: ${USAGE}

Runs S3 and the function on this machine until Ctrl-C. Processes every archive that is uploaded to the bucket.

  --port PORT           of S3; 0 for a free port
  --recipe FILE         what to do with which entries (JSON); without it, every entry is copied
  --hash-key-file FILE  its first line is the key for the fields that the recipe hashes; keep it secret
  --sam                 run the function as it is deployed: built by SAM, in Lambda's container with Lambda's limits

The buckets are in demo/s3/ and stay there.
`;
// Relative to the package's folder, where npm runs scripts.
const FOLDER = join('demo', 's3');

const screen = createScreen();
await runScript(start, { help: HELP, exitCodeWhenStopped: 0 });

/**
 * Runs S3 and the function on this machine until they are stopped.
 *
 * @param {AbortSignal} stop
 * @returns {Promise<number>} The exit code.
 */
async function start(stop) {
  const options = /** @type {const} */ ({
    port: { type: 'string', default: '4570' },
    recipe: { type: 'string' },
    'hash-key-file': { type: 'string' },
    sam: { type: 'boolean', default: false },
  });
  const { values } = readArguments(options, { usage: USAGE, maxPositionals: 0 });
  const port = readPort(values.port);
  const recipePath = values.recipe && typedPath(values.recipe);
  const recipe = recipePath ? await readRecipe(recipePath) : null;
  const hashKey = recipe && (await readTypedHashKey(values['hash-key-file'], recipe));

  const sam = values.sam ? await findSam() : null;
  const unlock = await lockFolder(FOLDER);
  try {
    await serve({ port, recipePath, hashKey, sam }, stop);
  } finally {
    await unlock();
  }
  return 0;
}

/** @typedef {{ port: number, recipePath: string | undefined, hashKey: Buffer | null, sam: Sam | null }} Wanted */

/**
 * @param {Wanted} wanted
 * @param {AbortSignal} stop
 */
async function serve(wanted, stop) {
  const stack = await startOn(wanted);
  try {
    explain(stack.server, wanted);
    if (!stop.aborted) await new Promise(resolve => stop.addEventListener('abort', resolve));
    const waiting = stack.waiting();
    screen.print(waiting > 0 ? `\nstopped; put again what was not done: ${waiting}` : '\nstopped');
  } finally {
    await stack.close();
  }
}

/** @param {string} text */
function readPort(text) {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(
    'usage/port',
    `--port is "${printable(text)}"; it must be a number up to 65535, 0 for a free one`,
  );
}

/**
 * @param {Wanted} wanted
 * @returns {Promise<LocalStack>}
 */
async function startOn({ port, recipePath, hashKey, sam }) {
  if (sam !== null) screen.print('The function is being built.');
  try {
    return await startLocalStack(
      {
        folder: FOLDER,
        port,
        recipePath,
        hashKey,
        ...(sam !== null && { host: sam.hostAddress, startRunner: settings => runInContainers(sam, settings) }),
      },
      {
        onStart: key => screen.title(`\n${printable(key)}`),
        onProgress: screen.progress,
        onRetry: (_key, { attempt, delayMs, error }) =>
          screen.warn(`  ${printable(String(error))}; delivery ${attempt} in ${delayMs / 1000} s`),
        onDelivered: show,
      },
    );
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const reason = code === 'EACCES' ? 'may not be used' : 'is in use';
    throw new UsageError('usage/port', `port ${port} ${reason}; choose another one: npm start -- --port ${port + 1}`);
  }
}

/**
 * @param {LocalS3} server
 * @param {Wanted} wanted
 */
function explain({ endpoint, credentials: { accessKeyId, secretAccessKey } }, { recipePath, sam }) {
  // curl before version 8 does not send this header, which S3 requires.
  const curl = `curl --aws-sigv4 "aws:amz:${REGION}:s3" --user ${accessKeyId}:${secretAccessKey} \\
    -H "x-amz-content-sha256: UNSIGNED-PAYLOAD"`;
  const aws = `AWS_ACCESS_KEY_ID=${accessKeyId} AWS_SECRET_ACCESS_KEY=${secretAccessKey} \\
    aws --endpoint-url ${endpoint}`;
  screen.title(`Sluice: archives go to s3://${INPUT_BUCKET}, clean files come out in s3://${OUTPUT_BUCKET}`);
  screen.print();
  screen.fact('endpoint', endpoint);
  screen.fact('data', `${FOLDER}/, kept until you delete it`);
  screen.fact(
    'recipe',
    recipePath ? shownPath(recipePath) : 'none: every entry is copied (--recipe my.json changes that)',
  );
  if (sam !== null) screen.fact('function', `in Lambda's container, with ${MEMORY_MEGABYTES} MB`);
  screen.print('\nTo put an archive there, one of');
  screen.print(`  ${curl} -T my.zip ${endpoint}/${INPUT_BUCKET}/my.zip`);
  screen.print(`  ${aws} s3 cp my.zip s3://${INPUT_BUCKET}/`);
  screen.print('\nTo look at what came out');
  screen.print(`  ${curl} ${endpoint}/${OUTPUT_BUCKET}/my/_manifest.json`);
  screen.print(`  ${aws} s3 cp --recursive s3://${OUTPUT_BUCKET}/my/ my/`);
  screen.print('\nCtrl-C ends it.');
}

/** @param {Delivery} delivery */
function show(delivery) {
  const { table, errors, end, manifest } = reportDelivery(delivery);
  if (table !== null) screen.print(table);
  for (const error of errors) screen.warn(error);
  screen.fact('function', end);
  if (manifest !== null) screen.fact('manifest', manifest);
  if (delivery.logLine !== null) screen.faint(delivery.logLine);
}
