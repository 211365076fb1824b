import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryDestination } from '../support/memory-destination.js';
import { outputs, work } from './fixture.js';

test('what a new version has under another name is not removed where the two names are one file', async () => {
  /** @param {(path: string) => string} fold */
  const after = async fold => {
    const destination = { ...memoryDestination(), fold };
    await work(destination, '1', 'b');
    await work(destination, '2', 'a');
    return outputs(destination);
  };
  assert.deepEqual(await after(path => path), ['x/a']);
  // Both names are there, as this destination holds them apart: what counts is that none was removed.
  assert.deepEqual(await after(path => path.replace(/b$/, 'a')), ['x/a', 'x/b']);
});
