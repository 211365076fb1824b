import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseDigitPattern } from '../../src/phone/parse-digit-pattern.js';
import { textsOfPattern } from '../../src/phone/texts-of-pattern.js';

describe('textsOfPattern', () => {
  for (const [pattern, expected] of /** @type {const} */ ([
    ['0', ['0']],
    ['00[15-7]', ['001', '005', '006', '007']],
    ['0|180020', ['0', '180020']],
    ['1(?:2|34)5?', ['12', '134', '125', '1345']],
    ['0{2}', ['00']],
    ['(?:12){1,3}', ['12', '1212', '121212']],
    ['', ['']],
  ])) {
    it(`lists what ${JSON.stringify(pattern)} matches`, () => {
      assert.deepEqual(textsOfPattern(parseDigitPattern(pattern)).sort(), [...expected].sort());
    });
  }

  it('refuses more than 64 texts', () => {
    assert.equal(textsOfPattern(parseDigitPattern('[1-8][1-8]')).length, 64);
    for (const pattern of ['\\d\\d', '(?:[1-8][1-8]|9)', '\\d{1,9}']) {
      assert.throws(() => textsOfPattern(parseDigitPattern(pattern)), RangeError);
    }
  });
});
