import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { layTree } from '../../src/cli/inspect-tree.js';
import fc from '../support/fast-check.js';

/** @import { InspectedEntry } from '../../src/inspect/inspection.js' */

/** @param {string} path @param {Partial<InspectedEntry>} [what] @returns {InspectedEntry} */
function entryOf(path, what = {}) {
  return {
    ...{ path, bytes: 10, isLeast: false, compressedBytes: 5, method: 'deflate', ratio: 2 },
    ...{ action: 'copy', rule: null, error: null, kind: null },
    ...what,
  };
}

/** @param {InspectedEntry[]} entries @param {number} [maxLines] */
function drawn(entries, maxLines = 40) {
  return layTree(entries, maxLines).map(({ name, bytes }) => `${name} ${bytes}`);
}

test('entries stand under their folders, and a chain of single folders takes one line', () => {
  assert.deepEqual(drawn(['x.txt', 'a/b/c.csv', 'a/b/d.txt', 'e/f.csv', 'y.csv'].map(path => entryOf(path))), [
    '├ a/b/ 20',
    '│ ├ c.csv 10',
    '│ └ d.txt 10',
    '├ e/ 10',
    '│ └ f.csv 10',
    '├ x.txt 10',
    '└ y.csv 10',
  ]);
});

test('equal siblings are summed up, those that are refused apart', () => {
  const entries = Array.from({ length: 1000 }, (_, index) => entryOf(`a/${index}.csv`));
  entries[500].error = { code: 'archive/encrypted', message: 'encrypted' };
  const lines = layTree(entries, 40);
  assert.deepEqual(
    lines.map(({ name, isSum }) => `${name}${isSum ? ' +' : ''}`),
    ['└ a/', '  ├ 0.csv', '  ├ 1.csv', '  ├ … 997 more *.csv +', '  └ 500.csv'],
  );
  assert.equal(lines[3].bytes, 9970);
});

test('many folders are summed up, and folders that have no room stay closed with their number of entries', () => {
  const entries = Array.from({ length: 60 }, (_, index) => entryOf(`${String(index).padStart(2, '0')}/a.csv`));
  const lines = drawn(entries, 12);
  assert.deepEqual([lines.length, lines[0], lines.at(-1)], [12, '├ 00/ 10', '└ … 52 more folders 520']);
  assert.equal(drawn([...entries.slice(0, 5), entryOf('b')], 6)[0], '├ 00/ (1) 10');
});

test('there are never more lines than asked for, and the sizes of the upper ones add up', () => {
  const name = fc.constantFrom('a', 'b', 'c.csv', 'd.txt', 'e', 'f.csv', '…');
  const path = fc.array(fc.oneof(name, fc.string({ minLength: 1, maxLength: 2 })), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(path, { maxLength: 100 }), fc.integer({ min: 2, max: 50 }), (paths, maxLines) => {
      const entries = paths.map(names => entryOf(names.join('/')));
      const lines = layTree(entries, maxLines);
      assert.ok(lines.length <= maxLines);
      const top = lines.filter(line => /^[├└]/.test(line.name));
      assert.equal(
        top.reduce((sum, { bytes }) => sum + bytes, 0),
        entries.length * 10,
      );
    }),
  );
});

test('ten thousand entries in folders as deep as names may be are laid out', () => {
  const entries = Array.from({ length: 10_000 }, (_, index) => entryOf(`${'a/'.repeat(500)}${index % 100}/${index}`));
  assert.ok(layTree(entries, 40).length <= 40);
});

test('a million folders that are not shown take no memory', async () => {
  // With an object for each, this heap would be full.
  const program = `
    import { parentPort, workerData } from 'node:worker_threads';
    import { layTree } from ${JSON.stringify(new URL('../../src/cli/inspect-tree.js', import.meta.url).href)};
    const entries = Array.from({ length: 200 }, (_, index) => ({ ...workerData, path: index + '/' + 'a/'.repeat(5000) + 'x' }));
    parentPort.postMessage(layTree(entries, 40).length);`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
    workerData: entryOf(''),
    resourceLimits: { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 2 },
  });
  const [lines] = await once(worker, 'message');
  await worker.terminate();
  assert.ok(lines <= 40);
});
