import { CountryMatchers, isOf, isValid, lengthsOf } from './country-matchers.js';
import { compileAutomaton } from './digit-automaton.js';

/** @import { CountryMetadata, Lengths, Metadata } from './country-matchers.js' */
/** @import { DigitAutomaton } from './digit-automaton.js' */

/**
 * The countries that share a calling code, compiled. `walk` says of a national number what libphonenumber-js says in
 * `source/isValid.js`, `source/helpers/getCountryByNationalNumber.js` and `source/helpers/checkNumberLength.js`.
 *
 * @typedef {object} NumberingPlan
 * @property {string} callingCode
 * @property {DigitAutomaton} automaton Its outputs: the bits of the main rules, those of the home rules, and from bit
 *   `LENGTHS_SHIFT` on 0, or which of `lengths` count, where they are others than those of the rules.
 * @property {Lengths[]} lengths
 * @property {Rules} main Of the calling code's main country: for numbers that are written with the calling code.
 * @property {Rules} home Of the default country: for all others.
 *
 * @typedef {object} Rules Of one country.
 * @property {number} valid The bit for: a valid number.
 * @property {number} general The bit for: the country's general pattern matches.
 * @property {Lengths} lengths
 * @property {Prefix | null} nationalPrefix
 * @property {Prefix | null} internationalPrefix
 *
 * @typedef {object} Prefix
 * @property {string | null} literal Where the pattern is just digits.
 * @property {RegExp} pattern
 * @property {boolean} transforms Whether what the pattern captures is written in another way.
 */

/**
 * @param {Metadata} metadata
 * @param {string} callingCode One that there is.
 * @param {string | null} home The default country, if it has this calling code.
 * @returns {NumberingPlan}
 * @throws {SyntaxError} Where a pattern is none over digits.
 */
export function compileNumberingPlan(metadata, callingCode, home) {
  /** @param {string} country */
  const select = country => metadata.selectNumberingPlan(country).numberingPlan;
  const main = select(callingCode);
  const rules = [main, home === null ? main : select(home)];
  const matchers = new CountryMatchers();
  const ruleMatchers = rules.map(country => matchers.add(country, null));
  const countries = (metadata.getCountryCodesForCallingCode(callingCode) ?? []).map(code => {
    const country = select(code);
    return matchers.add(country, country.leadingDigits() || null);
  });
  const lengths = [lengthsOf(main)];

  const automaton = compileAutomaton(matchers.patterns, matchers.start(), (length, matched) => {
    const tokens = new Set(matched);
    const country = countries.find(matcher => isOf(matcher, length, tokens));
    let output = 0;
    for (const [number, matcher] of ruleMatchers.entries()) {
      if (isValid(country ?? matcher, length, tokens)) output |= VALID << (number * 2);
      if (tokens.has(matcher.general)) output |= GENERAL << (number * 2);
    }
    if (country === undefined) return output;
    return output | (placeOf(country.lengths, lengths) << LENGTHS_SHIFT);
  });
  return { callingCode, automaton, lengths, main: rulesOf(rules[0], 0), home: rulesOf(rules[1], 2) };
}

/**
 * @param {Lengths} wanted
 * @param {Lengths[]} lengths The wanted ones are added where they lack.
 */
function placeOf(wanted, lengths) {
  const place = lengths.findIndex(({ mask }, index) => index > 0 && mask === wanted.mask);
  return place === -1 ? lengths.push(wanted) - 1 : place;
}

/**
 * @param {CountryMetadata} country
 * @param {number} shift
 * @returns {Rules}
 */
function rulesOf(country, shift) {
  return {
    valid: VALID << shift,
    general: GENERAL << shift,
    lengths: lengthsOf(country),
    nationalPrefix: prefixOf(country.nationalPrefixForParsing(), Boolean(country.nationalPrefixTransformRule())),
    internationalPrefix: prefixOf(country.IDDPrefix(), false),
  };
}

/**
 * @param {string | 0 | undefined} pattern
 * @param {boolean} transforms
 * @returns {Prefix | null}
 */
function prefixOf(pattern, transforms) {
  if (!pattern) return null;
  return { literal: /^\d+$/.test(pattern) ? pattern : null, pattern: new RegExp(`^(?:${pattern})`), transforms };
}

const VALID = 1;
const GENERAL = 2;

/** Where in an output the number of the lengths begins. */
export const LENGTHS_SHIFT = 4;
