import { LENGTHS_SHIFT } from './numbering-plan.js';

/** @import { NumberingPlan, Prefix, Rules } from './numbering-plan.js' */
/** @import { NumberingPlans } from './numbering-plans.js' */

/**
 * Writes the usual shapes of phone numbers as E.164, from bytes to bytes: digits between white space and `( ) - . / [ ]`,
 * a `+` before them, an extension behind them (`x12`, `ext. 12`). Where it answers, it answers as libphonenumber-js does
 * (`source/parse.js`, with `extract: false`); what it does not know well enough it leaves to it.
 */
export class E164Writer {
  /**
   * @param {NumberingPlans} plans
   * @param {string | null} country The default country.
   */
  constructor(plans, country) {
    this.plans = plans;
    this.country = country;
    this.digits = Buffer.alloc(MAX_DIGITS);
    this.count = 0;
    /** @type {NumberingPlan | null} */
    this.plan = null;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @param {Uint8Array} target Gets the number, from its beginning; `E164_BYTES` do.
   * @returns {number} How many bytes the number has, `NO_NUMBER`, or `UNKNOWN`.
   */
  write(bytes, start, end, target) {
    const shape = this.read(bytes, start, end);
    if (shape === NO_NUMBER || shape === UNKNOWN) return shape;
    const at = shape === WITH_PLUS ? this.findInternational(0) : this.findNational();
    if (at < 0) return at;
    const { callingCode } = /** @type {NumberingPlan} */ (this.plan);
    let length = 0;
    target[length++] = PLUS;
    for (let index = 0; index < callingCode.length; index++) target[length++] = callingCode.charCodeAt(index);
    for (let index = at; index < this.count; index++) target[length++] = this.digits[index];
    return length;
  }

  /**
   * Takes the digits out of a text, if it has the shape of a phone number.
   *
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @returns {number} `WITH_PLUS`, `WITHOUT_PLUS`, `NO_NUMBER` or `UNKNOWN`.
   */
  read(bytes, start, end) {
    const { digits } = this;
    let at = start;
    let last = end;
    while (at < last && isSpace(bytes[at])) at += 1;
    while (at < last && isSpace(bytes[last - 1])) last -= 1;
    if (last - at > MAX_TEXT_BYTES) return UNKNOWN;
    const shape = bytes[at] === PLUS && at < last ? WITH_PLUS : WITHOUT_PLUS;
    if (shape === WITH_PLUS) at += 1;
    let count = 0;
    for (; at < last; at++) {
      const byte = bytes[at];
      if (byte >= ZERO && byte <= NINE) {
        if (count === MAX_DIGITS) return UNKNOWN;
        digits[count++] = byte;
      } else if (IS_PUNCTUATION[byte] === 0) break;
    }
    this.count = count;
    if (count === 0) return hasNoDigit(bytes, at, last) ? NO_NUMBER : UNKNOWN;
    if (count < MIN_DIGITS || (at < last && !isExtension(bytes, at, last))) return UNKNOWN;
    return shape;
  }

  /**
   * Finds the national number in one that is written with a calling code (`extractCountryCallingCode.js`).
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
      const plan = this.plans.of(code);
      if (plan === undefined) continue;
      if (plan === null) return UNKNOWN;
      return this.finish(plan, plan.main, at + 1);
    }
    return NO_NUMBER;
  }

  /**
   * Finds the national number in one without `+`: it may begin with the prefix for calls abroad (`stripIddPrefix.js`), or
   * with the default country's calling code (`extractCountryCallingCodeFromInternationalNumberWithoutPlusSign.js`).
   *
   * @returns {number} As above.
   */
  findNational() {
    if (this.country === null) return NO_NUMBER;
    const { digits, count } = this;
    const plan = this.plans.atHome(this.country);
    if (plan === null) return UNKNOWN;
    const { callingCode, home, main } = plan;
    const abroad = this.prefixEnd(home.internationalPrefix, 0);
    if (abroad > 0 && abroad < count && digits[abroad] !== ZERO) return this.findInternational(abroad);

    if (this.startsWith(callingCode, 0)) {
      const shorter = this.withoutNationalPrefix(plan, home, callingCode.length);
      const whole = this.withoutNationalPrefix(plan, home, 0);
      if (shorter === UNKNOWN || whole === UNKNOWN) return UNKNOWN;
      const isGeneral = (this.walk(plan, whole) & home.general) !== 0;
      if ((!isGeneral && this.walk(plan, shorter) & home.general) || count - whole > home.lengths.max) {
        return this.finish(plan, main, callingCode.length);
      }
    }
    return this.finish(plan, home, 0);
  }

  /**
   * @param {NumberingPlan} plan
   * @param {Rules} rules
   * @param {number} from
   */
  finish(plan, rules, from) {
    const at = this.withoutNationalPrefix(plan, rules, from);
    if (at === UNKNOWN) return UNKNOWN;
    const length = this.count - at;
    if (length < MIN_NATIONAL_DIGITS || length > MAX_NATIONAL_DIGITS) return NO_NUMBER;
    this.plan = plan;
    return this.walk(plan, at) & rules.valid ? at : NO_NUMBER;
  }

  /**
   * Passes over the national prefix, unless it is the number's first digits (`extractNationalNumber.js`).
   *
   * @param {NumberingPlan} plan
   * @param {Rules} rules
   * @param {number} from
   * @returns {number} Where the national number begins, or `UNKNOWN`.
   */
  withoutNationalPrefix(plan, rules, from) {
    const at = this.prefixEnd(rules.nationalPrefix, from);
    if (at === from || at === UNKNOWN) return at;
    const output = this.walk(plan, at);
    if ((output & rules.general) === 0 && this.walk(plan, from) & rules.general) return from;
    const kind = output >> LENGTHS_SHIFT;
    const { mask, max } = kind === 0 ? rules.lengths : plan.lengths[kind];
    const length = this.count - at;
    return length > max || (mask >> length) & 1 ? at : from;
  }

  /**
   * @param {Prefix | null} prefix
   * @param {number} from
   * @returns {number} Where the prefix ends, `from` where there is none, or `UNKNOWN`.
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
   * What a plan says of the digits from a place on.
   *
   * @param {NumberingPlan} plan
   * @param {number} from
   */
  walk({ automaton: { next, outputs, start } }, from) {
    const { digits, count } = this;
    let state = start;
    for (let at = from; at < count; at++) state = next[state * 10 + digits[at] - ZERO];
    return outputs[state];
  }
}

/** @param {number} byte Whether `trim` takes it away. */
function isSpace(byte) {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/**
 * Whether there is no digit of any script, so that the text can't be a number.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function hasNoDigit(bytes, start, end) {
  for (let at = start; at < end; at++) {
    if (bytes[at] >= 0x80 || (bytes[at] >= ZERO && bytes[at] <= NINE)) return false;
  }
  return true;
}

/**
 * Whether the rest of a text is an extension of a kind that can't be mistaken for anything else
 * (`createExtensionPattern.js`): a label, `:` or `.`, blanks or hyphens, digits.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function isExtension(bytes, start, end) {
  let at = start;
  let most = MAX_DIGITS_AFTER_X;
  if (lowerCase(bytes[at]) === LOWER_E) {
    if (end - at < 4 || lowerCase(bytes[at + 1]) !== LOWER_X || lowerCase(bytes[at + 2]) !== LOWER_T) return false;
    at += lowerCase(bytes[at + 3]) === LOWER_N ? 4 : 3;
    most = MAX_DIGITS_AFTER_EXT;
  } else if (lowerCase(bytes[at]) === LOWER_X) at += 1;
  else return false;
  if (at < end && (bytes[at] === COLON || bytes[at] === STOP)) at += 1;
  while (at < end && (bytes[at] === SPACE || bytes[at] === HYPHEN)) at += 1;
  if (at === end || end - at > most) return false;
  for (; at < end; at++) {
    if (bytes[at] < ZERO || bytes[at] > NINE) return false;
  }
  return true;
}

/** @param {number} byte */
function lowerCase(byte) {
  return byte | 0x20;
}

/** The text is no valid number and stays as it is. */
export const NO_NUMBER = -1;
/** The text is for libphonenumber-js to judge. */
export const UNKNOWN = -2;
/** What the longest number takes: `+`, a calling code, a national number. */
export const E164_BYTES = 21;

const WITH_PLUS = 1;
const WITHOUT_PLUS = 0;

const [SPACE, PLUS, HYPHEN, STOP, ZERO, NINE, COLON] = Buffer.from(' +-.09:');
const [LOWER_E, LOWER_N, LOWER_T, LOWER_X] = Buffer.from('entx');

// `constants.js`: the parser takes no longer text, and no shorter or longer national number.
const MAX_TEXT_BYTES = 250;
const MIN_NATIONAL_DIGITS = 2;
const MAX_NATIONAL_DIGITS = 17;
const MAX_CALLING_CODE_DIGITS = 3;
// `createExtensionPattern.js`
const MAX_DIGITS_AFTER_X = 9;
const MAX_DIGITS_AFTER_EXT = 20;

// Shorter and longer ones are not worth the care: a number has three digits (`isViablePhoneNumber.js`).
const MIN_DIGITS = 3;
const MAX_DIGITS = 24;

// Of what `VALID_PUNCTUATION` in `constants.js` has in ASCII, all but `~`, which may also be the label of an extension.
const IS_PUNCTUATION = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(' -./()[]'.includes(String.fromCharCode(byte))),
);
