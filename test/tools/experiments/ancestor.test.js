import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { measureAncestor } from '../../../experiments/ancestor.js';
import { writePeople } from '../../../scripts/generate-data/write-people.js';
import { temporaryFolder } from '../../support/run-cli.js';

test('the difference that the article could not explain is one delimiter per kept row', async t => {
  const folder = await temporaryFolder(t);
  const csvPath = join(folder, 'people.csv');
  await writePeople({
    csvPath,
    zipPath: join(folder, 'people.zip'),
    rows: 1_500,
    seed: 1,
    delimiter: '|',
    header: true,
  });
  const found = await measureAncestor(csvPath);
  assert.equal(found.rows, 1_500);
  assert.equal(found.bufferBytes - found.streamBytes, found.keptRows);
  // Nearly two thirds of the people have both an email and a phone.
  assert.ok(found.keptRows > 850 && found.keptRows < 1_050, `${found.keptRows} rows`);
  assert.ok(found.brokenRows > 0 && found.brokenRows < found.keptRows);
});

test('rows are counted as the article’s programs kept and wrote them', async t => {
  const csvPath = join(await temporaryFolder(t), 'people.csv');
  const rows = ['a|b|c|d|e', 'x|y|x@y.z||(1) 2-3.4', 'x|y||u|1', 'x|y|é@y.z|u|', 'A, B|y|é@y.z|u|5 x6'];
  await writeFile(csvPath, `${rows.join('\n')}\n`);
  assert.deepEqual(await measureAncestor(csvPath), {
    rows: 4,
    keptRows: 2,
    bufferBytes: Buffer.byteLength('x,y,x@y.z,,1234,\nA, B,y,é@y.z,u,56,\n'),
    streamBytes: Buffer.byteLength('x,y,x@y.z,,1234\nA, B,y,é@y.z,u,56\n'),
    brokenRows: 1,
  });
});
