import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CreateBucketCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { startLocalS3 } from '../local-s3/server.js';
import { readRecipe, runScript, shownPath } from '../scripts/command-line/command.js';
import { readManifest } from '../scripts/local-stack/read-manifest.js';
import { functionEnvironment, INPUT_BUCKET, OUTPUT_BUCKET, REGION } from '../scripts/local-stack/settings.js';
import { findSam } from '../scripts/sam/find-sam.js';
import { runInContainers } from '../scripts/sam/run-in-containers.js';
import { describeMachine } from './measure/machine.js';
import { commandLine, HELP, readCommand } from './turns/command.js';
import { deliverUntilDone } from './turns/deliver-until-done.js';
import { invokeWatched } from './turns/invoke-watched.js';
import { limitsFor } from './turns/limits.js';
import { linkArchive } from './turns/link-archive.js';
import { cellsOf, filesOf, HEADINGS, logOf } from './turns/record.js';
import { referenceOf } from './turns/reference.js';

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
  const folder = await mkdtemp(join(tmpdir(), 'sluice-turns-'));
  /** @type {(() => unknown)[]} */
  const open = [() => rm(folder, { recursive: true, force: true })];
  try {
    const key = basename(command.archivePath);
    const event = await linkArchive(folder, { path: command.archivePath, bucket: INPUT_BUCKET, key, region: REGION });
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
    /** @type {import('./turns/deliver-until-done.js').Turn[]} */
    const shown = [];
    for (const name of Object.keys(requests)) delete requests[name];
    const { isDone, turns } = await deliverUntilDone({
      event,
      invoke: invokeWatched(runner, limits, stop),
      maxReceiveCount: MAX_RECEIVE_COUNT,
      stop,
      position: async () =>
        (await readManifest(client, OUTPUT_BUCKET, key).catch(nullIfMissing))?.entries[0]?.bytesIn ?? 0,
      onTurn: async turn => {
        process.stdout.write(`${cellsOf(turn, shown.length + 1, shown.at(-1)).join('\t')}\n`);
        shown.push(turn);
        await appendFile(log, logOf(turn));
      },
    });
    // The requests below, to read the result, are not the function's.
    const requestsOfFunction = { ...requests };
    if (!isDone) {
      process.stderr.write('the archive was not finished: see the log\n');
      return 1;
    }
    const manifest = await readManifest(client, OUTPUT_BUCKET, key);
    const [entry] = manifest.entries;
    const output = await hashOf(client, String(entry.output).replace(`s3://${OUTPUT_BUCKET}/`, ''));
    const reference = command.sha256 ?? (await referenceOf(command.archivePath, recipe)).sha256;
    const record = {
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
          : 'the output of Node’s zlib and the JavaScript editor',
      },
      requests: requestsOfFunction,
      counts: { records: entry.records.read, written: entry.records.written },
    };
    for (const [name, text] of filesOf(record)) await writeFile(join(command.out, name), text);
    const isSame = output.sha256 === reference;
    process.stdout.write(`${isSame ? 'same bytes' : 'OTHER BYTES'}: ${output.sha256}, ${output.bytes} bytes\n`);
    process.stdout.write(`see ${shownPath(join(command.out, 'turns.md'))}\n`);
    return isSame ? 0 : 1;
  } finally {
    for (const close of open.reverse()) await close();
  }
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
function nullIfMissing(error) {
  if (error.name === 'NoSuchKey') return null;
  throw error;
}
