import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { compareRecord } from '../../../../scripts/demo/compare-record.js';
import { compileRecipe } from '../../../../src/recipe/recipe.js';
import { zipOf } from '../../../support/cloud.js';
import { temporaryFolder } from '../../run-script.js';

it('a record that the recipe changes is found by its output', async t => {
  const compared = await compare(t, {
    csv: { drop: ['notes'], require: ['phone'], phones: [{ field: 'phone', format: 'strip' }] },
    before: '\ufeffname,phone,notes\r\nAda,1,\r\nAlan,,x\r\n"Grace, H",(2),"a ""b"""\r\n',
    after: '\ufeffname,phone\r\nAda,1\r\n"Grace, H",2\r\n',
  });
  assert.deepEqual(compared?.fields, [
    { name: 'name', before: 'Grace, H', after: 'Grace, H' },
    { name: 'phone', before: '(2)', after: '2' },
    { name: 'notes', before: 'a "b"', after: null },
  ]);
});

it('a field that is hashed is shown with its hash', async t => {
  const [ada, grace] = ['Ada', 'Grace'].map(name => createHmac('sha256', 'key').update(name).digest('hex'));
  const compared = await compare(t, {
    csv: { hash: ['name'], drop: ['notes'] },
    before: 'name,notes\nAda,x\nGrace,y\n',
    after: `name\n${ada}\n${grace}\n`,
  });
  assert.deepEqual(compared?.fields, [
    { name: 'name', before: 'Ada', after: ada },
    { name: 'notes', before: 'x', after: null },
  ]);
});

it('fields without a header are named by position, and another output delimiter is supported', async t => {
  const compared = await compare(t, {
    csv: { header: false, keep: [0, 2], output: { delimiter: ';' } },
    before: 'a|b|c\nd|e|f\n',
    after: 'a;c\nd;f\n',
  });
  assert.deepEqual(compared?.fields, [
    { name: 'field 0', before: 'a', after: 'a' },
    { name: 'field 1', before: 'b', after: null },
    { name: 'field 2', before: 'c', after: 'c' },
  ]);
});

it('without kept records there is nothing to show', async t => {
  const csv = { require: ['b'] };
  assert.equal(await compare(t, { csv, before: 'a,b\n1,\n2,\n', after: 'a,b\n' }), null);
  assert.equal(await compare(t, { csv, before: '', after: '' }), null);
});

it('only the beginning of a large entry is read', async t => {
  const before = `a,b\n${'1,2\n'.repeat(500_000)}`;
  const compared = await compare(t, { csv: { drop: ['a'] }, before, after: `b\n${'2\n'.repeat(500_000)}` });
  assert.deepEqual(compared?.fields, [
    { name: 'a', before: '1', after: null },
    { name: 'b', before: '2', after: '2' },
  ]);
});

/**
 * @param {import('node:test').TestContext} t
 * @param {{ csv: object, before: string, after: string }} what
 */
async function compare(t, { csv, before, after }) {
  const folder = await temporaryFolder(t);
  const archivePath = join(folder, 'a.zip');
  const outputPath = join(folder, 'a.csv');
  await writeFile(archivePath, await zipOf({ 'a.csv': before, 'b.txt': 'another' }));
  await writeFile(outputPath, after);
  const recipe = await compileRecipe({ entries: [{ match: '*.csv', csv }] });
  return compareRecord({ archivePath, entryPath: 'a.csv', recipe, hashKey: Buffer.from('key'), outputPath });
}
