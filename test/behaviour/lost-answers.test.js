import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { HeadObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { destinationStore } from '../../src/checkpoint/store.js';
import { openDestination } from '../../src/destination/open.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { unlikeBytes } from '../destination/fixture.js';
import { memorySource } from '../support/memory-source.js';
import { assertNoUploadsLeft, contentOf, localS3 } from '../support/s3.js';
import { writeZip } from '../support/zip-writer.js';
import { FILLER, SOURCE_URI } from './turns.js';
import { withoutRetryDelays } from './without-retry-delays.js';

/** @import { TestContext } from 'node:test' */
/** @import { ObservedRequest } from '../../local-s3/faults.js' */
/** @import { Source } from '../../src/source/open-source.js' */

// S3 carries requests out whose answers get lost, while others are on their way: the connections of many break at once. The bucket
// keeps versions, so that it shows what was written twice.

const bounded = { timeout: 300_000 };
/** How many answers are lost at once, of each kind of output. */
const AT_ONCE = 8;
const NAMES = Array.from({ length: 20 }, (_, index) => `${index}`.padStart(2, '0'));
const SMALL = NAMES.map(name => ({ name: `${name}.csv`, content: `id,note\n${name},x\n${name}\n` }));
const MANIFEST = 'out/x/_manifest.json';
const CHECKPOINT = 'out/x/_checkpoint';
const recipe = await compileRecipe({
  entries: [
    { match: '*.csv', csv: { drop: ['note'], maxBad: 1 } },
    { match: FILLER.name, skip: true },
  ],
});
const ZIP = writeZip(SMALL);
/** In the middle of the large entry, which comes behind the small ones. */
const MIDDLE = 3 * 1024 ** 2;
const lost = Object.freeze({ loseAnswer: /** @type {const} */ (true) });

/** @type {[title: string, isLost: (attempt: number) => boolean][]} */
const LOSSES = [
  ['the answers to many outputs, rejected records, reasons and manifests are lost', attempt => attempt === 1],
  ['so they are where no request that writes is ever answered', () => true],
];
for (const [title, isLost] of LOSSES) {
  test(`${title}: all is written once, and known`, bounded, async t => {
    const { turn, requests, versions, assertDone } = await beginJob(t);
    const gate = new Gate();
    const attempts = attemptsAt();
    requests.fault = async request => {
      if (request.operation !== 'PutObject' || !isLost(attempts(request))) return undefined;
      if (request.key !== MANIFEST) await gate.pass(kindOf(request));
      return lost;
    };
    const { manifest, error } = await turn();
    assert.equal(error, null);
    assert.equal(manifest.status, 'complete');
    assert.deepEqual(gate.opened.sort(), ['output', 'reasons', 'rejected']);
    await assertDone(manifest);
    // The claim, and the end.
    assert.equal((await versions()).get(MANIFEST), 2);
    requests.seen.length = 0;
    assert.deepEqual((await turn()).manifest, manifest);
    assert.ok(!requests.seen.some(({ method }) => ['PUT', 'POST', 'DELETE'].includes(method)));
  });
}

test('if looks at what is there fail as well, the next job does it again, and misses nothing', bounded, async t => {
  const { turn, requests, manifestThere, versions, assertDone } = await beginJob(t);
  const gate = new Gate();
  requests.fault = async request => {
    if (request.key === MANIFEST || !WRITES_OR_LOOKS.includes(request.operation)) return undefined;
    if (request.operation === 'HeadObject') return { dropConnection: true };
    await gate.pass(kindOf(request));
    return lost;
  };
  const { error } = await turn();
  assert.equal(error.code, 'storage/unreachable');
  const { status, entries } = await manifestThere();
  assert.equal(status, 'unfinished');
  assert.deepEqual([...new Set(entries.map((/** @type {any} */ entry) => entry.status))], ['pending']);
  const before = await versions();
  assert.ok([...before].filter(([key]) => key.startsWith('out/_reasons/')).length >= AT_ONCE);
  requests.fault = () => undefined;
  const { manifest } = await turn();
  assert.equal(manifest.status, 'complete');
  const after = await versions();
  // Nobody knew of these, so they were written again.
  for (const key of before.keys()) if (key !== MANIFEST) assert.equal(after.get(key), 2, key);
  await assertDone(manifest, new Set(before.keys()));
});

test(
  'if the answer to the claim is lost, and the look fails, nothing is published before the next job',
  bounded,
  async t => {
    const { turn, requests, versions, assertDone } = await beginJob(t);
    requests.fault = ({ operation, key }) => {
      if (key !== MANIFEST) return undefined;
      if (operation === 'PutObject') return lost;
      return operation === 'HeadObject' ? { dropConnection: true } : undefined;
    };
    const { error } = await turn();
    assert.equal(error.code, 'storage/unreachable');
    assert.deepEqual([...(await versions())], [[MANIFEST, 1]]);
    requests.fault = () => undefined;
    const { manifest } = await turn();
    assert.equal(manifest.status, 'complete');
    await assertDone(manifest);
  },
);

test('of an entry that is suspended while answers to others are lost, all is known', bounded, async t => {
  const { turn, client, requests, manifestThere, versions, assertDone } = await beginJob(t);
  // Beside all small outputs there is room for it.
  const large = { name: 'large', content: unlikeBytes(6 * 1024 ** 2), method: 0 };
  const source = memorySource(writeZip([...SMALL, large, FILLER]), { uri: SOURCE_URI });
  const pause = new AbortController();
  const areMany = /** @type {PromiseWithResolvers<void>} */ (Promise.withResolvers());
  const attempts = attemptsAt();
  let waiting = 0;
  requests.fault = async request => {
    if (request.operation !== 'PutObject' || attempts(request) > 1) return undefined;
    if (request.key !== MANIFEST && request.key !== CHECKPOINT && !pause.signal.aborted) {
      waiting += 1;
      if (waiting === AT_ONCE) areMany.resolve();
      await once(pause.signal, 'abort');
    }
    return lost;
  };
  /** @type {Source['read']} */
  const readToPause = (start, end) => Readable.from(pausing(source.read(start, end), start));
  /** @param {AsyncIterable<Buffer>} chunks @param {number} start */
  async function* pausing(chunks, start) {
    let position = start;
    for await (const chunk of chunks) {
      position += chunk.length;
      if (start < MIDDLE && position > MIDDLE) {
        await areMany.promise;
        pause.abort();
      }
      yield chunk;
    }
  }
  const first = await turn({ source: { ...source, read: readToPause }, isResumable: true, pause });
  assert.equal(first.error.code, 'job/stopped');
  const { status, entries } = await manifestThere();
  assert.equal(status, 'unfinished');
  assert.deepEqual(
    entries.map((/** @type {any} */ entry) => entry.status),
    [...NAMES.map(() => 'written'), 'pending', 'skipped'],
  );
  assert.ok((await client.send(new HeadObjectCommand({ Bucket: 'bucket', Key: CHECKPOINT }))).ContentLength);

  let bytesAsked = 0;
  /** @type {Source['read']} */
  const readRest = (start, end) => {
    bytesAsked += end - start;
    return source.read(start, end);
  };
  const second = await turn({ source: { ...source, read: readRest }, isResumable: true });
  assert.equal(second.manifest.status, 'complete');
  assert.ok(bytesAsked < source.bytes - MIDDLE / 2, 'the large entry is resumed');
  await assertDone(second.manifest);
  assert.ok((await contentOf(client, 'out/x/large')).equals(large.content));
  assert.equal((await versions()).get('out/x/large'), 1);
  await assertNoUploadsLeft(client);
});

/** @param {TestContext} t */
async function beginJob(t) {
  const { client, s3, requests } = await localS3(t, { versioned: true });
  await withoutRetryDelays(client);
  /** How many versions each object has. */
  const versions = async () => {
    const { Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket: 'bucket' }));
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { Key = '' } of Versions) counts.set(Key, (counts.get(Key) ?? 0) + 1);
    return counts;
  };
  return {
    client,
    requests,
    versions,
    manifestThere: async () => JSON.parse(String(await contentOf(client, MANIFEST))),

    /**
     * @param {{ source?: Source, isResumable?: boolean, pause?: AbortController }} [how]
     * @returns {Promise<{ manifest: any, error: any }>}
     */
    async turn({ source = memorySource(ZIP), isResumable = false, pause = new AbortController() } = {}) {
      const destination = await openDestination('s3://bucket/out', { s3 });
      const store = destinationStore(destination, 'x');
      const resumable = { turn: { pause: pause.signal, remainingMs: () => 0, store } };
      try {
        const { manifest } = await processArchive({ source, destination, recipe, ...(isResumable && resumable) });
        return { manifest: JSON.parse(JSON.stringify(manifest)), error: null };
      } catch (error) {
        return { manifest: null, error };
      } finally {
        await destination.close();
      }
    },

    /**
     * @param {any} manifest What the job returned.
     * @param {Set<string>} [twice] Keys that may have been written twice.
     */
    async assertDone(manifest, twice = new Set()) {
      const there = JSON.parse(String(await contentOf(client, MANIFEST)));
      assert.deepEqual(there, manifest);
      const { written, failed, recordsRead, recordsBad } = manifest.totals;
      assert.deepEqual([failed, recordsRead, recordsBad], [0, 2 * NAMES.length, NAMES.length]);
      assert.ok(written >= NAMES.length);
      const counts = await versions();
      for (const [index, name] of NAMES.entries()) {
        const keys = [`out/x/${name}.csv`, `out/_rejected/x/${name}.csv`, `out/_reasons/x/${name}.csv.jsonl`];
        const { status, output, rejected, reasons } = manifest.entries[index];
        assert.deepEqual([status, output, rejected, reasons], ['written', ...keys.map(key => `s3://bucket/${key}`)]);
        const [content, bad, why] = await Promise.all(keys.map(key => contentOf(client, key)));
        assert.deepEqual([String(content), String(bad)], [`id\n${name}\n`, `${name}\n`]);
        assert.equal(String(why).trim().split('\n').length, 2);
        for (const key of keys) if (!twice.has(key)) assert.equal(counts.get(key), 1, key);
      }
    },
  };
}

