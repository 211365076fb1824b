import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { MAX_DIGITS, NO_NUMBER, readDigits, UNKNOWN } from '../../src/phone/read-digits.js';
import { drawPhone } from '../fuzz/phone-case.js';
import { caseCount } from '../support/cases.js';

suite('readDigits', () => {
  for (const [text, expected] of /** @type {const} */ ([
    ['202-555-0123', '2025550123'],
    [' \t+1 (202) 555.0123\r\n', '+12025550123'],
    ['[202]/555-0123 x45', '2025550123'],
    ['202', '202'],
    ['20', UNKNOWN],
    ['202-555-0123 call me', UNKNOWN],
    ['call 202-555-0123', UNKNOWN],
    ['٢', UNKNOWN],
    ['', NO_NUMBER],
    ['n/a', NO_NUMBER],
    ['+', NO_NUMBER],
  ])) {
    test(`reads ${JSON.stringify(text)} as ${expected}`, () => {
      assert.equal(read(text), expected);
    });
  }

  test('reads no more digits than `MAX_DIGITS`, and no more than 250 bytes', () => {
    assert.equal(read('1'.repeat(MAX_DIGITS)), '1'.repeat(MAX_DIGITS));
    assert.equal(read('1'.repeat(MAX_DIGITS + 1)), UNKNOWN);
    assert.equal(read(`202${' '.repeat(244)}555`), '202555');
    assert.equal(read(`202${' '.repeat(245)}555`), UNKNOWN);
  });

  test('stays within the range that it is given', () => {
    const bytes = Buffer.from('99202-555-012399');
    const digits = Buffer.alloc(MAX_DIGITS);
    assert.equal(digits.toString('latin1', 0, readDigits(bytes, 2, bytes.length - 2, digits)), '2025550123');
  });

  test('reads digits that libphonenumber-js reads as the same number as the text, for random texts', () => {
    let count = 0;
    for (let seed = 0; seed < caseCount(20_000); seed++) {
      const { text } = drawPhone(seed, 'GB');
      const digits = read(text);
      if (digits === UNKNOWN) continue;
      const number = numberOf(text);
      assert.equal(typeof digits === 'number' ? null : numberOf(digits), number, JSON.stringify(text));
      count += 1;
    }
    assert.ok(count > caseCount(10_000), `only ${count} texts were read`);
  });
});

/** @param {string} text */
function read(text) {
  const bytes = Buffer.from(text);
  const digits = Buffer.alloc(MAX_DIGITS);
  const count = readDigits(bytes, 0, bytes.length, digits);
  return count < 0 ? count : digits.toString('latin1', 0, count);
}

/** @param {string} text */
function numberOf(text) {
  const number = parsePhoneNumberFromString(text.trim(), { extract: false, defaultCountry: 'GB' });
  return number?.isValid() ? number.number : null;
}
