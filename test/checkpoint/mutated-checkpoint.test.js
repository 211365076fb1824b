import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SluiceError } from '../../src/errors.js';
import fc, { caseCount } from '../support/fast-check.js';
import { resealed, suspended } from './real-checkpoints.js';

/** Somebody else's files, which no checkpoint of the archive leads to. */
const THEIRS = ['y/a.csv', '_rejected/y/a.csv', 'y/_manifest.json', 'reports/final.txt'];
const OWN = /^(?:_rejected\/|_reasons\/)?x\//;
/**
 * What a checkpoint alone knows: what was written so far, how the rest is to be read, what was counted, which rows count, and for an
 * archive within another format its list of entries. Nothing else tells whether it is right.
 */
const BELIEVED = /^(?:(?:output|rejected|reasons)(?:\.|$)|engine\.blocks\.|outcome\.|load(?:\.|$)|container(?:\.|$))/;
const WEIRD = [
  0,
  -1,
  1,
  7,
  0.5,
  255,
  2 ** 31,
  2 ** 40,
  2 ** 53,
  true,
  false,
  null,
  '',
  'x',
  '../y/a.csv',
  "x'; --",
  [],
  {},
];

/**
 * @param {any} value
 * @param {string} [path]
 * @returns {{ path: string, parent: any, key: string }[]} All members at any depth; of a list, the first ones.
 */
function membersOf(value, path = '') {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  const keys = Array.isArray(value) ? Object.keys(value).slice(0, 4) : Object.keys(value);
  return keys.flatMap(key => {
    const own = path === '' ? key : `${path}.${key}`;
    return [{ path: own, parent: value, key }, ...membersOf(value[key], own)];
  });
}

const mutation = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('weird', 'weird', 'delete', 'near', 'bytes', 'other'),
  weird: fc.constantFrom(...WEIRD),
  number: fc.nat(),
  byte: fc.integer({ min: 1, max: 255 }),
});

/**
 * @param {any} data It is changed.
 * @param {typeof mutation extends fc.Arbitrary<infer Value> ? Value : never} change
 * @returns {string} Which member was changed.
 */
function mutate(data, { at, how, weird, number, byte }) {
  const members = membersOf(data);
  const { path, parent, key } = members[at % members.length];
  const value = parent[key];
  if (value instanceof Uint8Array && how !== 'weird' && how !== 'delete') {
    const bytes = Buffer.from(value);
    if (how === 'near' || bytes.length === 0) parent[key] = bytes.subarray(0, number % (bytes.length + 1));
    else bytes[number % bytes.length] ^= byte;
    if (how !== 'near' && bytes.length > 0) parent[key] = bytes;
  } else if (how === 'delete') delete parent[key];
  else if (how === 'near' && typeof value === 'number') parent[key] = value + (number % 7) - 3;
  else if (how === 'other') parent[key] = members[number % members.length].parent[members[number % members.length].key];
  else parent[key] = weird;
  return path;
}

const KINDS = ['copied', 'deflated', 'foreign', 'zipcrypto', 'aes', 'tgz', 'listing a tgz', 'nested', 'table'];

describe('whatever is changed in a checkpoint, its job touches nothing else, and ends with an error that has a code or with outputs', () => {
  for (const kind of KINDS) it(kind, () => mutations(kind));
});

/** @param {string} kind */
async function mutations(kind) {
  const job = await suspended(kind);
  let read = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 2 }), async changes => {
      const data = structuredClone(job.decoded);
      const paths = changes.map(change => mutate(data, change));
      const result = await job.resume(resealed(data), THEIRS);
      const { files, rows, manifest, errors, acts, asked } = result;
      for (const error of errors) assert.ok(error instanceof SluiceError, `${paths}: ${error?.stack}`);
      for (const entry of manifest?.entries ?? []) {
        assert.notEqual(entry.error?.code, 'internal', `${paths}: ${entry.error?.message}`);
      }
      for (const path of THEIRS) assert.equal(String(files.get(path)), 'theirs', path);
      for (const act of acts) assert.match(act.slice(act.indexOf(' ') + 1), OWN);
      for (const staged of asked) {
        assert.match(staged.name, /^staging_\d{8}_\d{6}_[0-9a-f]{16}$/);
        assert.match(staged.id, /^[0-9a-f-]{36}$/);
        for (const turn of staged.turns ?? []) assert.ok(Number.isInteger(turn));
      }
      if (manifest?.status !== 'complete') return;
      read += 1;
      if (paths.some(path => BELIEVED.test(path))) return;
      for (const [path, content] of job.expected.files)
        assert.ok(files.get(path)?.equals(content), `${paths}: ${path}`);
      assert.equal(rows, job.expected.rows);
    }),
    { numRuns: caseCount(24) },
  );
  assert.ok(read > 0);
}
