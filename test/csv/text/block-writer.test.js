import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BlockWriter } from '../../../src/csv/text/block-writer.js';
import fc, { caseCount } from '../../support/fast-check.js';

describe('BlockWriter', () => {
  it('returns blocks of one size, and the rest at the end', () => {
    const writer = new BlockWriter(4);
    const source = Buffer.from('0123456789');
    writer.begin(source);
    writer.addRange(0, 2);
    writer.addRange(2, 3);
    assert.deepEqual(writer.take(false), []);
    writer.addRange(5, 10);
    writer.write(Buffer.from('ab'));
    assert.deepEqual(writer.take(false).map(String), ['0125', '6789']);
    assert.deepEqual(writer.take(true).map(String), ['ab']);
    assert.deepEqual(writer.take(true), []);
  });

  it('does not need the source any more after `copyPending`', () => {
    const writer = new BlockWriter(8);
    const source = Buffer.from('abcdef');
    writer.begin(source);
    writer.addRange(1, 3);
    writer.copyPending();
    source.fill('x');
    assert.deepEqual(writer.take(true).map(String), ['bc']);
  });

  it('writes any ranges and inserted bytes in order', () => {
    const step = fc.record({
      skip: fc.nat(3),
      length: fc.nat(9),
      insert: fc.option(fc.constantFrom('', 'A', 'BCDEF')),
    });
    fc.assert(
      fc.property(fc.array(fc.array(step)), fc.integer({ min: 1, max: 7 }), (blocks, blockBytes) => {
        const writer = new BlockWriter(blockBytes);
        let expected = '';
        const taken = [];
        for (const steps of blocks) {
          const source = Buffer.from('abcdefghijklmnopqrstuvwxyz'.repeat(20));
          writer.begin(source);
          let position = 0;
          for (const { skip, length, insert } of steps) {
            position += skip;
            writer.addRange(position, position + length);
            expected += source.toString('latin1', position, position + length);
            position += length;
            if (insert === null) continue;
            writer.write(Buffer.from(insert));
            expected += insert;
          }
          writer.copyPending();
          source.fill('!');
          taken.push(...writer.take(false));
        }
        assert.ok(taken.every(({ length }) => length === blockBytes));
        assert.equal(Buffer.concat([...taken, ...writer.take(true)]).toString(), expected);
      }),
      { numRuns: caseCount(300) },
    );
  });
});
