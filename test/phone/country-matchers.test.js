import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  getCountries,
  getCountryCallingCode,
  isValidPhoneNumber,
  Metadata,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { belongsTo, CountryMatchers, isValidIn, lengthsOf } from '../../src/phone/country-matchers.js';
import { union } from '../../src/phone/digit-patterns.js';
import { drawMatching } from '../fuzz/draw-matching.js';
import { randomOf } from '../support/random.js';

/** @import { Metadata as AllMetadata } from '../../src/phone/country-matchers.js' */

const metadata = /** @type {AllMetadata} */ (/** @type {unknown} */ (new Metadata()));

suite('CountryMatchers, compared with libphonenumber-js', () => {
  test('attributes a number with a shared calling code to the same country', () => {
    const random = randomOf(11);
    const callingCodes = [...new Set(getCountries().map(country => getCountryCallingCode(country)))];
    let attributed = 0;
    for (const callingCode of callingCodes) {
      const codes = metadata.getCountryCodesForCallingCode(callingCode) ?? [];
      if (codes.length < 2) continue;
      const countries = codes.map(code => metadata.selectNumberingPlan(code).numberingPlan);
      const collected = new CountryMatchers();
      const matchers = countries.map(country => collected.add(country, country.leadingDigits() || null));
      for (let count = 0; count < 100; count++) {
        const digits = drawMatching(random, random.pick(countries).nationalNumberPattern());
        const number = parsePhoneNumberFromString(`+${callingCode}${digits}`, { extract: false });
        // A national prefix among the digits was removed.
        if (number?.nationalNumber !== digits) continue;
        const tokens = tokensOf(collected, digits);
        const found = matchers.findIndex(matcher => belongsTo(matcher, digits.length, tokens));
        assert.equal(codes[found], number.country, number.number);
        attributed += 1;
      }
    }
    assert.ok(attributed > 500, `only ${attributed} numbers`);
  });

  test('finds the same numbers valid in a country with a calling code of its own', () => {
    const random = randomOf(12);
    for (const country of getCountries()) {
      const callingCode = getCountryCallingCode(country);
      if (metadata.getCountryCodesForCallingCode(callingCode)?.length !== 1) continue;
      const plan = metadata.selectNumberingPlan(country).numberingPlan;
      const collected = new CountryMatchers();
      const matcher = collected.add(plan, null);
      for (let count = 0; count < 30; count++) {
        const drawn = drawMatching(random, plan.nationalNumberPattern());
        const digits = random.chance(0.5) ? drawn : drawn.slice(0, -1) + random.below(100);
        const number = parsePhoneNumberFromString(`+${callingCode}${digits}`, { extract: false });
        if (number?.nationalNumber !== digits) continue;
        const isValid = isValidPhoneNumber(number.number);
        assert.equal(isValidIn(matcher, digits.length, tokensOf(collected, digits)), isValid, number.number);
      }
    }
  });

  test('gives equal patterns one token, unless their leading digits differ', () => {
    const collected = new CountryMatchers();
    const tokens = [collected.tokenOf('1', null), collected.tokenOf('1', null), collected.tokenOf('1', '[12]')];
    assert.deepEqual(tokens, [0, 0, 1]);
  });

  test('knows the possible lengths of a country', () => {
    assert.deepEqual(lengthsOf(metadata.selectNumberingPlan('US').numberingPlan), { mask: 1 << 10, max: 10 });
  });
});

/**
 * @param {CountryMatchers} matchers
 * @param {string} digits
 */
function tokensOf({ patterns: { masks, nexts, tokens }, starts }, digits) {
  let states = union(starts);
  for (const digit of digits) {
    states = union(states.map(state => ((masks[state] >> Number(digit)) & 1 ? nexts[state] : [])));
  }
  return new Set(states.map(state => tokens[state]));
}
