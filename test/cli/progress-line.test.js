import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProgressLine, describeFirstPass, describeProgress } from '../../src/cli/progress-line.js';
import fc from '../support/fast-check.js';

const PROGRESS = {
  path: 'folder/people.csv',
  action: /** @type {const} */ ('csv'),
  entry: 2,
  entries: 3,
  bytesIn: 70e6,
  bytesResumed: 20e6,
  bytesTotal: 200e6,
  records: 12_345,
  seconds: 0.5,
};

test('a line shows the share, bytes, rate of this turn, records, time left and the entry', () => {
  assert.equal(
    describeProgress(PROGRESS, 200),
    '███████░░░░░░░░░░░░░  35 %  70.0 MB of 200 MB, 100 MB/s, 12,345 records, 1.3 s left  2/3 folder/people.csv',
  );
});

test('very many entries are counted with separators', () => {
  assert.match(
    describeProgress({ ...PROGRESS, entry: 12_345, entries: 20_000 }, 200),
    / {2}12,345\/20,000 folder\/people.csv$/,
  );
});

test('no time is told where an entry inflates to more than is known of it', () => {
  assert.equal(
    describeProgress({ ...PROGRESS, bytesIn: 201e6 }, 200),
    '████████████████████ 100 %  201 MB of 200 MB, 362 MB/s, 12,345 records  2/3 folder/people.csv',
  );
});

test('while a gzip file is read for the first time, a line shows how much of it was', () => {
  const progress = { bytesRead: 70e6, bytesTotal: 200e6 };
  assert.equal(
    describeFirstPass(progress, 200),
    '███████░░░░░░░░░░░░░  35 %  70.0 MB of 200 MB, verifying before anything is written',
  );
  assert.equal(describeFirstPass(progress, 40).length, 39);
});

test('a line is never wider than the terminal, never more than one line, and never above 100 %', () => {
  const number = fc.oneof(fc.constant(0), fc.nat(), fc.double({ min: 0, max: 1e15, noNaN: true }));
  const progress = fc.record({
    path: fc.string({ unit: 'binary', maxLength: 100 }),
    action: fc.constantFrom(/** @type {const} */ ('csv'), /** @type {const} */ ('copy')),
    entry: fc.nat(),
    entries: fc.nat(),
    bytesIn: number,
    bytesResumed: number,
    bytesTotal: number,
    records: fc.nat(),
    seconds: number,
  });
  fc.assert(
    fc.property(progress, fc.integer({ min: 1, max: 300 }), (drawn, columns) => {
      const line = describeProgress(drawn, columns);
      assert.ok(line.length < Math.max(columns, 1) || line === '');
      assert.doesNotMatch(line, /[\u0000-\u001f\u007f-\u009f]/);
      const share = /(\d+) %/.exec(line);
      if (share) assert.ok(Number(share[1]) <= 100);
    }),
  );
});

test('a line is written at most ten times a second, and cleared only if one was written', () => {
  let now = 0;
  /** @type {string[]} */
  const written = [];
  const terminal = /** @type {any} */ ({ columns: 100, write: (/** @type {string} */ text) => written.push(text) });
  createProgressLine(terminal, () => now).clear();
  assert.deepEqual(written, []);
  const line = createProgressLine(terminal, () => now);
  for (; now < 1000; now += 10) line.show(PROGRESS);
  assert.equal(written.length, 10);
  for (const text of written) assert.match(text, /^\r[^\r\n]+\u001b\[K$/);
  line.clear();
  assert.equal(written.at(-1), '\r\u001b[K');
});
