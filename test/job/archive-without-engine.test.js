import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { failure } from '../support/cloud.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import '../support/own-process.js';
import { writeZip } from '../support/zip-writer.js';

const ZIP = writeZip([{ name: 'a.csv', content: 'id,note\n1,x\n' }]);

test('without WebAssembly, a job fails before it writes anything, and says what to do', async t => {
  const job = { source: memorySource(ZIP), destination: memoryDestination(), recipe: await compileRecipe() };
  t.mock.method(WebAssembly, 'Instance', function none() {
    throw new RangeError('WebAssembly.Instance(): Out of memory');
  });
  const error = await failure(processArchive(job));
  assert.equal(error.code, 'usage/no-webassembly');
  assert.equal(
    error.message,
    'WebAssembly is needed and cannot be used here (WebAssembly.Instance(): Out of memory); run Node without --jitless, ' +
      'on a processor with SIMD, and without a limit on its address space (ulimit -v)',
  );
  assert.deepEqual(job.destination.acts, []);
  t.mock.restoreAll();
  const { manifest } = await processArchive(job);
  assert.equal(manifest?.status, 'complete');
});
