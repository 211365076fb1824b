import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLedger } from '../../src/ledger/read-ledger.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { COPY, manifestOf } from './fixture.js';

const S3 = { uri: 's3://in/x.zip', etag: '1' };

/** @type {[title: string, stage: string | null, job: { uri?: string, etag?: string, sequencer?: string, recipe?: string }, state: string][]} */
const STATES = [
  ['no manifest', null, {}, 'nothing'],
  ['its own manifest, complete', 'complete', {}, 'done'],
  ['its own manifest, partial', 'partial', {}, 'done'],
  ['its own manifest, failed', 'failed', {}, 'nothing'],
  ['its own manifest, publishing', 'publishing', {}, 'unfinished'],
  ['its own manifest, tidying', 'tidying', {}, 'unfinished'],
  ['the same version under another recipe', 'complete', { recipe: 'another' }, 'nothing'],
  ['another version', 'complete', { etag: '2' }, 'nothing'],
  ['a later version', 'publishing', { etag: '2', sequencer: '01' }, 'superseded'],
  ['a later event of the same version', 'complete', { sequencer: '01' }, 'superseded'],
  ['an earlier version', 'publishing', { etag: '2', sequencer: '03' }, 'nothing'],
  ['the same object under another key', 'complete', { uri: 's3://in/y.zip' }, 'done'],
  ['another object', 'complete', { uri: 's3://in/y.zip', etag: '2' }, 'taken'],
  ['another file with the same size and time', 'complete', { uri: '/in/x.zip' }, 'taken'],
];
for (const [title, stage, { sequencer = '02', recipe = '1', ...source }, state] of STATES) {
  test(`for a job that finds ${title}, the state is "${state}"`, async () => {
    const destination = memoryDestination();
    if (stage !== null) {
      destination.files.set('x/_manifest.json', Buffer.from(JSON.stringify(manifestOf(stage, 'somebody'))));
    }
    const job = {
      source: memorySource(Buffer.of(), { ...S3, ...source }),
      destination,
      recipe: { ...COPY, sha256: recipe },
      sequencer,
    };
    const found = await readLedger(job);
    assert.equal(found.state, state);
    assert.equal(found.manifest?.status ?? null, stage && manifestOf(stage, '').status);
  });
}
