import { digitsEnd, isDigit } from './digits.js';
import { withoutSpaceBefore, withoutSpaceBehind } from './space.js';

/**
 * Numbers of any size as `numeric_in` and `set_var_from_str` take them (src/backend/utils/adt/numeric.c): at most 131,072
 * digits before the point and 16,383 behind it, `NaN` and infinity.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
export function isNumeric(bytes, start, end) {
  return isShortDecimal(bytes, start, end) || readNumber(bytes, start, end, isNumericInRange);
}

/**
 * The numbers of JSON, which `jsonb` keeps as `numeric`.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end Digits, perhaps with a sign in front, a point and an exponent.
 */
export function fitsNumeric(bytes, start, end) {
  return isShortDecimal(bytes, start, end) || readDecimal(bytes, start, end, isNumericInRange);
}

/**
 * Numbers as `float4in` takes them (src/backend/utils/adt/float.c). One that is too large, or so small that it would become
 * zero, is out of range.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
export function isReal(bytes, start, end) {
  return isShortDecimal(bytes, start, end) || readNumber(bytes, start, end, isRealInRange);
}

/**
 * Numbers as `float8in` takes them (src/backend/utils/adt/float.c), and their range.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
export function isDoublePrecision(bytes, start, end) {
  return isShortDecimal(bytes, start, end) || readNumber(bytes, start, end, isDoubleInRange);
}

/**
 * Whether a value is one of those that most columns hold: a few digits, perhaps with a minus and a point. They are in range for
 * every type.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function isShortDecimal(bytes, start, end) {
  if (end - start > SHORT) return false;
  const from = bytes[start] === MINUS ? start + 1 : start;
  const point = digitsEnd(bytes, from, end);
  if (point === from) return false;
  return point === end || (bytes[point] === POINT && digitsEnd(bytes, point + 1, end) === end);
}

/**
 * A number as it was read: where it stands, how many digits its whole part has without zeros in front (with the exponent applied,
 * so zero or less below 0.1), and how many are behind the point.
 *
 * @typedef {object} Decimal
 * @property {Uint8Array} bytes
 * @property {number} from
 * @property {number} to
 * @property {boolean} isZero
 * @property {number} whole
 * @property {number} scale
 *
 * @typedef {(decimal: Decimal) => boolean} InRange
 */

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {InRange} isInRange
 */
function readNumber(bytes, start, end, isInRange) {
  const from = withoutSpaceBefore(bytes, start, end);
  const to = withoutSpaceBehind(bytes, from, end);
  return readDecimal(bytes, from, to, isInRange) || isSpecial(bytes, from, to);
}

/**
 * Perhaps a sign; digits with or without a point, one of which must be there; perhaps an exponent.
 *
 * @param {Uint8Array} bytes
 * @param {number} from
 * @param {number} to
 * @param {InRange} isInRange
 */
function readDecimal(bytes, from, to, isInRange) {
  const first = bytes[from] === MINUS || bytes[from] === PLUS ? from + 1 : from;
  const point = digitsEnd(bytes, first, to);
  const hasPoint = point < to && bytes[point] === POINT;
  const digits = hasPoint ? digitsEnd(bytes, point + 1, to) : point;
  if (digits - first === Number(hasPoint)) return false;
  const exponent = digits === to ? 0 : exponentOf(bytes, digits, to);
  if (exponent === null) return false;
  let nonzero = first;
  while (nonzero < digits && (bytes[nonzero] === ZERO || bytes[nonzero] === POINT)) nonzero += 1;
  return isInRange({
    bytes,
    from,
    to,
    isZero: nonzero === digits,
    whole: exponent + (nonzero < point ? point - nonzero : point + 1 - nonzero),
    scale: digits - point - Number(hasPoint) - exponent,
  });
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start Behind the digits.
 * @param {number} end
 * @returns {number | null} null if it is none, or of more digits than Postgres takes.
 */
function exponentOf(bytes, start, end) {
  if (bytes[start] !== SMALL_E && bytes[start] !== CAPITAL_E) return null;
  const isNegative = bytes[start + 1] === MINUS;
  const from = start + (isNegative || bytes[start + 1] === PLUS ? 2 : 1);
  if (from >= end || end - from > EXPONENT_DIGITS) return null;
  let exponent = 0;
  for (let position = from; position < end; position++) {
    if (!isDigit(bytes[position])) return null;
    exponent = exponent * 10 + bytes[position] - ZERO;
  }
  return isNegative ? -exponent : exponent;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} from
 * @param {number} to
 */
function isSpecial(bytes, from, to) {
  return to - from <= LONGEST_SPECIAL && SPECIAL.test(Buffer.from(bytes.subarray(from, to)).toString('latin1'));
}

/** @type {InRange} */
function isNumericInRange({ isZero, whole, scale }) {
  return scale <= NUMERIC_SCALE && (isZero || whole <= NUMERIC_WHOLE);
}

/** @type {InRange} */
function isDoubleInRange(decimal) {
  const { isZero } = decimal;
  const value = toNumber(decimal);
  return Number.isFinite(value) && (isZero || value !== 0);
}

/**
 * Where the double is halfway between two reals, it may be rounded twice: then this is stricter than Postgres.
 *
 * @type {InRange}
 */
function isRealInRange(decimal) {
  const { isZero } = decimal;
  const value = Math.fround(toNumber(decimal));
  return Number.isFinite(value) && (isZero || value !== 0);
}

/** @param {Decimal} decimal */
function toNumber({ bytes, from, to }) {
  return Number(Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1'));
}

/** Of at most 20 characters none is out of a real's range, which is from 1e-45 to 3e38. */
const SHORT = 20;
/** NUMERIC_WEIGHT_MAX and NUMERIC_DSCALE_MAX, in digits. */
const NUMERIC_WHOLE = 131_072;
const NUMERIC_SCALE = 16_383;
/** Postgres takes exponents up to half of what an int holds. */
const EXPONENT_DIGITS = 9;
const SPECIAL = /^(?:nan|[+-]?inf(?:inity)?)$/i;
const LONGEST_SPECIAL = 9;

const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const CAPITAL_E = 0x45;
const SMALL_E = 0x65;
