import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FieldEnds } from '../../../src/csv/opening/text/field-ends.js';
import { fieldTexts } from '../../../src/csv/opening/text/field-values.js';
import { RFC_4180_READING } from '../../../src/inspect/sample-editor.js';
import { randomOf } from '../../support/random.js';

const COMMAS = { ...RFC_4180_READING, delimiter: ',' };
const LONG = 17_000;

test('two quotes in a long value are one, as in a short one', () => {
  const random = randomOf(1);
  for (let round = 0; round < 20; round++) {
    const inner = Array.from({ length: LONG }, () => random.pick(['""', '""', 'a', ',', '\n', '\u00ff'])).join('');
    const text = `"${inner}",b`;
    const texts = fieldTexts(text, { start: 0, end: text.length }, COMMAS);
    assert.ok(texts.length === 2 && texts[0] === inner.replaceAll('""', '"'), `round ${round}`);
  }
});

test('a long field ends where a short one does, whatever CRs stand in it', () => {
  const ends = ['\n', '\r\n', ',', '||', '|\r||', '\r,', '\r\r\n'];
  for (const [delimiter, cr] of /** @type {const} */ ([
    [',', false],
    [',', true],
    ['||', false],
    ['||', true],
  ])) {
    for (const end of ends) {
      for (const length of [0, 1, 63, 64, 65, 200]) {
        for (const fill of ['a', '\r', '|']) {
          const text = `${fill.repeat(length)}${end}b`;
          const found = new FieldEnds(text, { ...COMMAS, delimiter, cr }).plainEnd(0, text.length);
          assert.equal(found, endOf(text, delimiter, cr), JSON.stringify([text, delimiter, cr]));
        }
      }
    }
  }
});

/**
 * @param {string} text
 * @param {string} delimiter
 * @param {boolean} cr
 */
function endOf(text, delimiter, cr) {
  for (let at = 0; at < text.length; at++) {
    const rest = text.slice(at);
    if (rest.startsWith('\n') || rest.startsWith('\r\n') || (cr && rest.startsWith('\r'))) return at;
    if (rest.startsWith(delimiter)) return at;
  }
  return text.length;
}
