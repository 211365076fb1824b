import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { ResumableHmac } from '../../../src/engine/decryption/resumable-hmac.js';
import { createEngine } from '../../../src/engine/engine.js';
import { randomOf } from '../../support/random.js';

const engine = createEngine();

describe('the HMAC-SHA1 whose state can be saved', () => {
  it('is that of RFC 2202', () => {
    for (const [key, data, expected] of RFC_2202) assert.equal(hashWhole(key, data), expected);
  });

  it("is Node's, for every length up to 300 bytes", () => {
    const bytes = Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 31) % 256));
    const key = Buffer.from('a key');
    for (let length = 0; length <= bytes.length; length++) {
      const data = bytes.subarray(0, length);
      assert.equal(hashWhole(key, data), hashByNode(key, data), `${length} bytes`);
    }
  });

  it("is Node's, of random bytes in random pieces, saved and restored between any two", () => {
    const random = randomOf(202);
    for (let run = 0; run < 300; run++) {
      const key = random.bytes(random.below(65));
      const data = random.bytes(random.below(random.pick([70, 1000, 200_000])));
      let hmac = new ResumableHmac(engine, key);
      for (let used = 0; used < data.length; ) {
        const piece = data.subarray(used, used + 1 + random.below(random.pick([3, 130, 70_000])));
        hmac.update(piece);
        used += piece.length;
        if (random.chance(0.3)) hmac = resumed(hmac, key);
      }
      assert.equal(hmac.digest().toString('hex'), hashByNode(key, data), `run ${run}`);
    }
  });
});

/**
 * @param {ResumableHmac} hmac
 * @param {Buffer} key
 */
function resumed(hmac, key) {
  const snapshot = hmac.snapshot();
  const other = new ResumableHmac(engine, Buffer.from('what the engine does in between'));
  other.update(Buffer.alloc(200, 'x'));
  const restored = new ResumableHmac(engine, key);
  restored.restore(snapshot);
  return restored;
}

/**
 * @param {Buffer} key
 * @param {Buffer} data
 */
function hashWhole(key, data) {
  const hmac = new ResumableHmac(engine, key);
  hmac.update(data);
  return hmac.digest().toString('hex');
}

/**
 * @param {Buffer} key
 * @param {Buffer} data
 */
function hashByNode(key, data) {
  return createHmac('sha1', key).update(data).digest('hex');
}

/**
 * Those with a key of at most one block.
 *
 * @type {[key: Buffer, data: Buffer, digest: string][]}
 */
const RFC_2202 = [
  [Buffer.alloc(20, 0x0b), Buffer.from('Hi There'), 'b617318655057264e28bc0b6fb378c8ef146be00'],
  [Buffer.from('Jefe'), Buffer.from('what do ya want for nothing?'), 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79'],
  [Buffer.alloc(20, 0xaa), Buffer.alloc(50, 0xdd), '125d7342b9ac11cd91a39af48aa17b4f63f175d3'],
];
