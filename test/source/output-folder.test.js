import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outputFolderOf } from '../../src/source/output-folder.js';

test('.zip is removed in upper or lower case, once, and only if a name is left', () => {
  const folders = ['in/x.zip', 'x.ZIP', 'x', 'x.zip.zip', 'x.zipper', 'in/.zip', '.zip', 'a.b/c', 'a.zip/b'].map(
    outputFolderOf,
  );
  assert.deepEqual(folders, ['in/x', 'x', 'x', 'x.zip', 'x.zipper', 'in/.zip', '.zip', 'a.b/c', 'a.zip/b']);
});

test('the ending of every other archive is removed, too', () => {
  const folders = ['x.tar', 'x.tar.gz', 'x.TGZ', 'x.csv.gz', 'in/.gz', 'in/.tar.gz', 'x.tar.zip', 'x.gzip'].map(
    outputFolderOf,
  );
  assert.deepEqual(folders, ['x', 'x', 'x', 'x.csv', 'in/.gz', 'in/.tar', 'x.tar', 'x.gzip']);
});

test('empty parts are dropped, and nothing else is', () => {
  const folders = ['a//b.zip', '/b.zip', '///a////b//c.zip', 'a//.zip', 'a/./b.zip', '../b.zip', 'a/'].map(
    outputFolderOf,
  );
  assert.deepEqual(folders, ['a/b', 'b', 'a/b/c', 'a/.zip', 'a/./b', '../b', 'a/']);
});
