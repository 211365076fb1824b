import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { compareOutputs } from '../../../../scripts/smoke/compare-outputs.js';
import { temporaryFolder } from '../../run-script.js';

test('every difference between actual and expected outputs is reported', async t => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'a.csv');
  await writeFile(path, 'right');
  const entry = {
    path: 'a.csv',
    action: /** @type {const} */ ('csv'),
    status: /** @type {const} */ ('written'),
    output: path,
    rejected: null,
    reasons: null,
    dialect: null,
    missing: [],
    bytesIn: 5,
    bytesOut: 5,
    crc32: '00000000',
    records: { read: 1, written: 1, filtered: 0, bad: 0, skipped: 0 },
    phones: { formatted: 0, unparsed: 0 },
    dates: { formatted: 0, unparsed: 0 },
    where: { unparsed: 0 },
    badRecords: [],
    error: null,
  };
  const there = { ...entry, output: 's3://out/a.csv' };
  const manifest = /** @type {any} */ ({
    status: 'complete',
    recipe: { sha256: 'abc' },
    entries: [there],
    error: null,
  });
  const compare = (/** @type {any} */ changes, content = 'right') =>
    compareOutputs({ ...manifest, ...changes }, { sha256: 'abc', entries: [entry] }, async () => Buffer.from(content));

  assert.deepEqual(await compare({}), []);
  assert.deepEqual(await compare({}, 'wrong!'), ['a.csv: s3://out/a.csv has other bytes (6, not 5)']);
  assert.deepEqual(await compare({ entries: [] }), ['a.csv: is missing in the manifest']);
  assert.deepEqual(await compare({ entries: [there, { ...there, path: 'b' }] }), [
    'there are more entries than in the archive',
  ]);
  assert.deepEqual(await compare({ entries: [{ ...there, status: 'pending', output: null, bytesOut: 0 }] }), [
    'a.csv: status is "pending", not "written"',
    'a.csv: bytesOut is 0, not 5',
    'a.csv: output is null',
  ]);
  assert.deepEqual(await compare({ status: 'failed', error: { code: 'archive/x', message: 'no\u001b' } }), [
    'the manifest\'s status is "failed", not "complete": archive/x: no\\u{1b}',
  ]);
  assert.deepEqual(await compare({ recipe: { sha256: 'other' } }), [
    'the function has another recipe than the stack; deploy it again',
  ]);
});
