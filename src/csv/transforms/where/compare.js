import { compareDecimals, parseDecimal } from '../../../recipe/decimal.js';
import { parseIsoTime } from '../../../recipe/iso-time.js';
import { parseOperand } from '../../../recipe/operand.js';

/** @import { Decimal } from '../../../recipe/decimal.js' */
/** @import { Operand } from '../../../recipe/recipe.js' */
/** @import { Comparison, DateReader } from '../../plan/field-plan.js' */

/**
 * Compares values with a number or a point in time, exactly.
 *
 * @param {Operand} operand
 * @param {(order: number) => boolean} holds Negative: the value is less.
 * @param {DateReader | null} date Reads the field's dates, if they are not in ISO 8601.
 * @returns {Comparison}
 */
export function compareWith(operand, holds, date) {
  const parsed = parseOperand(operand);
  if (parsed === null) throw new TypeError('a value cannot be compared with an operand that is no number and no date');
  if (parsed.kind === 'number') {
    const { number } = parsed;
    const compare = unlessEmpty(value => {
      const own = decimalOf(value);
      return own && holds(compareDecimals(own, number));
    });
    return Object.assign(compare, {
      number: { decimal: number, less: holds(-1), equal: holds(0), greater: holds(1) },
    });
  }
  const { time } = parsed;
  return unlessEmpty(value => {
    const own = timeOf(value, date);
    return own === null ? null : holds(own < time ? -1 : own > time ? 1 : 0);
  });
}

/**
 * @param {number} number
 * @returns {Comparison} Whether a value is this number, however it is written.
 */
export function equalsNumber(number) {
  return compareWith(number, order => order === 0, null);
}

/**
 * @param {readonly Operand[]} operands Not only texts.
 * @returns {Comparison} Whether a value is one of these texts, or one of these numbers however it is written. A value that
 *   may be a text can always be compared.
 */
export function isOneOf(operands) {
  const texts = new Set(operands.filter(operand => typeof operand === 'string').map(latin1Of));
  const numbers = new Set(
    operands
      .filter(operand => typeof operand === 'number')
      .map(number => keyOf(/** @type {Decimal} */ (parseDecimal(String(number))))),
  );
  const otherwise = texts.size > 0 ? false : null;
  return value => {
    if (texts.has(value.toString('latin1'))) return true;
    if (value.length === 0) return false;
    const number = decimalOf(value);
    return number === null ? otherwise : numbers.has(keyOf(number));
  };
}

/**
 * @param {Comparison} comparison
 * @returns {Comparison}
 */
function unlessEmpty(comparison) {
  return value => value.length > 0 && comparison(value);
}

/** @param {Buffer} value */
function decimalOf(value) {
  return parseDecimal(value.toString('latin1'));
}

/**
 * @param {Buffer} value
 * @param {DateReader | null} date
 */
function timeOf(value, date) {
  const read = date === null ? 'unparsed' : date(value);
  return parseIsoTime((typeof read === 'string' ? value : read).toString('latin1'));
}

/** @param {string} text */
function latin1Of(text) {
  return Buffer.from(text).toString('latin1');
}

/** @param {Decimal} decimal @returns {string} The same for equal numbers. */
function keyOf({ sign, digits, magnitude }) {
  return `${sign} ${digits} ${magnitude}`;
}
