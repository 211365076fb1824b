import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CreateBucketCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { MAX_SECONDS, MEGABYTES_PER_CPU } from '../experiments/lambda/prices.js';
import { describeMachine } from '../experiments/measure/machine.js';
import { startLocalS3 } from '../local-s3/server.js';
import { UsageError } from '../src/errors.js';
import { PAUSE_RESERVE } from '../src/lambda/deadline.js';
import { printable } from '../src/printable.js';
import { carry } from './carry/carry.js';
import { invokeWatched } from './carry/invoke-watched.js';
import { placeArchive } from './carry/place-archive.js';
import { cellsOf, filesOf, HEADINGS, logOf } from './carry/record.js';
import { referenceOf } from './carry/reference.js';
import { readArguments, readRecipe, runScript, shownPath, typedPath } from './loop/command.js';
import { readManifest } from './loop/read-manifest.js';
import { functionEnvironment, INPUT_BUCKET, OUTPUT_BUCKET, REGION } from './loop/start-loop.js';
import { findSam } from './sam/find-sam.js';
import { runInContainers } from './sam/run-in-containers.js';

const USAGE = 'npm run carry -- ARCHIVE.zip --recipe my.json';
const HELP = `Usage: ${USAGE}

Carries an archive of one large entry from S3 to S3 through the function in Lambda's container, with 128 MB and, for each
invocation, the CPU seconds that these get in 15 minutes; delivers its message as often as it takes, compares what came out
with what Node's zlib makes of it, and writes down how it went. The archive is not copied; the output takes its room in TMPDIR.

  --recipe FILE     what to do with the entry (JSON)
  --budget SECONDS  CPU seconds of an invocation; fewer make more of them (default: 65.1)
  --sha256 HEX      what should come out, if that is known
  --out FOLDER      where carried.json, carried.md and log.jsonl go (default: results/carried)
`;
const MEMORY_MEGABYTES = 128;
const LAMBDA_SHARE = MEMORY_MEGABYTES / MEGABYTES_PER_CPU;
/** More than Lambda's, so that it takes minutes and not hours; less than one, so that it is used up. */
const CPU_SHARE = 0.5;
/** What a container has used up when the function begins. */
const START_CPU_SECONDS = 0.5;
/** As in `template.yaml`. */
const MAX_RECEIVE_COUNT = 200;

await runScript(main, { help: HELP, exitCodeWhenStopped: 130 });

/**
 * @param {AbortSignal} stop
 * @returns {Promise<number>} The exit code.
 */
async function main(stop) {
  const command = readCommand();
  const recipe = await readRecipe(command.recipePath);
  const sam = await findSam();
  const folder = await mkdtemp(join(tmpdir(), 'sluice-carry-'));
  /** @type {(() => unknown)[]} */
  const open = [() => rm(folder, { recursive: true, force: true })];
  try {
    const key = basename(command.archivePath);
    const place = { path: command.archivePath, bucket: INPUT_BUCKET, key, region: REGION };
    const event = await placeArchive(folder, place);
    /** @type {Record<string, number>} */
    const requests = {};
    const onRequest = (/** @type {{ operation: string }} */ { operation }) => {
      requests[operation] = (requests[operation] ?? 0) + 1;
    };
    const server = await startLocalS3({ folder, host: sam.hostAddress, onRequest });
    open.push(server.close);
    const client = new S3Client({ endpoint: server.endpoint, credentials: server.credentials, region: REGION });
    open.push(() => client.destroy());
    await client.send(new CreateBucketCommand({ Bucket: OUTPUT_BUCKET }));
    const limits = limitsFor(command.cpuSeconds);
    const runner = await runInContainers(sam, {
      env: functionEnvironment(server, command.recipePath),
      memoryMegabytes: limits.memoryMegabytes,
      timeoutMs: limits.timeoutSeconds * 1000,
    });
    open.push(runner.close);

    await mkdir(command.out, { recursive: true });
    const log = join(command.out, 'log.jsonl');
    await writeFile(log, '');
    process.stdout.write(`${HEADINGS.join('\t')}\n`);
    /** @type {import('./carry/carry.js').Turn[]} */
    const shown = [];
    for (const name of Object.keys(requests)) delete requests[name];
    const { isDone, turns } = await carry({
      event,
      invoke: invokeWatched(runner, limits, stop),
      maxReceiveCount: MAX_RECEIVE_COUNT,
      stop,
      position: async () => (await readManifest(client, OUTPUT_BUCKET, key).catch(absent))?.entries[0]?.bytesIn ?? 0,
      onTurn: async turn => {
        process.stdout.write(`${cellsOf(turn, shown.length + 1, shown.at(-1)).join('\t')}\n`);
        shown.push(turn);
        await appendFile(log, logOf(turn));
      },
    });
    const made = { ...requests };
    if (!isDone) {
      process.stderr.write('it did not come to an end: see the log\n');
      return 1;
    }
    const manifest = await readManifest(client, OUTPUT_BUCKET, key);
    const [entry] = manifest.entries;
    const output = await hashOf(client, String(entry.output).replace(`s3://${OUTPUT_BUCKET}/`, ''));
    const reference = command.sha256 ?? (await referenceOf(command.archivePath, recipe)).sha256;
    const carried = {
      date: new Date().toISOString().slice(0, 10),
      command: commandLine(),
      machine: describeMachine(),
      archive: {
        name: key,
        bytes: (await stat(command.archivePath)).size,
        entry: entry.path,
        entryBytes: entry.bytesIn,
      },
      recipe: JSON.parse(await readFile(command.recipePath, 'utf8')),
      limits,
      turns,
      output: {
        ...output,
        reference,
        referenceBy: command.sha256
          ? 'the reference that was given'
          : 'what Node’s zlib and the editor in JavaScript make of it',
      },
      requests: made,
      counts: { records: entry.records.read, written: entry.records.written },
    };
    for (const [name, text] of filesOf(carried)) await writeFile(join(command.out, name), text);
    const isSame = output.sha256 === reference;
    process.stdout.write(`${isSame ? 'same bytes' : 'OTHER BYTES'}: ${output.sha256}, ${output.bytes} bytes\n`);
    process.stdout.write(`see ${shownPath(join(command.out, 'carried.md'))}\n`);
    return isSame ? 0 : 1;
  } finally {
    for (const close of open.reverse()) await close();
  }
}

