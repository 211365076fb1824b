import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { test } from 'node:test';
import { createEngine } from '../../../src/engine/engine.js';
import fc, { caseCount } from '../../support/fast-check.js';

const { exports, memory } = createEngine();

test('text is what Node takes for UTF-8, without NUL, whatever stands around it', () => {
  // The limits of each length, and one step beyond them.
  const odd = [
    ...['00', '7f', '80', 'bf', 'c080', 'c1bf', 'c280', 'dfbf', 'c2', 'c2c2', 'e08080', 'e09fbf', 'e0a080', 'ed9fbf'],
    ...['eda080', 'edbfbf', 'ee8080', 'efbfbf', 'e0a0', 'f0808080', 'f08fbfbf', 'f0908080', 'f48fbfbf', 'f4908080'],
    ...['f5808080', 'f8888080', 'f09080', 'ff', 'fe', 'e282ac80', 'f09f9880'],
  ].map(bytes => Buffer.from(bytes, 'hex'));
  const pieces = fc.oneof(
    { weight: 6, arbitrary: fc.nat(40).map(length => Buffer.alloc(length, 'a')) },
    { weight: 6, arbitrary: fc.constantFrom('é', 'ß', '€', '日本', '😀', '\n').map(text => Buffer.from(text)) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
  );
  const texts = fc.array(pieces, { maxLength: 25 }).map(parts => Buffer.concat(parts));
  fc.assert(
    fc.property(texts, fc.nat(64), fc.constantFrom(0, 0x61, 0x80, 0xbf, 0xff), (text, offset, around) => {
      const start = exports.WINDOW.value + 64 + offset;
      memory.fill(around, start - 64, start + text.length + 64);
      text.copy(memory, start);
      const found = exports.isUtf8(start, start + text.length);
      assert.equal(found, Number(isUtf8(text) && !text.includes(0)), text.toString('hex'));
    }),
    { numRuns: caseCount(3000) },
  );
});
