import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { manualTimeouts, timeOutSilent } from '../../support/manual-timeouts.js';
import { writeZip } from '../../support/zip-writer.js';
import { bigTable } from '../big-table.js';
import { OLD, RECIPE } from '../versions.js';
import { faultsOf } from './faults-of.js';
import { startTcpProxy } from './tcp-proxy.js';

/** @import { Chain } from '../chain.js' */
/** @import { Fault } from './relay-exchange.js' */
/** @import { Exchange } from './tcp-proxy.js' */

/**
 * One fault at one request of a job, once or every time.
 *
 * @typedef {object} Case
 * @property {string} of The request: its name and how often there was one of this name before.
 * @property {string} title The fault.
 * @property {Fault} fault
 * @property {boolean} isLasting
 */

/**
 * The outcome of a job with a fault.
 *
 * @typedef {object} Result
 * @property {string} outcome `complete`, or the code of the error.
 * @property {number} ms
 * @property {number} uploadsLeft Multipart uploads neither completed nor aborted.
 */

/**
 * A job that needs every kind of request: a table, a copy, one of several parts, rejected records, outputs of an earlier
 * version to replace and to remove, and something to do with the archive afterwards.
 *
 * @param {Chain} chain
 * @param {{ name: string, afterwards: 'tag' | 'delete', isLarge: boolean }} job
 */
export async function faultyJob(chain, { name, afterwards, isLarge }) {
  const env = { SLUICE_RECIPE: RECIPE, SLUICE_SOURCE_AFTERWARDS: afterwards };
  const archive = isLarge ? writeZip([...SMALL, { name: 'big.csv', content: TABLE }]) : writeZip(SMALL);
  const before = await chain.deploy({ SLUICE_RECIPE: RECIPE });

  /** @param {string} folder */
  const prepare = async folder => {
    await before.deliver(await chain.upload(`${folder}.zip`, OLD));
    const old = await chain.outputs(folder);
    const Key = `${folder}/_manifest.json`;
    const manifest = { Bucket: 'sluice-out', Key, Body: await chain.read(Key) };
    return { old, manifest, event: await chain.upload(`${folder}.zip`, archive) };
  };
  const deploy = async () => {
    const proxy = await startTcpProxy(Number(new URL(chain.endpoint).port));
    const clientSettings = { endpoint: proxy.endpoint, ...manualTimeouts() };
    return { proxy, deployed: await chain.deploy(env, clientSettings) };
  };
  /** The outputs and manifest, without what differs between runs. @param {string} folder */
  const resultOf = async folder => {
    const { turns, durationMs, peakRssBytes, archive: of, ...manifest } = await chain.manifest(folder);
    const { sequencer, ...version } = of;
    const result = {
      manifest,
      version,
      outputs: [...(await chain.outputs(folder))],
      source: await chain.archives(folder),
    };
    return JSON.parse(JSON.stringify(result).replaceAll(folder, '(folder)'));
  };

  const { event } = await prepare(name);
  const smooth = await deploy();
  await smooth.deployed.deliver(event);
  const reference = await resultOf(name);
  assert.equal(reference.manifest.status, 'complete');
  smooth.deployed.disconnect();
  await smooth.proxy.close();
  const nameOf = namesOf(name);
  const requests = smooth.proxy.exchanges.map(exchange => ({ exchange, ...nameOf(exchange) }));

  return {
    /** @type {Case[]} */
    cases: requests.flatMap(({ exchange, name: request, nth }) =>
      faultsOf(exchange).flatMap(([title, fault]) =>
        [false, true].map(isLasting => ({ of: `${request} (${nth})`, title, fault, isLasting })),
      ),
    ),

    /**
     * Runs the job with the fault, then once more without it.
     *
     * @param {Case} one
     * @param {string} folder
     * @returns {Promise<Result>}
     */
    async run(one, folder) {
      const { proxy, deployed } = await deploy();
      let isRunning = true;
      const timingOut = timeOutWhile(() => isRunning, proxy, deployed);
      try {
        return await run(proxy, deployed, one, folder);
      } finally {
        isRunning = false;
        await timingOut;
        deployed.disconnect();
        await proxy.close();
      }
    },
  };

  /**
   * @param {Awaited<ReturnType<typeof startTcpProxy>>} proxy
   * @param {Awaited<ReturnType<Chain['deploy']>>} deployed
   * @param {Case} one
   * @param {string} folder
   * @returns {Promise<Result>}
   */
  async function run(proxy, deployed, { of, fault, isLasting }, folder) {
    const { old, manifest, event } = await prepare(folder);
    const nameOf = namesOf(folder);
    let times = 0;
    const [, target = '', from = ''] = /^(.*) \((\d+)\)$/.exec(of) ?? [];
    proxy.fault = exchange => {
      const { name: request, nth } = nameOf(exchange);
      const isMeant = request === target && (isLasting ? nth >= Number(from) : nth === Number(from));
      if (!isMeant) return;
      times += 1;
      return isLasting && fault.refuse ? { refuse: Number.POSITIVE_INFINITY } : fault;
    };
    const start = performance.now();
    const { outcome, isNoted } = await outcomeOf(deployed, event);
    const ms = Math.round(performance.now() - start);
    assert.ok(times > 0, 'the fault struck');
    assert.ok(ms < MAX_MS, `it took ${ms} ms`);
    await comesTo(deployed.socketsInUse, 0, 'connections in use');
    // The job believes a response that an object is gone or replaced, and leaves it.
    const isBelieved =
      [404, 412].includes(fault.answer?.status ?? 0) && /^(Delete|Head|(Get|Put)ObjectTag)/.test(target);
    const wanted = new Map(
      reference.outputs.map((/** @type {[string, string]} */ [key, ETag]) => [key.replace('(folder)', folder), ETag]),
    );
    for (const [key, ETag] of await chain.outputs(folder)) {
      assert.ok([old.get(key), wanted.get(key)].includes(ETag), `${key} is as it was, or as it has to be`);
    }
    if (outcome === 'complete' && !isBelieved) assert.deepEqual(await resultOf(folder), reference);
    const uploadsLeft = (await chain.unfinishedUploads(folder)).length;

    await proxy.recover();
    // A failed entry in a manifest counts as done, so the earlier manifest is put back.
    if (isNoted) await chain.client.send(new PutObjectCommand(manifest));
    if (outcome !== 'complete' || afterwards === 'tag') {
      const next = await outcomeOf(deployed, event);
      // Only the response was lost, not the deletion.
      const isGone = afterwards === 'delete' && next.outcome === 'ignored';
      assert.ok(
        isGone || next.outcome === 'complete',
        `the next job after ${outcome}: ${JSON.stringify(deployed.lines.at(-1))}`,
      );
    }
    if (!isBelieved) assert.deepEqual(await resultOf(folder), reference);
    await comesTo(deployed.socketsInUse, 0, 'connections in use after the next job');
    deployed.disconnect();
    await comesTo(proxy.connections, 0, 'connections after the client is gone');
    return { outcome, ms, uploadsLeft };
  }
}

