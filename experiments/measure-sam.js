import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Upload } from '@aws-sdk/lib-storage';
import { readArguments, readRecipe, runScript, typedPath } from '../scripts/command-line/command.js';
import { INPUT_BUCKET } from '../scripts/local-stack/settings.js';
import { startLocalStack } from '../scripts/local-stack/start-local-stack.js';
import { listContainers, shareProcessor } from '../scripts/sam/docker.js';
import { findSam } from '../scripts/sam/find-sam.js';
import { runInContainers } from '../scripts/sam/run-in-containers.js';
import { formatBytes } from '../src/cli/units.js';
import { UsageError } from '../src/errors.js';
import { printable, quoteName } from '../src/printable.js';
import { compileRecipe } from '../src/recipe/recipe.js';
import { ExperimentError } from './experiment-error.js';
import { describeArchive } from './inputs.js';
import { MAX_SECONDS, MEGABYTES_PER_CPU, PRICES } from './lambda/prices.js';
import { isTooSmall, USE_MORE } from './too-small.js';

/** @import { Delivery } from '../scripts/local-stack/start-local-stack.js' */

const USAGE = 'npm run measure:sam -- ARCHIVE.zip [--recipe my.json]';
const HELP = `Usage: ${USAGE}

Processes the archive from S3 to S3 in Lambda's container, with the memory and processor share of each memory size, and
prints the best of three runs per size: other load on this machine can only make a run slower. The load average is printed
too.

  ARCHIVE.zip    at least 100 MB inflated; with less, the start would be measured rather than the work
  --recipe FILE  what to do with which entries (JSON); without it, every entry is copied
`;
const MEMORY_MEGABYTES = [128, 256, 512, 1024, 1769, 3008];
const RUNS = 3;
const POLL_MS = 50;

await runScript(measure, { help: HELP, exitCodeWhenStopped: 130 });

/**
 * @param {AbortSignal} stop
 * @returns {Promise<number>} The exit code.
 */
async function measure(stop) {
  const { values, positionals } = readArguments({ recipe: { type: 'string' } }, { usage: USAGE, maxPositionals: 1 });
  if (positionals.length === 0) throw new UsageError('usage/arguments', `which archive? usage: ${USAGE}`);
  const archivePath = typedPath(positionals[0]);
  if (!existsSync(archivePath)) throw new UsageError('usage/no-such-file', `there is no ${printable(archivePath)}`);
  const recipePath = typeof values.recipe === 'string' ? typedPath(values.recipe) : undefined;
  const { bytes } = await describeArchive(
    archivePath,
    recipePath ? await readRecipe(recipePath) : await compileRecipe(),
  );
  if (isTooSmall(bytes)) {
    const what = `inflates to ${formatBytes(bytes)}: too small to say what a memory size achieves`;
    throw new ExperimentError('experiment/cannot-run', `${quoteName(archivePath)} ${what}; ${USE_MORE}`);
  }
  process.stdout.write('| memory | MB/s | GB in 15 minutes | $ a TB, arm64 | load |\n|---|---|---|---|---|\n');
  for (const memoryMegabytes of MEMORY_MEGABYTES) {
    if (stop.aborted) return 130;
    const rate = await rateWith({ memoryMegabytes, archivePath, recipePath, stop });
    const gigabytes = (rate * MAX_SECONDS) / 1000;
    const dollars = ((memoryMegabytes / 1024) * PRICES.gigabyteSecond.arm64 * 1e6) / rate;
    const cells = [
      `${memoryMegabytes} MB`,
      rate.toFixed(1),
      gigabytes.toFixed(1),
      dollars.toFixed(2),
      loadavg()[0].toFixed(1),
    ];
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
  return 0;
}

/**
 * @param {{ memoryMegabytes: number, archivePath: string, recipePath: string | undefined, stop: AbortSignal }} how
 * @returns {Promise<number>} Inflated megabytes per second.
 */
async function rateWith({ memoryMegabytes, archivePath, recipePath, stop }) {
  const sam = await findSam();
  const folder = await mkdtemp(join(tmpdir(), 'sluice-measure-'));
  /** @type {(delivery: Delivery | null) => void} */
  let onDelivered = () => {};
  const stack = await startLocalStack(
    {
      folder,
      host: sam.hostAddress,
      recipePath,
      startRunner: async settings => {
        const runner = await runInContainers(sam, { ...settings, memoryMegabytes });
        /** @type {Set<string>} */
        const known = new Set();
        const cpuShare = Math.min(memoryMegabytes / MEGABYTES_PER_CPU, cpus().length);
        return {
          ...runner,
          invoke: (event, how) =>
            withCpuShare(runner.invoke(event, how), runner.functionFolder, cpuShare, known).catch(error => ({
              kind: 'died',
              error: String(error),
            })),
        };
      },
    },
    { onDelivered: delivery => onDelivered(delivery) },
  );
  stop.addEventListener('abort', () => onDelivered(null));
  const rates = [];
  try {
    for (let run = 1; run <= RUNS && !stop.aborted; run += 1) {
      /** @type {PromiseWithResolvers<Delivery | null>} */
      const { promise: delivered, resolve } = Promise.withResolvers();
      onDelivered = resolve;
      const params = {
        Bucket: INPUT_BUCKET,
        Key: `${run}/${basename(archivePath)}`,
        Body: createReadStream(archivePath),
      };
      await new Upload({ client: stack.client, params }).done();
      const delivery = await delivered;
      if (delivery?.log?.outcome !== 'processed') {
        throw new UsageError('usage/sam', `the archive was not processed: ${delivery?.invocation.error ?? 'stopped'}`);
      }
      rates.push(delivery.log.bytes / 1000 / delivery.log.durationMs);
    }
    return Math.max(...rates);
  } finally {
    await stack.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Limits the container's processor share as soon as the container exists. (Lambda gives more only during the start.)
 *
 * @template Result
 * @param {Promise<Result>} invocation
 * @param {string} functionFolder
 * @param {number} cpuShare
 * @param {Set<string>} known Containers of earlier invocations, which may still exist.
 * @returns {Promise<Result>}
 */
async function withCpuShare(invocation, functionFolder, cpuShare, known) {
  let isOver = false;
  const over = invocation.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const id = (await listContainers(functionFolder)).find(id => !known.has(id));
    if (id !== undefined) {
      known.add(id);
      await shareProcessor(id, cpuShare);
      break;
    }
    await sleep(POLL_MS);
  }
  return over;
}
