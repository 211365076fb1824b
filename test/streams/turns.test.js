import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from '../../src/streams/turns.js';

test('gives turns by the characters that are looked at', async () => {
  for (const length of [0, 10, 1000, 100_000, 10_000_000]) {
    const turns = new Turns();
    let given = 0;
    let characters = 0;
    for (let index = 0; index < 50_000 && given < 3; index++) {
      characters += length;
      let hasTurned = false;
      const waiting = setImmediate(() => {
        hasTurned = true;
      });
      await turns.before(length);
      clearImmediate(waiting);
      if (hasTurned) given += 1;
    }
    assert.equal(given, 3, `with ${length} characters each`);
    assert.ok(characters <= 3 * 512 * 1024 + 3 * length);
  }
});
