import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CountTable } from '../../src/ledger/count-table.js';
import fc from '../support/fast-check.js';

suite('CountTable', () => {
  test('returns what was set last, however it has grown', () => {
    const large = fc.oneof(fc.nat(2 ** 17), fc.nat({ max: Number.MAX_SAFE_INTEGER }));
    const row = fc.tuple(fc.nat(3), fc.oneof({ weight: 9, arbitrary: fc.nat(3) }, large));
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

  test('takes two bytes for each count, and more only for an archive with a larger one', () => {
    const table = new CountTable(2);
    const bytesAfter = (/** @type {number} */ count) => {
      table.set(1, [count, 1], 4);
      assert.deepEqual([table.get(1, 0), table.get(1, 1)], [count, 1]);
      return table.values.byteLength;
    };
    assert.deepEqual([1, 2 ** 16 - 1, 2 ** 16, 2 ** 32 - 1, 2 ** 32, 1].map(bytesAfter), [16, 16, 32, 32, 64, 64]);
  });

  test('takes no memory for zeros', () => {
    const table = new CountTable(3);
    table.set(1_000_000, [0, 0, 0], 2_000_000);
    assert.equal(table.values.byteLength, 0);
    assert.equal(table.get(1_000_000, 2), 0);
  });
});
