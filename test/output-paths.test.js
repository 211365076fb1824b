import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addressesOf,
  checkpointPath,
  entryNameOf,
  manifestPath,
  outputPath,
  provenanceOf,
  reasonsFolder,
  reasonsPath,
  rejectedFolder,
  rejectedPath,
} from '../src/output-paths.js';

test('all that comes out of an archive lies in its output folder, but for the rejected records and their reasons', () => {
  assert.equal(manifestPath('in/x'), 'in/x/_manifest.json');
  assert.equal(checkpointPath('in/x'), 'in/x/_checkpoint');
  assert.equal(outputPath('in/x', 'a/b.csv'), 'in/x/a/b.csv');
  assert.equal(rejectedPath('in/x', 'a/b.csv'), '_rejected/in/x/a/b.csv');
  assert.equal(rejectedFolder('in/x'), '_rejected/in/x');
  assert.equal(reasonsPath('in/x', 'a/b.csv'), '_reasons/in/x/a/b.csv.jsonl');
  assert.equal(reasonsFolder('in/x'), '_reasons/in/x');
  const { output, rejected, reasons } = addressesOf({ locate: path => `s3://out/${path}` }, 'in/x');
  assert.deepEqual(
    [output('a'), rejected('a'), reasons('a')],
    ['s3://out/in/x/a', 's3://out/_rejected/in/x/a', 's3://out/_reasons/in/x/a.jsonl'],
  );
});

test('a path shows which entry it belongs to', () => {
  for (const place of [outputPath, rejectedPath, reasonsPath]) {
    for (const name of ['a', 'a/b.csv', 'b.jsonl', '_reasons/in/x/a.jsonl', '_rejected/in/x/a']) {
      assert.equal(entryNameOf(place('in/x', name), 'in/x'), name);
    }
  }
});

test('outputs are marked with the version id of their archive; without versions, with its ETag', () => {
  const source = { versionId: 'v1', etag: 'e1', outputFolder: 'x' };
  assert.deepEqual(provenanceOf(source, 'recipe'), { source: 'v1', recipe: 'recipe', outputFolder: 'x' });
  assert.equal(provenanceOf({ ...source, versionId: null }, 'recipe').source, 'e1');
});
