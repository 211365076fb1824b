import { outputFor } from './digit-automaton.js';
import { NumberFinder } from './number-finder.js';
import { FIRST_LITERAL } from './number-layouts.js';
import { compilePhoneAutomaton } from './phone-automaton.js';
import { findExtension, MAX_DIGITS, NO_NUMBER, UNKNOWN, visibleEnd } from './read-digits.js';

/** @import { NumberingPlan } from './numbering-plan.js' */
/** @import { NumberingPlans } from './numbering-plans.js' */
/** @import { NumberLayouts } from './number-layouts.js' */
/** @import { PhoneAutomaton } from './phone-automaton.js' */

/**
 * Writes phone numbers of the usual shapes in a format, from bytes to bytes. The result is that of libphonenumber-js
 * (`source/format.js`), or `UNKNOWN`: the caller must then use the library.
 */
export class PhoneWriter {
  /**
   * @param {object} options
   * @param {NumberingPlans} options.plans
   * @param {string | null} options.country The default country.
   * @param {'e164' | 'international' | 'national' | 'rfc3966'} options.format
   * @param {NumberLayouts | null} options.layouts null if the format has no groups.
   * @param {string | null} [options.only] The one calling code whose numbers are written; null for all.
   */
  constructor({ plans, country, format, layouts, only = null }) {
    this.finder = new NumberFinder(plans, country);
    this.format = format;
    this.layouts = layouts;
    this.only = only;
    /** The number written last. */
    this.bytes = Buffer.alloc(MAX_BYTES);
    this.length = 0;
    /** How many texts were read. */
    this.count = 0;
    /** @type {PhoneAutomaton | null | undefined} */
    this.compiled = undefined;
  }

  /**
   * The same as an automaton, for numbers of the default country. It is made when so many numbers have come that it pays.
   *
   * @returns {PhoneAutomaton | null}
   */
  get automaton() {
    if (this.compiled === undefined && this.count >= MANY) this.compiled = compilePhoneAutomaton(this);
    return this.compiled ?? null;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @returns {number} The length of the number in `bytes`, `NO_NUMBER`, or `UNKNOWN`.
   */
  write(bytes, start, end) {
    const { finder, format, only } = this;
    this.count += 1;
    const at = finder.find(bytes, start, end);
    if (at < 0) return at;
    const plan = /** @type {NumberingPlan} */ (finder.plan);
    if (only !== null && plan.callingCode !== only) return NO_NUMBER;
    this.length = 0;
    this.appendLead(plan);
    if (this.layouts === null) this.appendDigits(at);
    else if (!this.appendGroups(this.layouts, plan, at)) return UNKNOWN;
    return format === 'e164' || this.appendExtension(plan, bytes, start, end) ? this.length : UNKNOWN;
  }

  /** @param {NumberingPlan} plan */
  appendLead(plan) {
    if (this.format === 'rfc3966') this.append(SCHEME);
    if (this.format !== 'national') this.appendCallingCode(plan);
    if (this.format === 'international') this.bytes[this.length++] = SPACE;
  }

  /** @param {NumberingPlan} plan */
  appendCallingCode({ callingCode }) {
    const { bytes } = this;
    bytes[this.length++] = PLUS;
    for (let index = 0; index < callingCode.length; index++) bytes[this.length++] = callingCode.charCodeAt(index);
  }

  /** @param {number} at Where the national number begins. */
  appendDigits(at) {
    const { digits, count } = this.finder;
    for (let index = at; index < count; index++) this.bytes[this.length++] = digits[index];
  }

  /**
   * @param {NumberLayouts} layouts
   * @param {NumberingPlan} plan
   * @param {number} at
   * @returns {boolean} Whether the layout is known.
   */
  appendGroups(layouts, plan, at) {
    const { bytes, finder } = this;
    const grouping = layouts.forCallingCode(plan.callingCode);
    if (grouping === null) return false;
    const index = outputFor(grouping.automaton, finder.digits, at, finder.count);
    if (index === 0) {
      this.appendDigits(at);
      return true;
    }
    const layout = grouping.layouts[index];
    if (layout.length > MAX_GROUPED_BYTES) return false;
    let { length } = this;
    for (let position = 0; position < layout.length; position++) {
      const byte = layout[position];
      bytes[length++] = byte < FIRST_LITERAL ? finder.digits[at + byte] : byte;
    }
    this.length = length;
    return true;
  }

  /**
   * @param {NumberingPlan} plan
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @returns {boolean} Whether it is known how the country writes it.
   */
  appendExtension(plan, bytes, start, end) {
    const last = visibleEnd(bytes, start, end);
    const from = findExtension(bytes, start, last);
    if (from === last) return true;
    const label = this.extensionLabel(plan);
    if (label === null) return false;
    this.append(label);
    for (let at = from; at < last; at++) this.bytes[this.length++] = bytes[at];
    return true;
  }

  /**
   * @param {NumberingPlan} plan
   * @returns {Buffer | null} What is written before an extension; null if that is not known.
   */
  extensionLabel({ callingCode }) {
    return this.layouts === null ? PARAMETER : (this.layouts.forCallingCode(callingCode)?.beforeExtension ?? null);
  }

  /** @param {Buffer} text */
  append(text) {
    // Faster than "copy" for a few bytes.
    for (let index = 0; index < text.length; index++) this.bytes[this.length++] = text[index];
  }
}

const SCHEME = Buffer.from('tel:');
const PARAMETER = Buffer.from(';ext=');
const [PLUS, SPACE] = Buffer.from('+ ');

/** After how many texts the automaton is made, which takes as long as to read some 50,000. */
export const MANY = 20_000;

const MAX_GROUPED_BYTES = 64;
// More than a calling code, groups, a label such as ` ext. ` and an extension of 20 digits.
const MAX_BYTES = MAX_GROUPED_BYTES + 2 * MAX_DIGITS;
