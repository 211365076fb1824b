import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { ruleOf } from '../csv/edit-entry.js';
import { encryptBytes } from '../support/encrypt.js';
import { randomOf } from '../support/random.js';
import { inOneGo, inTurns } from './stage-turns.js';

/** @import { Encryption } from '../../src/archive/encryption.js' */

const PASSWORD = Buffer.from('pässword');
const LONG = 'y'.repeat(60_000);
const HEADER = Array.from({ length: 1000 }, (_, index) => `c${index}`);
const SHORT = 'é\n'.repeat(2500);
/** The opening of the first ones is read only once all is there; that of the last one, before. */
const ENTRIES = /** @type {[what: string, text: string, csv: object][]} */ ([
  ['records that are padded', `${HEADER}\n${SHORT}`, { ragged: 'pad' }],
  ['records of another dialect that are padded', `${HEADER.join('||')}\n${SHORT}`, { ragged: 'pad', delimiter: '||' }],
  [
    'records with long constants, above a total',
    `id,n\n${'1,2\n'.repeat(50)}\nTotal: 50\n`,
    { set: [['b', LONG]], delimiter: 'auto' },
  ],
  ['very many short records', `a,b\n${'1,2\n'.repeat(40_000)}`, {}],
]);
const ENCRYPTIONS = /** @type {(Encryption | null)[]} */ ([
  null,
  { kind: 'aes', version: 1, strength: 1 },
  { kind: 'zipcrypto', checkByte: 7 },
]);
/** Ends each turn as soon as the entry can be suspended. */
const IMPATIENT = { ...randomOf(1), pick: (/** @type {readonly any[]} */ items) => items.at(-1), below: firstOrLast };

for (const [what, text, csv] of ENTRIES) {
  test(`an entry is suspended behind its last inflated byte too: ${what}`, async () => {
    const content = Buffer.from(text);
    for (const method of [0, 8]) {
      const compressed = method === 0 ? content : deflateRawSync(content);
      const sizes = { bytes: content.length, compressedBytes: compressed.length, crc32: crc32(content) };
      /** @type {any} */
      const entry = { name: 'a.csv', method, ...sizes, encryption: null };
      const rule = /** @type {any} */ ({ action: 'csv', csv: ruleOf(csv) });
      const work = { rule, limits: /** @type {any} */ ({ maxRecordBytes: 1e6 }), maxDescribed: 9 };
      const whole = await inOneGo({ ...work, entry, compressed });
      assert.equal(whole.error, null);
      for (const encryption of ENCRYPTIONS) {
        const { turns, ...come } = await inTurns({ ...work, ...encrypt(entry, compressed, encryption) }, IMPATIENT);
        const which = `method ${method}, ${encryption?.kind ?? 'not encrypted'}`;
        assert.ok(turns > 2, `${which}: ${turns} turns`);
        for (const key of /** @type {const} */ (['output', 'rejected', 'reasons']))
          assert.ok(come[key].equals(whole[key]), `${which}: ${key}`);
        assert.deepEqual([come.error, come.counts], [null, whole.counts], which);
      }
    }
  });
}

/**
 * @param {any} entry
 * @param {Buffer} compressed
 * @param {Encryption | null} encryption
 */
function encrypt(entry, compressed, encryption) {
  if (encryption === null) return { entry, compressed };
  const bytes = encryptBytes(compressed, encryption, PASSWORD, Buffer.from('0123456789abcdef'));
  const isSilent = encryption.kind === 'aes' && encryption.version === 2;
  return {
    entry: { ...entry, compressedBytes: bytes.length, encryption, ...(isSilent && { crc32: null }) },
    compressed: bytes,
    password: PASSWORD,
  };
}

/** @param {number} count Of chunks before the pause, which are few; or of bytes of a chunk. */
function firstOrLast(count) {
  return count <= 20 ? 0 : count - 1;
}
