import { DigitPatterns, union } from './digit-pattern.js';

/**
 * What libphonenumber-js knows of all countries: its class `Metadata`, of which it declares less than it has.
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
 */

/**
 * @typedef {object} Lengths
 * @property {number} mask How many digits a number may have, a bit for each.
 * @property {number} max
 */

/**
 * How one country's numbers are told, in tokens.
 *
 * @typedef {object} Matcher
 * @property {number} general
 * @property {number | null} leading
 * @property {{ token: number, mask: number }[] | null} types
 * @property {Lengths} lengths
 */

/** The patterns of countries, put together for one automaton. */
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
   * @param {string | null} leading What the country's numbers are told from others by, where that is all that matters.
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

  start() {
    return union(this.starts);
  }
}

/**
 * Whether a number is taken for one of a country's (`getCountryByNationalNumber.js`).
 *
 * @param {Matcher} matcher
 * @param {number} length
 * @param {Set<number>} tokens
 */
export function isOf(matcher, length, tokens) {
  return matcher.leading === null ? hasType(matcher, length, tokens) : tokens.has(matcher.leading);
}

/**
 * @param {Matcher} matcher
 * @param {number} length
 * @param {Set<number>} tokens
 */
export function isValid(matcher, length, tokens) {
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
