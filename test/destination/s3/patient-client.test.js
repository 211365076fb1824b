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
  const patient = patientClient(client, stop.signal, 4_000);
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

test('without the signal no request is given up, and a request’s own signal still works', async t => {
  const { client, put, requests } = await localS3(t);
  await put('k', Buffer.from('x'));
  const stop = new AbortController();
  const patient = patientClient(client, stop.signal, 1);
  requests.fault = () => ({ stallMs: 50 });
  assert.equal((await patient.send(new HeadObjectCommand(target))).ContentLength, 1);
  const abortSignal = AbortSignal.timeout(5);
  await assert.rejects(patient.send(new HeadObjectCommand(target), { abortSignal }), { name: 'AbortError' });
  assert.equal(patientClient(client, undefined), client);
});

/** @type {Promise<never>} */
const NEVER = new Promise(() => {});
const target = { Bucket: 'bucket', Key: 'k' };

test('once its requests have ended, neither a timer nor a listener is left', async t => {
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
  const timers = set.mock.calls.filter(({ arguments: [, ms] }) => ms === 4_000).map(({ result }) => result);
  assert.ok(timers.length > 0);
  const ended = cleared.mock.calls.map(({ arguments: [timer] }) => timer);
  for (const timer of timers) assert.ok(ended.includes(timer));
});
