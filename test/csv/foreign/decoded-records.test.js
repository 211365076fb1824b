import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc, { caseCount } from '../../support/fast-check.js';
import { cuts, tableText } from '../arbitraries.js';
import { editEntry } from '../edit-entry.js';
import { editForeign } from './edit-foreign.js';

/** @type {Record<string, (text: string) => Buffer>} */
const ENCODERS = {
  'utf-16le': text => Buffer.from(text, 'utf16le'),
  'utf-16be': text => Buffer.from(text, 'utf16le').swap16(),
  'windows-1252': text => Buffer.from(text.replaceAll('€', '\x80'), 'latin1'),
  'windows-1251': text => encodeWith({ я: [0xff], '€': [0x88] }, text),
  // The second byte of these is a backslash, a bar or a letter.
  shift_jis: text => encodeWith({ ソ: [0x83, 0x5c], ポ: [0x83, 0x7c], 漢: [0x8a, 0xbf] }, text),
  'iso-2022-jp': text => encodeWith({ 漢: [0x1b, 0x24, 0x42, 0x34, 0x41, 0x1b, 0x28, 0x42] }, text),
};

/**
 * Two characters of each encoding, to be put into the tables.
 *
 * @type {Record<string, string[]>}
 */
const CHARACTERS = {
  'utf-16le': ['\u0a0d', '😀'],
  'utf-16be': ['\u0a0d', '😀'],
  'windows-1252': ['€', 'ÿ'],
  'windows-1251': ['€', 'я'],
  shift_jis: ['ソ', 'ポ'],
  'iso-2022-jp': ['漢', 'a'],
};

describe('records in another encoding', () => {
  for (const [encoding, encode] of Object.entries(ENCODERS)) {
    it(`are edited like the same text in UTF-8: ${encoding}`, () => {
      const [one, other] = CHARACTERS[encoding];
      const cases = fc.record({
        table: tableText(','),
        cuts,
        pause: fc.nat(12),
        maxRecordBytes: fc.constantFrom(1 << 24, 60),
      });
      fc.assert(
        fc.property(cases, ({ table, ...options }) => {
          const plain = table
            .replace(/^\xef\xbb\xbf/, '')

            .replace(/[\0\x80-\xff]/g, other)
            .replaceAll('a', `a${one}`);
          const known = editForeign(Buffer.from(plain), {}, { ...options, width: 3, cuts: [1 << 24], pause: 9 });
          const found = editForeign(encode(plain), { encoding }, { ...options, width: 3 });
          assert.equal(found.error?.code, known.error?.code, found.error?.stack);
          assert.deepEqual(found.counts.records, known.counts.records);
          const at = (/** @type {number} */ byte) => encode(Buffer.from(plain).subarray(0, byte).toString()).length;
          assert.deepEqual(
            found.counts.badRecords,
            known.counts.badRecords.map(bad => ({ ...bad, byte: at(bad.byte) })),
          );
          if (found.error !== null) return;
          assert.equal(found.output.toString(), known.output.toString());
          assert.deepEqual(found.rejected, encode(known.rejected.toString()));
        }),
        { numRuns: caseCount(150) },
      );
    });
  }

  for (const encoding of ['utf-16le', 'utf-16be']) {
    for (const mark of ['', '\uFEFF']) {
      it(`are found to be ${encoding} ${mark ? 'by' : 'without'} a mark, and the output has a mark if they have`, async () => {
        const text = `${mark}id,naïve\r\n1,"a\n""b"\r\n2,漢字😀\r\n3,"x"y\r\n4,z`;
        for (const sizes of [[1], [3], [65_536]]) {
          const rule = { encoding: 'auto', drop: ['id'], require: ['naïve'] };
          const { output, rejected, counts, error } = await editEntry(ENCODERS[encoding](text), rule, { cuts: sizes });
          assert.equal(error, null);
          assert.equal(output.toString(), `${mark}naïve\r\n"a\n""b"\r\n漢字😀\r\nz`);
          assert.deepEqual(rejected, ENCODERS[encoding]('3,"x"y\r\n'));
          assert.equal(counts.badRecords[0].byte, ENCODERS[encoding](text.slice(0, text.indexOf('3,'))).length);
          assert.equal(counts.dialect?.encoding, encoding);
        }
      });
    }
  }

  it('are those of the encoding that the rule names', async () => {
    const entry = Buffer.from('id,\x83\x5c\n1,\x95\x5c\n', 'latin1');
    const { output, counts } = await editEntry(entry, { encoding: 'shift_jis', keep: ['ソ'] });
    assert.equal(output.toString(), 'ソ\n表\n');
    assert.equal(counts.dialect?.encoding, 'shift_jis');
  });

  it('end with U+FFFD where the entry ends within a character', async () => {
    const bytes = Buffer.concat([ENCODERS['utf-16le']('\uFEFFid,b\n1,2'), Buffer.from([0x61])]);
    const { output } = await editEntry(bytes, { encoding: 'auto' });
    assert.equal(output.toString(), '\uFEFFid,b\n1,2\uFFFD');
  });
});

/**
 * @param {Record<string, number[]>} bytes
 * @param {string} text
 */
function encodeWith(bytes, text) {
  return Buffer.from(Array.from(text, character => bytes[character] ?? [character.charCodeAt(0)]).flat());
}