/** Holds requests of each kind until several of it are there at once. */
class Gate {
  /** The kinds of which there were. @type {string[]} */
  opened = [];
  /** @type {Map<string, (() => void)[]>} */
  #held = new Map();

  /** @param {string} kind */
  async pass(kind) {
    if (this.opened.includes(kind)) return;
    const held = this.#held.get(kind) ?? [];
    this.#held.set(kind, held);
    const passed = new Promise(resolve => held.push(() => resolve(undefined)));
    if (held.length === AT_ONCE) {
      this.opened.push(kind);
      for (const go of held) go();
    }
    await passed;
  }
}

/** Counts how often the same request was sent: the SDK marks it. */
function attemptsAt() {
  /** @type {Map<unknown, number>} */
  const sent = new Map();
  return (/** @type {ObservedRequest} */ { headers }) => {
    const id = headers['amz-sdk-invocation-id'];
    sent.set(id, (sent.get(id) ?? 0) + 1);
    return /** @type {number} */ (sent.get(id));
  };
}

/** @param {ObservedRequest} request */
function kindOf({ key }) {
  if (key.startsWith('out/_rejected/')) return 'rejected';
  return key.startsWith('out/_reasons/') ? 'reasons' : 'output';
}

const WRITES_OR_LOOKS = ['PutObject', 'HeadObject'];