/**
 * @param {Awaited<ReturnType<Chain['deploy']>>} deployed
 * @param {unknown} event
 * @returns {Promise<{ outcome: string, isNoted: boolean }>} `isNoted`: the error is in the manifest.
 */
async function outcomeOf({ deliver, lines }, event) {
  await deliver(event).catch(() => {});
  const { status, error, outcome } = lines.at(-1);
  if (status === 'complete' || outcome === 'ignored') return { outcome: status ?? outcome, isNoted: false };
  assert.ok(error?.code ?? status, `an error without a code: ${JSON.stringify(lines.at(-1))}`);
  return { outcome: error?.code ?? status, isNoted: status !== null };
}

/**
 * Times out the connections that the proxy lets fall silent, and no others.
 *
 * @param {() => boolean} isRunning
 * @param {Awaited<ReturnType<typeof startTcpProxy>>} proxy
 * @param {Awaited<ReturnType<Chain['deploy']>>} deployed
 */
async function timeOutWhile(isRunning, { isSilent }, { client }) {
  while (isRunning()) await timeOutSilent(client, isSilent);
}

/**
 * @param {() => number} count
 * @param {number} expected
 * @param {string} what
 */
async function comesTo(count, expected, what) {
  for (let waits = 0; count() !== expected && waits < 6_000; waits += 1) await delay(10);
  assert.equal(count(), expected, what);
}

/**
 * Names each request of a job by operation, key and part.
 *
 * @param {string} folder
 * @returns {(exchange: Exchange) => { name: string, nth: number }} Call it with all requests, in order.
 */
function namesOf(folder) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  return ({ operation, key, query }) => {
    const part = query.get('partNumber') ?? '';
    const name = `${operation} ${key || query.get('prefix')} ${part}`.trim().replaceAll(folder, 'x');
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    return { name, nth };
  };
}

const SMALL = [
  { name: 'people.csv', content: 'id,notes\n3,c\n4\n' },
  { name: 'note.txt', content: 'new in this version' },
];
const TABLE = bigTable(5.5 * 1024 * 1024);
const MAX_MS = 300_000;
