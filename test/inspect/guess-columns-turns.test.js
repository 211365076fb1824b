import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessColumns } from '../../src/inspect/guess-columns.js';
import { Turns } from '../../src/streams/turns.js';

test('very many small tables give the event loop its turns, as one large table does', async () => {
  class Counted extends Turns {
    count = 0;
    /** @param {number} characters */
    before(characters) {
      const turn = super.before(characters);
      if (turn) this.count += 1;
      return turn;
    }
  }
  const turns = new Counted();
  for (let table = 0; table < 100; table++) await guessColumns(Array(50).fill('n'), Array(50).fill(['1']), turns);
  assert.ok(turns.count >= 10, `${turns.count} turns`);
});
