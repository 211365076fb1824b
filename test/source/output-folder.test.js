import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outputFolderOf } from '../../src/source/output-folder.js';

test('.zip is cut off in any case, once, and only where a name is left', () => {
  const places = ['in/x.zip', 'x.ZIP', 'x', 'x.zip.zip', 'x.zipper', 'in/.zip', '.zip', 'a.b/c', 'a.zip/b'].map(
    outputFolderOf,
  );
  assert.deepEqual(places, ['in/x', 'x', 'x', 'x.zip', 'x.zipper', 'in/.zip', '.zip', 'a.b/c', 'a.zip/b']);
});