function readCommand() {
  const options = /** @type {const} */ ({
    recipe: { type: 'string' },
    budget: { type: 'string' },
    sha256: { type: 'string' },
    out: { type: 'string', default: 'results/carried' },
  });
  const { values, positionals } = readArguments(options, { usage: USAGE, maxPositionals: 1 });
  if (positionals.length === 0 || values.recipe === undefined)
    throw new UsageError('usage/arguments', `usage: ${USAGE}`);
  const archivePath = typedPath(positionals[0]);
  if (!existsSync(archivePath)) throw new UsageError('usage/no-such-file', `there is no ${printable(archivePath)}`);
  const cpuSeconds = values.budget === undefined ? MAX_SECONDS * LAMBDA_SHARE : Number(values.budget);
  if (!(cpuSeconds >= 2 && cpuSeconds <= MAX_SECONDS)) {
    throw new UsageError(
      'usage/arguments',
      `--budget is a number of seconds from 2 on, not "${printable(String(values.budget))}"`,
    );
  }
  return {
    archivePath,
    recipePath: typedPath(values.recipe),
    cpuSeconds,
    sha256: values.sha256,
    out: typedPath(values.out),
  };
}

/**
 * The function sees wall time alone. Its limit is such that it pauses when as much of the budget is left as there would be
 * with 900 s: its reserve at Lambda's share of a processor.
 *
 * @param {number} cpuSeconds
 */
function limitsFor(cpuSeconds) {
  const reserve = PAUSE_RESERVE.ms / 1000;
  const pauseAfter = Math.max(1, (cpuSeconds - START_CPU_SECONDS - reserve * LAMBDA_SHARE) / CPU_SHARE);
  const timeoutSeconds = Math.round(Math.min(pauseAfter + reserve, pauseAfter / (1 - PAUSE_RESERVE.share)));
  return {
    memoryMegabytes: MEMORY_MEGABYTES,
    cpuSeconds,
    cpuShare: CPU_SHARE,
    timeoutSeconds,
  };
}

/**
 * @param {S3Client} client
 * @param {string} key
 */
async function hashOf(client, key) {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: OUTPUT_BUCKET, Key: key }));
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of /** @type {AsyncIterable<Buffer>} */ (Body)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/**
 * @param {Error} error
 * @returns {null}
 */
function absent(error) {
  if (error.name === 'NoSuchKey') return null;
  throw error;
}

function commandLine() {
  return [
    'npm run carry --',
    ...process.argv.slice(2).map(argument => (argument.startsWith('/') ? basename(argument) : argument)),
  ].join(' ');
}
