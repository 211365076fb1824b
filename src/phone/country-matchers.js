import { DigitPatterns, union } from './digit-patterns.js';

/**
 * The part of the class `Metadata` of libphonenumber-js that is used here. The library's own types declare less of it.
 *
 * @typedef {object} Metadata
 * @property {(countryOrCallingCode: string) => { numberingPlan: CountryMetadata }} selectNumberingPlan
 * @property {(callingCode: string) => string[] | undefined} getCountryCodesForCallingCode
 * @property {(callingCode: string) => boolean | undefined} hasCallingCode
 *
 * @typedef {object} CountryMetadata
 * @property {() => string} callingCode
 * @property {() => string} IDDPrefix
 * @property {() => string} nationalNumberPattern
 * @property {() => number[]} possibleLengths
 * @property {() => string | 0 | undefined} nationalPrefixForParsing
 * @property {() => string | 0 | undefined} nationalPrefixTransformRule
 * @property {() => string | 0 | undefined} leadingDigits
 * @property {() => boolean} hasTypes
 * @property {(type: string) => { pattern: () => string, possibleLengths: () => number[] } | undefined} type
 * @property {() => NumberFormat[]} formats
 * @property {() => string} ext What is written before an extension.
 *
 * @typedef {object} NumberFormat How some of a country's numbers are grouped.
 * @property {() => string} pattern
 * @property {() => string[]} leadingDigitsPatterns
 * @property {() => string} format The replacement for a match of the pattern.
 * @property {() => string} internationalFormat
 * @property {() => string | 0 | undefined} nationalPrefixFormattingRule Replaces the first group.
 */

/**
 * The possible lengths of a country's national numbers.
 *
 * @typedef {object} Lengths
 * @property {number} mask Bit `n` is set if a number may have `n` digits.
 * @property {number} max
 */

/**
 * Recognises a country's numbers by the tokens of the patterns that they match.
 *
 * @typedef {object} Matcher
 * @property {number} general The token of the pattern that all of its numbers match.
 * @property {number | null} leading The token of the country's leading digits; null if it has none.
 * @property {{ token: number, mask: number }[] | null} types The tokens of its types of numbers (mobile, …), with the
 *   lengths that each may have; null if it has no types.
 * @property {Lengths} lengths
 */

/**
 * Collects the patterns of several countries for one automaton. Each distinct pattern gets a token, a small number by
 * which the automaton reports that it has matched.
 */
export class CountryMatchers {
  constructor() {
    this.patterns = new DigitPatterns();
    /** @type {Map<string, number>} */
    this.tokens = new Map();
    /** @type {number[][]} */
    this.starts = [];
  }

  /**
   * @param {CountryMetadata} country
   * @param {string | null} leading The pattern of the leading digits that distinguish the country from others with its
   *   calling code, if it has one. Its other patterns then apply only to numbers with these leading digits.
   * @returns {Matcher}
   */
  add(country, leading) {
    return {
      general: this.tokenOf(country.nationalNumberPattern(), leading),
      leading: leading === null ? null : this.tokenOf('', leading),
      types: country.hasTypes() ? this.typesOf(country, leading) : null,
      lengths: lengthsOf(country),
    };
  }

  /**
   * @param {CountryMetadata} country
   * @param {string | null} leading
   */
  typesOf(country, leading) {
    /** @type {Map<number, string[]>} */
    const patternsByMask = new Map();
    for (const name of TYPES) {
      const type = country.type(name);
      if (!type?.pattern()) continue;
      const mask = maskOf(type.possibleLengths());
      patternsByMask.set(mask, [...(patternsByMask.get(mask) ?? []), type.pattern()]);
    }
    return Array.from(patternsByMask, ([mask, patterns]) => ({
      token: this.tokenOf(patterns.join('|'), leading),
      mask,
    }));
  }

  /**
   * @param {string} pattern
   * @param {string | null} leading
   * @returns {number} The token of this pair, which is added if it is new.
   */
  tokenOf(pattern, leading) {
    const key = `${leading} ${pattern}`;
    const known = this.tokens.get(key);
    if (known !== undefined) return known;
    const token = this.tokens.size;
    this.tokens.set(key, token);
    this.starts.push(this.patterns.add(pattern, leading, token));
    return token;
  }

  /** @returns {number[]} The states of `patterns` to start in. */
  start() {
    return union(this.starts);
  }
}

/**
 * Whether a number is attributed to a country (`source/helpers/getCountryByNationalNumber.js` in libphonenumber-js).
 *
 * @param {Matcher} matcher
 * @param {number} length How many digits the national number has.
 * @param {Set<number>} tokens The tokens of the patterns that it matches.
 */
export function belongsTo(matcher, length, tokens) {
  return matcher.leading === null ? hasType(matcher, length, tokens) : tokens.has(matcher.leading);
}

/**
 * Whether a number is valid in a country (`source/isValid.js`).
 *
 * @param {Matcher} matcher
 * @param {number} length
 * @param {Set<number>} tokens
 */
export function isValidIn(matcher, length, tokens) {
  return matcher.types === null ? tokens.has(matcher.general) : hasType(matcher, length, tokens);
}

/**
 * @param {Matcher} matcher
 * @param {number} length
 * @param {Set<number>} tokens
 */
function hasType({ general, types }, length, tokens) {
  if (!tokens.has(general) || types === null) return false;
  return types.some(({ token, mask }) => (mask >> length) & 1 && tokens.has(token));
}

/**
 * @param {CountryMetadata} country
 * @returns {Lengths}
 */
export function lengthsOf(country) {
  const lengths = country.possibleLengths();
  return { mask: maskOf(lengths), max: Math.max(...lengths) };
}

/** @param {number[]} lengths */
function maskOf(lengths) {
  return lengths.reduce((mask, length) => mask | (1 << length), 0);
}

const TYPES = [
  'FIXED_LINE',
  'MOBILE',
  'TOLL_FREE',
  'PREMIUM_RATE',
  'PERSONAL_NUMBER',
  'VOICEMAIL',
  'UAN',
  'PAGER',
  'VOIP',
  'SHARED_COST',
];
