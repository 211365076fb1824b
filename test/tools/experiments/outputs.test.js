import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { findDifference, readOutputs } from '../../../experiments/outputs.js';
import fc, { caseCount } from '../../support/fast-check.js';
import { temporaryFolder } from '../../support/run-cli.js';

/**
 * @param {import('node:test').TestContext} t
 * @param {Record<string, string | Buffer>} files
 */
async function outputsOf(t, files) {
  const folder = await temporaryFolder(t);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return readOutputs(folder);
}

test('one output has its own SHA-256, several that of their list, without manifest and rejected records', async t => {
  const one = await outputsOf(t, { 'x/a.csv': 'abc', 'x/_manifest.json': '{}', '_rejected/x/a.csv': 'bad' });
  assert.equal(one.sha256, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.deepEqual([one.files, one.bytes], [1, 3]);

  const two = await outputsOf(t, { 'x/a.csv': 'abc', 'x/b/_manifest.json': '' });
  assert.deepEqual([two.files, two.bytes], [2, 3]);
  assert.notEqual(two.sha256, one.sha256);
});

test('the first difference is reported with file, byte and line', async t => {
  const line = 'some, fields, and more\n';
  const expected = await outputsOf(t, { 'x/a.csv': 'same', 'x/b.csv': line.repeat(30_000) });
  const changed = Buffer.from(line.repeat(30_000));
  changed.write('XY', line.length * 20_000 + 6);
  const actual = await outputsOf(t, { 'x/a.csv': 'same', 'x/b.csv': changed });
  assert.equal(
    await findDifference(expected, actual),
    'x/b.csv differs from byte 460006 on, in line 20001: "fields, and more\\u{a}some, f", not "XYelds, and more\\u{a}some, f"',
  );
});

test('a truncated, missing or additional output is reported', async t => {
  const expected = await outputsOf(t, { 'x/a.csv': 'one\ntwo\n', 'x/b.csv': '' });
  const short = await outputsOf(t, { 'x/a.csv': 'one\n', 'x/b.csv': '' });
  assert.equal(
    await findDifference(expected, short),
    'x/a.csv differs from byte 4 on, in line 2: "two\\u{a}", not its end',
  );
  const fewer = await outputsOf(t, { 'x/a.csv': 'one\ntwo\n' });
  assert.equal(await findDifference(expected, fewer), 'x/b.csv is not there');
  assert.equal(await findDifference(fewer, expected), 'x/b.csv should not be there');
});

test('the first differing byte of any two contents is found', async t => {
  const content = fc.uint8Array({ maxLength: 40 }).map(bytes => Buffer.from(bytes));
  await fc.assert(
    fc.asyncProperty(content, content, async (one, other) => {
      const [expected, actual] = [await outputsOf(t, { 'x/a': one }), await outputsOf(t, { 'x/a': other })];
      const difference = await findDifference(expected, actual);
      if (one.equals(other)) return assert.equal(difference, null);
      const at = Array.from({ length: 41 }, (_, index) => index).find(index => one[index] !== other[index]);
      assert.ok(difference?.startsWith(`x/a differs from byte ${at} on, `), difference ?? 'none');
    }),
    { numRuns: caseCount(50) },
  );
});
