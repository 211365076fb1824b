import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { mkdir, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { runJob } from '../../src/cli/run-job.js';
import { SluiceError } from '../../src/errors.js';
import { archivesIn } from '../../src/lambda/events.js';
import { handleArchive } from '../../src/lambda/handle-archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { caseCount } from '../support/cases.js';
import { PLENTY_MS, settings } from '../support/cloud.js';
import { socketsOf } from '../support/manual-timeouts.js';
import '../support/own-process.js';
import { folderOf } from '../support/run-cli.js';
import { startSluiceBuckets } from '../support/s3.js';
import { writeTar } from '../support/tar-writer.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { TestContext } from 'node:test' */
/** @import { Fault, FaultHook } from '../../local-s3/faults.js' */
/** @import { ArrivedArchive } from '../../src/lambda/notification.js' */
/** @import { RunLine } from '../../src/cli/read-command-line.js' */

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const MIB = 1024 ** 2;
/** On S3, and as many on folders. */
const JOBS = 50;
const RECIPE = { entries: [{ match: '*.csv', csv: { drop: ['notes'], hash: ['id'] } }] };
/** Bad records among them, so that a streamed entry has rejected records and their reasons. */
const RECORDS = `id,notes\n${Array.from({ length: 40_000 }, (_, id) => (id % 100 === 0 ? 'bad\n' : `${id},a\n`)).join('')}`;
/** By turns: each replaces outputs of the other, and has to remove some. */
const VERSIONS = ['one', 'two'].map(version =>
  writeZip([
    { name: 'small.csv', content: `id,notes\n${version},a\nbad\n` },
    { name: `only-${version}.csv`, content: 'id,notes\n1,a\nbad\n' },
    { name: 'streamed.csv', content: RECORDS },
    ...(version === 'one' ? [{ name: 'parts.bin', content: Buffer.alloc(11 * MIB) }] : []),
  ]),
);
const bounded = { timeout: 300_000 };

/** How many engines there are. Each stays, so that one for each job would soon be too many. */
let engines = 0;
WebAssembly.Instance = class extends WebAssembly.Instance {
  /** @param {WebAssembly.Module} module @param {any} [imports] */
  constructor(module, imports) {
    super(module, imports);
    engines += 1;
  }
};

/** @type {Fault[]} */
const FAULTS = [
  { status: 403, code: 'AccessDenied' },
  { status: 500, code: 'InternalError' },
  { dropConnection: true },
  { loseAnswer: true },
  { cutAfterBytes: 10 },
];

test('jobs on S3 leave nothing open, whatever goes wrong at one of their requests', bounded, async t => {
  const job = await jobsOnS3(t);
  const { requests } = await job(0, {});
  const ways = [{}, { isPaused: true }, { isStopped: true }, ...FAULTS.map(fault => ({ fault }))];
  const before = bytesHeld();
  /** @type {(string | null)[]} */
  const codes = [];
  for (let index = 1; index <= caseCount(JOBS); index += 1) {
    const at = Math.floor(requests * ((index * GOLDEN) % 1));
    codes.push((await job(index, { at, ...ways[index % ways.length] })).code);
  }
  assert.ok(codes.includes(null) && codes.some(code => code !== null), 'some jobs fail');
  await assertFreed(before);
});

test('jobs on folders leave nothing open, whatever ends them', bounded, async t => {
  const job = await jobsOnFolders(t);
  await job(0);
  const before = bytesHeld();
  /** @type {(string | number)[]} */
  const results = [];
  for (let index = 1; index <= caseCount(JOBS); index += 1) results.push(await job(index));
  assert.ok(new Set(results).size > 2, 'they end in several ways');
  await assertFreed(before);
});

/** @type {FaultHook} */
const noFault = () => {};

/** @typedef {{ at?: number, fault?: Fault, isStopped?: boolean, isPaused?: boolean }} Way What happens at a request. */

/** @param {TestContext} t */
async function jobsOnS3(t) {
  /** @type {FaultHook} */
  let onRequest = noFault;
  const { client, upload, close } = await startSluiceBuckets({
    settings: { maxAttempts: 1 },
    onRequest: request => onRequest(request),
  });
  t.after(close);
  /** @type {Buffer[]} */
  const parts = [];
  const noteParts =
    (/** @type {any} */ next, /** @type {any} */ { commandName }) =>
    (/** @type {any} */ args) => {
      if (commandName === 'UploadPartCommand') parts.push(args.input.Body);
      return next(args);
    };
  client.middlewareStack.add(noteParts, { step: 'initialize' });
  const recipe = await compileRecipe(RECIPE);
  const config = settings();

  /**
   * @param {number} index
   * @param {Way} way
   */
  return async function job(index, { at, fault, isStopped = false, isPaused = false }) {
    const event = await upload('sluice-in', 'x.zip', VERSIONS[index % VERSIONS.length]);
    const [archive] = /** @type {ArrivedArchive[]} */ (archivesIn(event));
    const [stop, pause] = [new AbortController(), new AbortController()];
    held.push(new WeakRef(stop.signal));
    const timers = timersNow();
    let requests = 0;
    onRequest = () => {
      requests += 1;
      if (requests - 1 !== at) return;
      if (isStopped) stop.abort();
      if (isPaused) pause.abort();
      return fault;
    };
    const result = await handleArchive(archive, {
      config,
      recipe,
      hashKey: Buffer.alloc(32),
      passwords: { forArchive: async () => null },
      databases: { open: async () => null },
      s3: () => client,
      signal: stop.signal,
      pause: pause.signal,
      remainingMs: () => (isPaused ? 0 : PLENTY_MS),
    }).catch(error => error);
    onRequest = noFault;
    const code = result instanceof Error ? codeOf(result) : null;
    const what = `${JSON.stringify({ index, at, fault, isStopped, isPaused })}: ${code}`;
    const listeners = () => [stop, pause].flatMap(({ signal }) => getEventListeners(signal, 'abort')).length;
    await comesTo(listeners, 0, `no listener on a signal after ${what}`);
    await comesTo(() => socketsOf(client).length, 0, `no socket in use after ${what}`);
    await comesTo(timersNow, timers, `no timer after ${what}`);
    // The end of an upload by lib-storage is left to the garbage collector.
    if (code === null) assert.ok(parts.filter(isHeld).length <= 2, `parts are freed after ${what}`);
    parts.length = 0;
    return { requests, code };
  };
}

/** @param {TestContext} t */
async function jobsOnFolders(t) {
  t.mock.method(process.stderr, 'write', () => true);
  const [good] = VERSIONS;
  const folder = await folderOf(t, {
    'good.zip': good,
    'cut.zip': good.subarray(0, -30),
    'packed.tar.gz': gzipSync(writeTar([{ name: 'streamed.csv', content: RECORDS }])),
    'damaged.zip': writeZip([{ name: 'streamed.csv', content: RECORDS, crc32: 1 }]),
    'recipe.json': { entries: [{ match: '*.csv', csv: { drop: ['notes'] } }] },
  });
  const path = (/** @type {string} */ name) => join(folder, name);
  await mkdir(path('blocked/good/streamed.csv/folder'), { recursive: true });
  const common = {
    ...{ recipe: path('recipe.json'), checkpoint: undefined, budget: undefined, database: undefined },
    ...{ passwordFile: undefined, hashKeyFile: undefined, json: false, quiet: true, force: true, dryRun: false },
  };
  /** @param {Partial<RunLine>} line @returns {RunLine} */
  const run = line => ({ command: 'run', archive: path('good.zip'), to: path('out'), ...common, ...line });
  /** @type {((checkpoint: string) => { line: RunLine, signalAfter?: number })[]} By turns. */
  const ways = [
    () => ({ line: run({ archive: path('packed.tar.gz') }) }),
    () => ({ line: run({ archive: folder }) }),
    checkpoint => ({ line: run({ checkpoint }), signalAfter: 20 }),
    () => ({ line: run({ archive: path('packed.tar.gz') }), signalAfter: 20 }),
    () => ({ line: run({ archive: path('packed.tar.gz') }) }),
    () => ({ line: run({ to: path('blocked') }) }),
    () => ({ line: run({ archive: path('damaged.zip') }) }),
    () => ({ line: run({}), signalAfter: 20 }),
    () => ({ line: run({ archive: path('cut.zip') }) }),
    () => ({ line: run({ archive: path('missing.zip') }) }),
    () => ({ line: run({ dryRun: true }) }),
  ];

  /** @param {number} index */
  return async function job(index) {
    const { line, signalAfter } = ways[index % ways.length](path(`${index}.checkpoint`));
    const [timers, listeners] = [timersNow(), process.listenerCount('SIGINT')];
    let isDone = false;
    const running = runJob(line)
      .catch(codeOf)
      .finally(() => {
        isDone = true;
      });
    // The job only: nobody else listens in this process.
    if (signalAfter !== undefined) {
      for (let turns = 0; turns < signalAfter && !isDone; turns += 1) await turn();
      process.emit('SIGINT');
    }
    const result = await running;
    const what = `job ${index}: ${result}`;
    assert.deepEqual([timersNow(), process.listenerCount('SIGINT')], [timers, listeners], what);
    assert.deepEqual(await openFiles(folder), [], `no file is open after ${what}`);
    return result;
  };
}

/** The signals of jobs, to which nothing may refer once they have ended. @type {WeakRef<AbortSignal>[]} */
const held = [];

/** @param {number} before What was held before the jobs. */
async function assertFreed(before) {
  await turn();
  const now = bytesHeld();
  assert.ok(now - before < 4 * MIB, `${now - before} more bytes are held than after the first job`);
  assert.equal(held.splice(0).filter(ref => ref.deref() !== undefined).length, 0, 'nothing refers to a job');
  // One for the entry, one for the archive that it is in.
  assert.ok(engines <= 2, `${engines} engines for one job after the other`);
}

function bytesHeld() {
  collect();
  return process.memoryUsage().arrayBuffers;
}

function timersNow() {
  return process.getActiveResourcesInfo().filter(name => name === 'Timeout').length;
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>} The files in it that this process has open. Where the system does not tell, none.
 */
async function openFiles(folder) {
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  const files = await Promise.all(descriptors.map(name => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return files.filter(file => file.startsWith(folder));
}

/** @param {Buffer} part */
function isHeld({ buffer }) {
  return !(/** @type {ArrayBuffer} */ (buffer).detached);
}

/** @param {unknown} error @returns {string} */
function codeOf(error) {
  if (error instanceof SluiceError) return error.code;
  throw error;
}

/**
 * Closed sockets and their timers disappear in later turns of the event loop. It has no time to wait for a timer to end by itself.
 *
 * @param {() => number} count
 * @param {number} wanted
 * @param {string} what
 */
async function comesTo(count, wanted, what) {
  for (let turns = 0; turns < 1_000 && count() !== wanted; turns += 1) await turn();
  assert.equal(count(), wanted, what);
}

/** Its multiples are spread evenly between 0 and 1. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;
