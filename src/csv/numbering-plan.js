import { compileAutomaton } from './digit-automaton.js';
import { DigitPatterns, union } from './digit-pattern.js';

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
 * @typedef {object} Lengths
 * @property {number} mask How many digits a number may have, a bit for each.
 * @property {number} max
 *
 * @typedef {object} Prefix
 * @property {string | null} literal Where the pattern is just digits.
 * @property {RegExp} pattern
 * @property {boolean} transforms Whether what the pattern captures is written in another way.
 */

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
  const matchers = new PlanMatchers();
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
 * How one country's numbers are told, in tokens.
 *
 * @typedef {object} Matcher
 * @property {number} general
 * @property {number | null} leading
 * @property {{ token: number, mask: number }[] | null} types
 * @property {Lengths} lengths
 */

class PlanMatchers {
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
function isOf(matcher, length, tokens) {
  return matcher.leading === null ? hasType(matcher, length, tokens) : tokens.has(matcher.leading);
}

/**
 * @param {Matcher} matcher
 * @param {number} length
 * @param {Set<number>} tokens
 */
function isValid(matcher, length, tokens) {
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

/** @param {CountryMetadata} country */
function lengthsOf(country) {
  const lengths = country.possibleLengths();
  return { mask: maskOf(lengths), max: Math.max(...lengths) };
}

/** @param {number[]} lengths */
function maskOf(lengths) {
  return lengths.reduce((mask, length) => mask | (1 << length), 0);
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
