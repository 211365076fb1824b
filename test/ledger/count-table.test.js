import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CountTable } from '../../src/ledger/count-table.js';
import fc from '../support/fast-check.js';

suite('CountTable', () => {
  test('returns what was set last, however it has grown', () => {
    const row = fc.tuple(fc.nat(3), fc.nat({ max: Number.MAX_SAFE_INTEGER }));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(200), row)), changes => {
        const table = new CountTable(2);
        /** @type {Map<number, number[]>} */
        const expected = new Map();
        let room = 1;
        for (const [index, counts] of changes) {
          while (room <= index) room *= 2;
          table.set(index, counts, room);
          expected.set(index, counts);
        }
        for (let index = 0; index <= 200; index++) {
          assert.deepEqual([table.get(index, 0), table.get(index, 1)], expected.get(index) ?? [0, 0]);
        }
      }),
    );
  });

  test('takes no memory for zeros', () => {
    const table = new CountTable(3);
    table.set(1_000_000, [0, 0, 0], 2_000_000);
    assert.equal(table.values.byteLength, 0);
    assert.equal(table.get(1_000_000, 2), 0);
  });
});
