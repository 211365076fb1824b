import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SHARING } from '../../../../experiments/coalescing/sharing.js';

/** A store whose reads are answered when the test says so. */
function heldStore() {
  /** @type {PromiseWithResolvers<string>[]} */
  const reads = [];
  const read = () => {
    const answer = /** @type {PromiseWithResolvers<string>} */ (Promise.withResolvers());
    reads.push(answer);
    return answer.promise;
  };
  return { reads, read };
}

describe('callers who ask for the same at the same time', { timeout: 60_000 }, () => {
  it('each ask the store without sharing', async () => {
    const { reads, read } = heldStore();
    const ask = SHARING.each(read);
    const answers = [ask('1'), ask('1')];
    assert.equal(reads.length, 2);
    for (const { resolve } of reads) resolve('rows');
    assert.deepEqual(await Promise.all(answers), ['rows', 'rows']);
  });

  for (const way of /** @type {const} */ (['map', 'ours'])) {
    it(`are one read with "${way}", which is not kept behind its end`, async () => {
      const { reads, read } = heldStore();
      const ask = SHARING[way](read);
      const answers = [ask('1'), ask('1'), ask('2')];
      assert.equal(reads.length, 2);
      reads[0].resolve('rows of 1');
      reads[1].resolve('rows of 2');
      assert.deepEqual(await Promise.all(answers), ['rows of 1', 'rows of 1', 'rows of 2']);
      const later = ask('1');
      assert.equal(reads.length, 3);
      reads[2].resolve('new rows');
      assert.equal(await later, 'new rows');
    });
  }

  it('have an old error for ever with the map, and a new answer with Sluice’s coalescer', async () => {
    for (const [way, expected] of /** @type {const} */ ([
      ['map', 1],
      ['ours', 2],
    ])) {
      const { reads, read } = heldStore();
      const ask = SHARING[way](read);
      const failing = ask('1');
      reads[0].reject(new Error('outage'));
      await assert.rejects(failing, /outage/);
      const later = ask('1');
      assert.equal(reads.length, expected, way);
      reads[1]?.resolve('rows');
      if (way === 'map') await assert.rejects(later, /outage/);
      else assert.equal(await later, 'rows');
    }
  });
});
