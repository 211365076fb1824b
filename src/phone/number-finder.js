import { outputFor } from './digit-automaton.js';
import { LENGTHS_SHIFT } from './numbering-plan.js';
import { MAX_DIGITS, NO_NUMBER, readDigits, UNKNOWN } from './read-digits.js';

/** @import { NumberingPlan, Prefix, Rules } from './numbering-plan.js' */
/** @import { NumberingPlans } from './numbering-plans.js' */

/**
 * Finds the national number in phone numbers of the usual shapes. The result is that of libphonenumber-js
 * (`source/parse.js`, with `extract: false`), or `UNKNOWN`: the caller must then use the library. The files named below
 * are in the library's `source/helpers`.
 *
 * A number is read in three steps: `readDigits` removes the punctuation, `findInternational` or `findNational` finds
 * the numbering plan and where the national number begins, and the plan's automaton validates that number.
 */
export class NumberFinder {
  /**
   * @param {NumberingPlans} plans
   * @param {string | null} country The default country.
   */
  constructor(plans, country) {
    this.plans = plans;
    this.country = country;
    /** The digits of the current number, `count` of them. Positions below are offsets in it. */
    this.digits = Buffer.alloc(MAX_DIGITS);
    this.count = 0;
    /**
     * The plan of the number found last.
     * @type {NumberingPlan | null}
     */
    this.plan = null;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @returns {number} Where the national number begins, `NO_NUMBER` or `UNKNOWN`.
   */
  find(bytes, start, end) {
    const count = readDigits(bytes, start, end, this.digits);
    if (count < 0) return count;
    this.count = count;
    return this.findInDigits();
  }

  /** @returns {number} As `find`, for the digits that are there. */
  findInDigits() {
    return this.digits[0] === PLUS ? this.findInternational(1) : this.findNational();
  }

  /**
   * Finds the national number in a number with a calling code (`extractCountryCallingCode.js`).
   *
   * @param {number} from Where the calling code begins.
   * @returns {number} Where the national number begins, `NO_NUMBER` or `UNKNOWN`.
   */
  findInternational(from) {
    const { digits, count } = this;
    if (digits[from] === ZERO) return NO_NUMBER;
    let code = 0;
    for (let at = from; at < count && at < from + MAX_CALLING_CODE_DIGITS; at++) {
      code = code * 10 + digits[at] - ZERO;
      const plan = this.plans.forCallingCode(code);
      if (plan === undefined) continue;
      if (plan === null) return UNKNOWN;
      return this.validate(plan, plan.main, at + 1);
    }
    return NO_NUMBER;
  }

  /**
   * Finds the national number in a number without `+`. It may begin with the prefix for calls abroad
   * (`stripIddPrefix.js`) or with the default country's calling code
   * (`extractCountryCallingCodeFromInternationalNumberWithoutPlusSign.js`).
   *
   * @returns {number} Where the national number begins, `NO_NUMBER` or `UNKNOWN`.
   */
  findNational() {
    if (this.country === null) return NO_NUMBER;
    const { count } = this;
    const plan = this.plans.forCountry(this.country);
    if (plan === null) return UNKNOWN;
    const { callingCode, home, main } = plan;
    const abroad = this.callingCodeStart(home);
    if (abroad > 0) return this.findInternational(abroad);

    if (this.startsWith(callingCode, 0)) {
      const shorter = this.skipNationalPrefix(plan, home, callingCode.length);
      const whole = this.skipNationalPrefix(plan, home, 0);
      if (shorter === UNKNOWN || whole === UNKNOWN) return UNKNOWN;
      const isGeneral = (this.classify(plan, whole) & home.general) !== 0;
      if ((!isGeneral && this.classify(plan, shorter) & home.general) || count - whole > home.lengths.max) {
        return this.validate(plan, main, callingCode.length);
      }
    }
    return this.validate(plan, home, 0);
  }

  /**
   * @param {Rules} rules
   * @returns {number} Where the calling code begins behind the prefix for calls abroad; 0 if there is no such prefix.
   */
  callingCodeStart({ internationalPrefix }) {
    const at = this.prefixEnd(internationalPrefix, 0);
    return at < this.count && this.digits[at] !== ZERO ? at : 0;
  }

  /**
   * @param {NumberingPlan} plan
   * @param {Rules} rules
   * @param {number} from Where the national number begins, perhaps with a national prefix.
   * @returns {number} Where it begins without that prefix, `NO_NUMBER` or `UNKNOWN`.
   */
  validate(plan, rules, from) {
    const at = this.skipNationalPrefix(plan, rules, from);
    if (at === UNKNOWN) return UNKNOWN;
    const length = this.count - at;
    if (length < MIN_NATIONAL_DIGITS || length > MAX_NATIONAL_DIGITS) return NO_NUMBER;
    this.plan = plan;
    return this.classify(plan, at) & rules.valid ? at : NO_NUMBER;
  }

  /**
   * Skips the national prefix, unless these digits belong to the number itself (`extractNationalNumber.js`).
   *
   * @param {NumberingPlan} plan
   * @param {Rules} rules
   * @param {number} from
   * @returns {number} Where the national number begins, or `UNKNOWN`.
   */
  skipNationalPrefix(plan, rules, from) {
    const at = this.prefixEnd(rules.nationalPrefix, from);
    if (at === from || at === UNKNOWN) return at;
    const output = this.classify(plan, at);
    if ((output & rules.general) === 0 && this.classify(plan, from) & rules.general) return from;
    const index = output >> LENGTHS_SHIFT;
    const { mask, max } = index === 0 ? rules.lengths : plan.lengths[index];
    const length = this.count - at;
    return length > max || (mask >> length) & 1 ? at : from;
  }

  /**
   * @param {Prefix | null} prefix
   * @param {number} from
   * @returns {number} Where the prefix ends; `from` if there is none; `UNKNOWN` if it is rewritten.
   */
  prefixEnd(prefix, from) {
    if (prefix === null || from === this.count) return from;
    const { literal, pattern, transforms } = prefix;
    if (literal !== null) return this.startsWith(literal, from) ? from + literal.length : from;
    const match = pattern.exec(this.digits.toString('latin1', from, this.count));
    if (match === null) return from;
    if (transforms && match.at(-1) !== undefined && match.length > 1) return UNKNOWN;
    return from + match[0].length;
  }

  /**
   * @param {string} literal
   * @param {number} from
   */
  startsWith(literal, from) {
    if (from + literal.length > this.count) return false;
    for (let index = 0; index < literal.length; index++) {
      if (this.digits[from + index] !== literal.charCodeAt(index)) return false;
    }
    return true;
  }

  /**
   * @param {NumberingPlan} plan
   * @param {number} from
   * @returns {number} The output of the plan's automaton for the digits from `from`.
   */
  classify({ automaton }, from) {
    return outputFor(automaton, this.digits, from, this.count);
  }
}

const [PLUS, ZERO] = Buffer.from('+0');

// `constants.js`
const MIN_NATIONAL_DIGITS = 2;
const MAX_NATIONAL_DIGITS = 17;
const MAX_CALLING_CODE_DIGITS = 3;
