import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { createHasher } from '../../src/csv/transforms/hash.js';
import { createEngine } from '../../src/engine/engine.js';
import fc, { caseCount } from '../support/fast-check.js';

const { exports, memory } = createEngine();

describe('the module hashes short values four at a time', () => {
  it('as Node does, for every length', () => {
    for (let length = 0; length <= exports.MAX_SHORT_BYTES.value; length++) {
      checkHashes(Buffer.from('a secret'), [Buffer.alloc(length, 0xe9), Buffer.alloc(length, 0)]);
    }
  });

  it('as Node does, for any number of values', () => {
    const values = fc.array(fc.uint8Array({ maxLength: exports.MAX_SHORT_BYTES.value }), { maxLength: 13 });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), values, (key, found) =>
        checkHashes(
          Buffer.from(key),
          found.map(value => Buffer.from(value)),
        ),
      ),
      { numRuns: caseCount(300) },
    );
  });

  it('but not those whose output is taken back', () => {
    const targets = prepare(
      Buffer.from('key'),
      Array.from({ length: 6 }, (_, index) => Buffer.from([index])),
    );
    exports.takeBackHashes(targets[2] - 1);
    exports.endHashes();
    assert.deepEqual(
      targets.map(target => memory[target]).map(byte => byte === UNTOUCHED),
      [false, false, true, true, true, true],
    );
  });

  it('as many as the output region has room for', () => {
    const { OUTPUT, OUTPUT_BYTES, WINDOW } = exports;
    const count = OUTPUT_BYTES.value / 64;
    useKey(Buffer.from('key'));
    exports.beginHashes();
    for (let index = 0; index < count; index++) {
      memory.writeUInt32LE(index, WINDOW.value + 4 * index);
      exports.hashLater(WINDOW.value + 4 * index, WINDOW.value + 4 * index + 4, OUTPUT.value + 64 * index);
    }
    exports.endHashes();
    const hashes = memory.toString('latin1', OUTPUT.value, OUTPUT.value + OUTPUT_BYTES.value);
    const values = Array.from({ length: count }, (_, index) =>
      memory.subarray(WINDOW.value + 4 * index).subarray(0, 4),
    );
    assert.ok(hashes === values.map(value => createHmac('sha256', 'key').update(value).digest('hex')).join(''));
  });
});

/**
 * @param {Buffer} key
 * @param {Buffer[]} values
 */
function checkHashes(key, values) {
  const targets = prepare(key, values);
  exports.endHashes();
  for (const [index, target] of targets.entries()) {
    const expected = createHmac('sha256', key).update(values[index]).digest('hex');
    assert.equal(memory.toString('latin1', target, target + 64), expected);
    assert.deepEqual([memory[target - 1], memory[target + 64]], [UNTOUCHED, UNTOUCHED]);
  }
}

/**
 * @param {Buffer} key
 * @param {Buffer[]} values Written at odd addresses, between bytes that do not belong to them.
 * @returns {number[]} Where their digits will be written.
 */
function prepare(key, values) {
  useKey(key);
  const { OUTPUT, WINDOW } = exports;
  memory.fill(UNTOUCHED, OUTPUT.value, OUTPUT.value + 67 * (values.length + 1));
  memory.fill(0xff, WINDOW.value, WINDOW.value + 67 * (values.length + 1));
  exports.beginHashes();
  return values.map((value, index) => {
    const start = WINDOW.value + 1 + 67 * index;
    value.copy(memory, start);
    const target = OUTPUT.value + 1 + 67 * index;
    exports.hashLater(start, start + value.length, target);
    return target;
  });
}

/** @param {Buffer} key */
function useKey(key) {
  createHasher(key).keyBlock?.copy(memory, exports.HASH_KEY.value);
  exports.useHashKey();
}

/** No digit. */
const UNTOUCHED = 0x78;
