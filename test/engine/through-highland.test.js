import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { throughHighland } from '../../src/engine/through-highland.js';

describe('throughHighland', () => {
  it('returns the results of each value, also none or several', () => {
    const send = throughHighland(/** @param {Highland.Stream<number[]>} lists */ lists => lists.sequence());
    assert.deepEqual(send([1, 2]), [1, 2]);
    assert.deepEqual(send([]), []);
    assert.deepEqual(send([3]), [3]);
  });

  it('throws what the transform threw, and takes the next value', () => {
    const send = throughHighland(
      /** @param {Highland.Stream<number>} values */ values =>
        values.map(value => {
          if (value < 0) throw new RangeError(`${value} is negative`);
          return value * 2;
        }),
    );
    assert.deepEqual(send(4), [8]);
    assert.throws(() => send(-1), { name: 'RangeError', message: '-1 is negative' });
    assert.deepEqual(send(5), [10]);
  });

  it('drops what a value gave before it failed', () => {
    const send = throughHighland(
      /** @param {Highland.Stream<number[]>} lists */ lists =>
        lists.sequence().map(value => {
          if (value < 0) throw new RangeError('negative');
          return value;
        }),
    );
    assert.throws(() => send([1, -1, 2]), RangeError);
    assert.deepEqual(send([3]), [3]);
  });
});
