import { compileAutomaton } from './digit-automaton.js';
import { DigitPatterns, union } from './digit-patterns.js';

/** @import { CountryMetadata, Metadata, NumberFormat } from './country-matchers.js' */
/** @import { DigitAutomaton } from './digit-automaton.js' */

/**
 * How the national numbers of a calling code are grouped in one style.
 *
 * @typedef {object} Grouping
 * @property {DigitAutomaton} automaton Its output for a national number is the index of its layout. 0: without groups.
 * @property {Uint8Array[]} layouts What is written: a byte below `FIRST_LITERAL` stands for the number's digit at that
 *   index, all others for themselves.
 * @property {Buffer | null} beforeExtension null if that depends on the country.
 */

/** The groupings of all calling codes in one style, each compiled on first use (`source/format.js` in libphonenumber-js). */
export class NumberLayouts {
  /**
   * @param {Metadata} metadata
   * @param {'international' | 'national'} style
   */
  constructor(metadata, style) {
    this.metadata = metadata;
    this.replacementOf = style === 'international' ? internationalReplacement : nationalReplacement;
    this.separate = style === 'international' ? withSpaces : (/** @type {string} */ text) => text;
    /** @type {Map<string, Grouping | null>} */
    this.groupings = new Map();
  }

  /**
   * @param {string} callingCode
   * @returns {Grouping | null} null if the library must write its numbers.
   */
  forCallingCode(callingCode) {
    const known = this.groupings.get(callingCode);
    if (known !== undefined) return known;
    const grouping = this.compileIfPossible(callingCode);
    this.groupings.set(callingCode, grouping);
    return grouping;
  }

  /** @param {string} callingCode */
  compileIfPossible(callingCode) {
    try {
      return this.compile(callingCode);
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof RangeError) return null;
      throw error;
    }
  }

  /**
   * @param {string} callingCode
   * @returns {Grouping | null} null if countries with this calling code group their numbers differently.
   * @throws {SyntaxError} If a pattern is not supported.
   */
  compile(callingCode) {
    const plans = [callingCode, ...(this.metadata.getCountryCodesForCallingCode(callingCode) ?? [])].map(
      country => this.metadata.selectNumberingPlan(country).numberingPlan,
    );
    const [formats, ...others] = plans.map(plan => this.formatsOf(plan));
    if (others.some(other => JSON.stringify(other) !== JSON.stringify(formats))) return null;
    const [label, ...otherLabels] = plans.map(plan => plan.ext());

    const patterns = new DigitPatterns();
    const starts = formats.map(({ pattern, leading }, token) => patterns.add(withoutGroups(pattern), leading, token));
    /** @type {Uint8Array[]} */
    const layouts = [new Uint8Array(0)];
    /** @type {Map<string, number>} */
    const known = new Map();
    const automaton = compileAutomaton(patterns, union(starts), (length, tokens) => {
      if (tokens.length === 0) return 0;
      // The first format that matches is the number's.
      const written = this.layOut(formats[Math.min(...tokens)], length);
      const index = known.get(written) ?? layouts.push(bytesOf(written)) - 1;
      known.set(written, index);
      return index;
    });
    const isSame = otherLabels.every(other => other === label);
    return { automaton, layouts, beforeExtension: isSame ? Buffer.from(label) : null };
  }

  /** @param {CountryMetadata} plan */
  formatsOf(plan) {
    return plan.formats().map(format => ({
      pattern: format.pattern(),
      leading: format.leadingDigitsPatterns().at(-1) ?? null,
      replacement: this.replacementOf(format),
    }));
  }

  /**
   * Formats a number as the library does, with marks in place of its digits. This is right because which digits go into which
   * group depends on nothing but their number, in all patterns that `withoutGroups` lets pass.
   *
   * @param {{ pattern: string, replacement: string }} format
   * @param {number} length
   */
  layOut({ pattern, replacement }, length) {
    const marks = String.fromCharCode(...Array.from({ length }, (_, index) => FIRST_MARK + index));
    return this.separate(marks.replace(new RegExp(pattern.replace(DIGIT, '[^]')), replacement));
  }
}

/** @param {NumberFormat} format */
function internationalReplacement(format) {
  return format.internationalFormat();
}

/** @param {NumberFormat} format */
function nationalReplacement(format) {
  const rule = format.nationalPrefixFormattingRule();
  return rule ? format.format().replace(/(\$\d)/, rule) : format.format();
}

/**
 * In international numbers all punctuation becomes a space (`source/helpers/applyInternationalSeparatorStyle.js`).
 *
 * @param {string} text
 */
function withSpaces(text) {
  return text.replace(/[-/. ()[\]~]+/g, ' ').trim();
}

/**
 * @param {string} pattern Of a format.
 * @returns {string} The same without capturing groups, which `parseDigitPattern` does not know.
 * @throws {SyntaxError} If which digits a group has could depend on the digits.
 */
function withoutGroups(pattern) {
  if (!FIXED.test(pattern) && !ANY_DIGITS.test(pattern)) throw new SyntaxError(`not a pattern of groups: ${pattern}`);
  return pattern.replace(/[()]/g, '');
}

/**
 * @param {string} written
 * @throws {SyntaxError} If it has more than marks and visible ASCII.
 */
function bytesOf(written) {
  return Uint8Array.from(written, character => {
    const code = character.charCodeAt(0);
    if (code >= FIRST_MARK && code < FIRST_MARK + FIRST_LITERAL) return code - FIRST_MARK;
    if (code < FIRST_LITERAL || code > 0x7e) throw new SyntaxError(`not a layout: ${written}`);
    return code;
  });
}

export const FIRST_LITERAL = 0x20;

// Private use.
const FIRST_MARK = 0xe000;

const DIGIT = /\\d|\d(?![\d,]*\})|\[[\d-]+\]/g;
const FIXED = /^(?:\((?:(?:\\d|\d|\[[\d-]+\])(?:\{\d+\})?)+\)|\d)+$/;
const ANY_DIGITS = /^(?:\((?:\\d(?:\{\d+(?:,\d+)?\})?)+\))+$/;
