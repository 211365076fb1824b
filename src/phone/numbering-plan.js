import { belongsTo, CountryMatchers, isValidIn, lengthsOf } from './country-matchers.js';
import { compileAutomaton } from './digit-automaton.js';

/** @import { CountryMetadata, Lengths, Metadata } from './country-matchers.js' */
/** @import { DigitAutomaton } from './digit-automaton.js' */

/**
 * The rules of all countries that share a calling code, compiled. The automaton's output for a national number holds
 * the results of `source/isValid.js`, `source/helpers/getCountryByNationalNumber.js` and
 * `source/helpers/checkNumberLength.js` in libphonenumber-js.
 *
 * @typedef {object} NumberingPlan
 * @property {string} callingCode
 * @property {DigitAutomaton} automaton An output has two bits for the main rules (see `Rules`), two for the home rules,
 *   and from bit `LENGTHS_SHIFT` an index into `lengths`; 0 means the lengths of the rules.
 * @property {Lengths[]} lengths
 * @property {Rules} main The rules of the calling code's main country, for numbers written with the calling code.
 * @property {Rules} home The rules of the default country, for all other numbers.
 *
 * @typedef {object} Rules The rules of one country.
 * @property {number} valid The output's bit for a valid number.
 * @property {number} general The output's bit for a match of the country's general pattern.
 * @property {Lengths} lengths
 * @property {Prefix | null} nationalPrefix Precedes a national number within the country.
 * @property {Prefix | null} internationalPrefix Precedes the calling code of another country.
 *
 * @typedef {object} Prefix
 * @property {string | null} literal The prefix if it is always the same digits; otherwise null.
 * @property {RegExp} pattern
 * @property {boolean} transforms Whether the country rewrites what the pattern captures.
 */

/**
 * @param {Metadata} metadata
 * @param {string} callingCode Must exist.
 * @param {string | null} home The default country, if it has this calling code.
 * @returns {NumberingPlan}
 * @throws {SyntaxError} If a pattern consists of more than digits.
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
    const country = countries.find(matcher => belongsTo(matcher, length, tokens));
    let output = 0;
    for (const [number, matcher] of ruleMatchers.entries()) {
      if (isValidIn(country ?? matcher, length, tokens)) output |= VALID << (number * 2);
      if (tokens.has(matcher.general)) output |= GENERAL << (number * 2);
    }
    if (country === undefined) return output;
    return output | (indexOfLengths(country.lengths, lengths) << LENGTHS_SHIFT);
  });
  return { callingCode, automaton, lengths, main: rulesOf(rules[0], 0), home: rulesOf(rules[1], 2) };
}

/**
 * @param {Lengths} wanted
 * @param {Lengths[]} lengths The wanted ones are added if they are missing. Index 0 is reserved.
 */
function indexOfLengths(wanted, lengths) {
  const known = lengths.findIndex(({ mask }, index) => index > 0 && mask === wanted.mask);
  return known === -1 ? lengths.push(wanted) - 1 : known;
}

/**
 * @param {CountryMetadata} country
 * @param {number} shift Where the rules' bits begin in an output.
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

/** Where the index of the lengths begins in an output. */
export const LENGTHS_SHIFT = 4;
