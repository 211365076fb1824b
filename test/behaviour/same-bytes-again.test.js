import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { writeZip } from '../support/zip-writer.js';
import { startChain } from './chain.js';

/** @import { ObservedRequest } from '../../local-s3/faults.js' */

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

/** @param {Record<string, string>} files */
const zipOf = files => writeZip(Object.entries(files).map(([name, content]) => ({ name, content })));

/**
 * Three versions, of which the last one has bytes of the first one again, and the one between has not. An ETag is a hash
 * of the content, so compare-and-swap cannot tell what the first one left from what the last one has written.
 *
 * @type {[title: string, first: Record<string, string>, between: Record<string, string>, last: Record<string, string>][]}
 */
const VERSIONS = [
  [
    'changes an entry and is taken back',
    { a: 'as before', b: 'b' },
    { a: 'changed', b: 'b' },
    { a: 'as before', b: 'b' },
  ],
  ['lacks an entry that comes back', { a: '1', b: 'lost' }, { a: '2' }, { a: '3', b: 'lost' }],
  ['shares an entry with the next one', { a: '1' }, { a: '2', b: 'same' }, { a: '3', b: 'same', c: 'new' }],
];

for (const [title, first, between, last] of VERSIONS) {
  test(`a version that ${title} can only do harm by a request that is under way when it is overtaken`, {
    timeout: 60_000,
  }, async () => {
    const counts = await countRequests(first, between, last);
    const harmful = new Set();
    let tried = 0;
    for (let held = 0; held < counts.between; held += 1) {
      // How far the last version's job comes before the one between goes on.
      for (const until of [8, counts.last]) {
        tried += 1;
        const place = `again-${title.length}-${held}-${until}`;
        const request = await overtake(place, { first, between, last, held, until });
        const { status } = await chain.manifest(place);
        const right = Object.fromEntries(Object.entries(last).map(([name, text]) => [`${place}/${name}`, text]));
        if (status !== 'complete' || !isSame(await chain.texts(place), right)) {
          harmful.add(`${request?.operation} ${request?.key.slice(place.length + 1)}`);
          assert.ok(request?.headers['if-match'], `${place}: ${request?.operation} ${request?.key}`);
          assert.ok(!request.key.endsWith('_manifest.json'), place);
        }
      }
    }
    assert.ok(tried > 20 && harmful.size <= 1, `harm through ${[...harmful].join(', ')}`);
  });
}

test('a job that takes back its outputs leaves those of a newer version that have the same bytes', {
  timeout: 60_000,
}, async () => {
  const key = 'taken-back.zip';
  const versions = [{ a: '1', b: 'same', c: 'same too' }, { d: 'only this' }, { a: '2', b: 'same', c: 'same too' }];
  /** @type {any[]} */
  const events = [];
  for (const version of versions) events.push(await chain.upload(key, zipOf(version), 'sluice-versioned'));
  const [first, second, third] = await Promise.all(versions.map(() => chain.deploy()));
  assert.ok(first && second && third);
  /** @type {Promise<unknown>} */
  let secondEnd = Promise.resolve();
  const isLast = Promise.withResolvers();
  second.fault = async ({ operation, key: its }) => {
    if (operation !== 'PutObject' || its.endsWith('_manifest.json')) return;
    isClaimed.resolve(null);
    await isLast.promise;
  };
  const isClaimed = Promise.withResolvers();
  let isOvertaken = false;
  let isTakingBack = false;
  first.fault = async ({ operation, key: its }) => {
    // It has published all of its outputs.
    if (its === 'taken-back/c' && operation === 'PutObject') isOvertaken = true;
    else if (isOvertaken && !isTakingBack && its.endsWith('_manifest.json') && operation === 'PutObject') {
      isTakingBack = true;
      secondEnd = second.deliver(events[1]).catch(error => error);
      await isClaimed.promise;
    } else if (isTakingBack && operation === 'HeadObject' && its === 'taken-back/b') await third.deliver(events[2]);
  };
  await first.deliver(events[0]);
  isLast.resolve(null);
  assert.ok((await secondEnd) instanceof Error || second.lines[0]?.outcome === 'superseded');
  assert.equal(first.lines[0].outcome, 'superseded');
  assert.deepEqual(await chain.texts('taken-back'), {
    'taken-back/a': '2',
    'taken-back/b': 'same',
    'taken-back/c': 'same too',
  });
  assert.equal((await chain.manifest('taken-back')).status, 'complete');
});

/**
 * @param {Record<string, string>[]} versions
 */
async function countRequests(...versions) {
  const counts = [];
  const place = `count-${JSON.stringify(versions).length}`;
  for (const version of versions) {
    const deployed = await chain.deploy();
    await deployed.deliver(await chain.upload(`${place}.zip`, zipOf(version), 'sluice-versioned'));
    counts.push(deployed.requests.length);
  }
  const [, between = 0, last = 0] = counts;
  return { between, last };
}

/**
 * @param {string} place
 * @param {{ first: Record<string, string>, between: Record<string, string>, last: Record<string, string>, held: number,
 *   until: number }} how
 * @returns {Promise<ObservedRequest | undefined>} The request at which the job between was held.
 */
async function overtake(place, { first, between, last, held, until }) {
  const key = `${place}.zip`;
  const base = await chain.deploy();
  await base.deliver(await chain.upload(key, zipOf(first), 'sluice-versioned'));
  const older = await chain.upload(key, zipOf(between), 'sluice-versioned');
  const newer = await chain.upload(key, zipOf(last), 'sluice-versioned');
  const [slow, fast] = [await chain.deploy(), await chain.deploy()];
  const isOver = Promise.withResolvers();
  const isPaused = Promise.withResolvers();
  /** @type {Promise<unknown>} */
  let fastEnd = Promise.resolve(null);
  /** @type {ObservedRequest | undefined} */
  let at;
  fast.fault = async (_, index) => {
    if (index !== until) return;
    isPaused.resolve(null);
    await isOver.promise;
  };
  slow.fault = async (request, index) => {
    if (index !== held) return;
    at = request;
    fastEnd = fast.deliver(newer).catch(error => error);
    await Promise.race([isPaused.promise, fastEnd]);
  };
  const slowEnd = await slow.deliver(older).catch(error => error);
  isOver.resolve(null);
  const isFailed = (await fastEnd) instanceof Error;
  for (const { recover } of [slow, fast]) recover();
  if (isFailed) await fast.deliver(newer);
  if (slowEnd instanceof Error) await slow.deliver(older);
  return at;
}

/** @param {Record<string, string>} one @param {Record<string, string>} other */
function isSame(one, other) {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
}
