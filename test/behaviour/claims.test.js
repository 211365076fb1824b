import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { writeZip } from '../support/zip-writer.js';
import { startChain } from './chain.js';
import { READING } from './versions.js';

/** @import { ObservedRequest } from '../../local-s3/faults.js' */

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const bounded = { timeout: 60_000 };

/** @param {Record<string, string>} files */
const zipOf = files => writeZip(Object.entries(files).map(([name, content]) => ({ name, content })));

/**
 * Delivers an event, and stops at a request until it is let go on.
 *
 * @param {import('./chain.js').Deployed} deployed
 * @param {any} event
 * @param {(request: ObservedRequest) => boolean} isStop
 */
async function deliverUntil(deployed, event, isStop) {
  const isHeld = Promise.withResolvers();
  const isOver = Promise.withResolvers();
  let times = 0;
  deployed.fault = async request => {
    if (!isStop(request)) return;
    times += 1;
    if (times > 1) return;
    isHeld.resolve(null);
    await isOver.promise;
  };
  const end = deployed.deliver(event).catch(error => error);
  await Promise.race([isHeld.promise, end]);
  assert.ok(times > 0, 'it never came so far');
  return async () => {
    isOver.resolve(null);
    assert.equal((await end) instanceof Error, false);
  };
}

/** @param {ObservedRequest} request */
const isManifest = ({ key }) => key.endsWith('/_manifest.json');
/** @param {ObservedRequest} request */
const isOutput = ({ operation, bucket, ...request }) =>
  bucket === 'sluice-out' && !READING.includes(operation) && !isManifest({ operation, bucket, ...request });

test('a claim that a later version has made meanwhile is not taken for one’s own', bounded, async () => {
  const older = await chain.upload('claimed.zip', zipOf({ a: '1' }), 'sluice-versioned');
  const newer = await chain.upload('claimed.zip', zipOf({ a: '2' }), 'sluice-versioned');
  const [one, same, later] = [await chain.deploy(), await chain.deploy(), await chain.deploy()];
  const isClaiming = (/** @type {ObservedRequest} */ request) =>
    isManifest(request) && request.operation === 'PutObject';
  const letOne = await deliverUntil(one, older, isClaiming);
  const letSame = await deliverUntil(same, older, isOutput);
  // The claim is refused; that what is there is of the same version has just been seen, and what it says is read next.
  const seen = one.requests.length;
  /** @type {(() => Promise<void>) | null} */
  let letLater = null;
  one.fault = async request => {
    if (one.requests.length > seen && isManifest(request) && request.operation === 'GetObject') {
      letLater ??= await deliverUntil(later, newer, isOutput);
    }
  };
  await letOne();
  assert.ok(letLater);
  assert.equal(one.lines[0].outcome, 'superseded');
  assert.ok(!one.requests.some(isOutput), 'it has published nothing');
  await /** @type {() => Promise<void>} */ (letLater)();
  assert.deepEqual(await chain.texts('claimed'), { 'claimed/a': '2' });
  const { status, archive } = await chain.manifest('claimed');
  assert.deepEqual([status, archive.versionId], ['complete', newer.Records[0].s3.object.versionId]);
  await letSame();
  assert.equal(same.lines[0].outcome, 'superseded');
  assert.deepEqual(await chain.texts('claimed'), { 'claimed/a': '2' });
});

test('a job that has lost its claim publishes nothing more', bounded, async () => {
  const older = await chain.upload('lost.zip', zipOf({ a: '1', b: '1', c: '1' }), 'sluice-versioned');
  const newer = await chain.upload('lost.zip', zipOf({ a: '2' }), 'sluice-versioned');
  const [one, later] = [await chain.deploy(), await chain.deploy()];
  const letOne = await deliverUntil(one, older, request => isOutput(request) && request.key.endsWith('/a'));
  const letLater = await deliverUntil(later, newer, isOutput);
  // What is under way when the claim is lost goes through: it was not there before.
  await letOne();
  assert.deepEqual(
    one.requests.filter(isOutput).map(({ operation, key }) => `${operation} ${key}`),
    ['PutObject lost/a'],
  );
  assert.equal(one.lines[0].outcome, 'superseded');
  await letLater().catch(() => {});
  await later.deliver(newer);
  assert.deepEqual(await chain.texts('lost'), { 'lost/a': '2' });
});

test('a job whose claim another delivery of the same has taken over goes on', bounded, async () => {
  const event = await chain.upload('shared.zip', zipOf({ a: '1', b: '1' }), 'sluice-versioned');
  const [one, same] = [await chain.deploy(), await chain.deploy()];
  const letOne = await deliverUntil(one, event, isOutput);
  const letSame = await deliverUntil(same, event, isOutput);
  await letOne();
  await letSame();
  for (const { lines } of [one, same]) assert.equal(lines[0].status, 'complete');
  assert.deepEqual(await chain.texts('shared'), { 'shared/a': '1', 'shared/b': '1' });
});
