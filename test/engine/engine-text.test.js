import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RFC_4180 } from '../../src/csv/dialect.js';
import { Decoder } from '../../src/csv/foreign/decoder.js';
import { openRecords } from '../../src/csv/open-records.js';
import { createEngine } from '../../src/engine/engine.js';
import { EngineText } from '../../src/engine/engine-text.js';
import { newCounts, ruleOf, transformsOf } from '../csv/edit-entry.js';
import fc, { caseCount } from '../support/fast-check.js';

for (const encoding of [
  'windows-1252',
  'windows-1251',
  'iso-8859-2',
  'iso-8859-8',
  'koi8-r',
  'macintosh',
  'windows-874',
]) {
  test(`the engine decodes ${encoding} as JavaScript does`, () => {
    const decoder = decoderInEngine(encoding);
    const known = new Decoder(encoding);
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 100 }),
      fc.array(fc.constantFrom(0x0a, 0x2c, 0x41, 0x41, 0x41, 0x80, 0xa4, 0xe4, 0xff, 0), { maxLength: 100 }),
    );
    fc.assert(
      fc.property(bytes, numbers => {
        const piece = Buffer.from(numbers);
        assert.deepEqual(decoder.decode(piece, true), known.decode(piece, true));
      }),
      { numRuns: caseCount(1000) },
    );
  });
}

test('a text that is longer than the engine has room for is decoded in slices', () => {
  const room = ENGINE.exports.TEXT_BYTES.value / 4;
  for (const length of [room - 1, room, room + 1, 3 * room + 5]) {
    for (const byte of [0x61, 0x80]) {
      // The euro sign has three bytes.
      const piece = Buffer.alloc(length, byte);
      piece[0] = 0x80;
      const expected = new TextDecoder('windows-1252').decode(piece);
      assert.ok(decoderInEngine('windows-1252').decode(piece, true).equals(Buffer.from(expected)), `${length} ${byte}`);
    }
  }
});

/**
 * @param {string} encoding
 * @returns {Decoder} That of an entry's records, which the engine edits.
 */
function decoderInEngine(encoding) {
  const rule = ruleOf({ header: false, encoding });
  const shape = { dialect: { ...RFC_4180, encoding }, names: null, width: 1 };
  /** @type {EngineText | null} */
  let engineText = null;
  const { foreign } = openRecords(shape, {
    rule,
    transforms: transformsOf(rule),
    maxRecordBytes: 1 << 24,
    bad: /** @type {any} */ (null),
    counts: newCounts(),
    openText: parts => {
      engineText = new EngineText(ENGINE, parts);
      engineText.begin();
      return engineText;
    },
  });
  assert.ok(foreign);
  assert.ok(engineText);
  return foreign.decoder;
}

const ENGINE = createEngine();
