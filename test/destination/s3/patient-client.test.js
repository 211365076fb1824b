import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { HeadObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { patientClient } from '../../../src/destination/s3/patient-client.js';
import { StoppedError } from '../../../src/errors.js';
import { localS3 } from '../../support/s3.js';

test('after the signal a request is waited for, but not forever', { timeout: 300_000 }, async t => {
  const { client, put, requests } = await localS3(t);
  await put('k', Buffer.from('x'));
  const stop = new AbortController();
  const patient = patientClient(client, stop.signal, { eachMs: 4_000 });
  requests.seen.length = 0;
  /** @type {PromiseWithResolvers<void>} */
  const answered = Promise.withResolvers();
  requests.fault = ({ operation }) => (operation === 'HeadObject' ? answered.promise : NEVER);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const arrivals = async (/** @type {number} */ count) => {
    while (requests.seen.length < count) await new Promise(setImmediate);
  };
  const begun = patient.send(new HeadObjectCommand(target));
  let isGivenUp = false;
  const silent = patient
    .send(new UploadPartCommand({ ...target, UploadId: 'u', PartNumber: 1, Body: 'x' }))
    .finally(() => {
      isGivenUp = true;
    });
  await arrivals(2);
  stop.abort();
  const later = patient.send(new HeadObjectCommand(target));
  await arrivals(3);
  t.mock.timers.tick(3_999);
  answered.resolve();
  assert.equal((await begun).ContentLength, 1);
  assert.equal((await later).ContentLength, 1, 'also one that begins after the signal');
  assert.equal(isGivenUp, false);
  t.mock.timers.tick(1);
  await assert.rejects(silent, StoppedError);
});

test('requests that begin after the signal, one after the other, are waited for only so long together', {
  timeout: 300_000,
}, async t => {
  const { requests, stop, patient, wait } = await silentS3(t);
  const pass = (/** @type {number} */ ms) => {
    wait(ms);
    t.mock.timers.tick(ms);
  };
  stop.abort();
  for (const [index, ms] of [4_000, 4_000, 500].entries()) {
    let isGivenUp = false;
    const request = patient.send(new HeadObjectCommand(target)).finally(() => {
      isGivenUp = true;
    });
    while (requests.seen.length === index) await new Promise(setImmediate);
    pass(ms - 1);
    await new Promise(setImmediate);
    assert.equal(isGivenUp, false);
    pass(1);
    await assert.rejects(request, StoppedError);
  }
});

test('the time that all have together begins at the signal, not at the first request after it', {
  timeout: 300_000,
}, async t => {
  const { requests, stop, patient, wait } = await silentS3(t);
  stop.abort(new StoppedError());
  // For a database that does not answer either.
  wait(6_000);
  let isGivenUp = false;
  const request = patient.send(new HeadObjectCommand(target)).finally(() => {
    isGivenUp = true;
  });
  while (requests.seen.length === 0) await new Promise(setImmediate);
  t.mock.timers.tick(2_499);
  await new Promise(setImmediate);
  assert.equal(isGivenUp, false);
  t.mock.timers.tick(1);
  await assert.rejects(request, StoppedError);
});

test('without the signal no request is given up, and a request’s own signal still works', async t => {
  const { client, put, requests } = await localS3(t);
  await put('k', Buffer.from('x'));
  const stop = new AbortController();
  const patient = patientClient(client, stop.signal, { eachMs: 1 });
  requests.fault = () => ({ stallMs: 50 });
  assert.equal((await patient.send(new HeadObjectCommand(target))).ContentLength, 1);
  const abortSignal = AbortSignal.timeout(5);
  await assert.rejects(patient.send(new HeadObjectCommand(target), { abortSignal }), { name: 'AbortError' });
  assert.equal(patientClient(client, undefined), client);
});

/**
 * A server that answers nothing, and a clock that stands still.
 *
 * @param {import('node:test').TestContext} t
 */
async function silentS3(t) {
  const { client, requests } = await localS3(t);
  const stop = new AbortController();
  const patient = patientClient(client, stop.signal, { eachMs: 4_000, allMs: 8_500 });
  requests.fault = () => NEVER;
  requests.seen.length = 0;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 1_000;
  t.mock.method(performance, 'now', () => now);
  const wait = (/** @type {number} */ ms) => {
    now += ms;
  };
  return { requests, stop, patient, wait };
}

/** @type {Promise<never>} */
const NEVER = new Promise(() => {});
const target = { Bucket: 'bucket', Key: 'k' };

test('once its requests have ended, no listener and no timer is left', async t => {
  const { client, put, requests } = await localS3(t);
  await put('k', Buffer.from('x'));
  const stop = new AbortController();
  const patient = patientClient(client, stop.signal);
  const head = () => patient.send(new HeadObjectCommand(target));
  await Promise.all([head(), head()]);
  assert.equal(getEventListeners(stop.signal, 'abort').length, 0);
  const cleared = t.mock.method(globalThis, 'clearTimeout');
  const set = t.mock.method(globalThis, 'setTimeout');
  requests.fault = () => stop.abort();
  await head();
  const timersOf = (/** @type {number} */ ms) =>
    set.mock.calls.filter(({ arguments: [, each] }) => each === ms).map(({ result }) => result);
  assert.ok(timersOf(4_000).length > 0);
  const ended = cleared.mock.calls.map(({ arguments: [timer] }) => timer);
  for (const timer of timersOf(4_000)) assert.ok(ended.includes(timer));
});
