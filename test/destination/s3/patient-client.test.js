import assert from 'node:assert/strict';
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
  requests.fault = ({ operation }) => ({ stallMs: operation === 'HeadObject' ? 100 : 60_000 });
  const start = performance.now();
  const begun = patient.send(new HeadObjectCommand(target));
  const silent = patient.send(new UploadPartCommand({ ...target, UploadId: 'u', PartNumber: 1, Body: 'x' }));
  stop.abort();
  assert.equal((await begun).ContentLength, 1);
  assert.equal(
    (await patient.send(new HeadObjectCommand(target))).ContentLength,
    1,
    'also one that begins after the signal',
  );
  await assert.rejects(silent, StoppedError);
  const waited = performance.now() - start;
  assert.ok(waited > 3_990 && waited < 50_000, `${waited} ms`);
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

const target = { Bucket: 'bucket', Key: 'k' };
