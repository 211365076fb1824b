/**
 * A decimal number, exact however long it is: `0.<digits> × 10^magnitude`, times the sign.
 *
 * @typedef {object} Decimal
 * @property {-1 | 0 | 1} sign
 * @property {string} digits Without zeros at either end; empty for zero.
 * @property {number} magnitude
 */

/**
 * Reads a decimal number: perhaps a sign, digits, perhaps a fraction, perhaps an exponent of at most nine digits.
 *
 * @param {string} text
 * @returns {Decimal | null} Null if the text is anything else.
 */
export function parseDecimal(text) {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = match[4] ?? '', , exponent = '0'] = match;
  const all = whole + fraction;
  let start = 0;
  while (all[start] === '0') start++;
  let end = all.length;
  while (end > start && all[end - 1] === '0') end--;
  if (start === end) return ZERO;
  return {
    sign: sign === '-' ? -1 : 1,
    digits: all.slice(start, end),
    magnitude: whole.length - start + Number(exponent),
  };
}

/**
 * @param {Decimal} a
 * @param {Decimal} b
 * @returns {number} Negative if `a` is less, 0 if both are equal, positive if `a` is greater.
 */
export function compareDecimals(a, b) {
  if (a.sign !== b.sign) return a.sign - b.sign;
  if (a.magnitude !== b.magnitude) return a.magnitude < b.magnitude ? -a.sign : a.sign;
  if (a.digits === b.digits) return 0;
  // Without zeros at the end, what begins like the other and is longer is also the greater one.
  return a.digits < b.digits ? -a.sign : a.sign;
}

const DECIMAL = /^([+-]?)(?:([0-9]+)(?:\.([0-9]*))?|\.([0-9]+))(?:[eE]([+-]?0*[0-9]{1,9}))?$/;

/** @type {Decimal} */
const ZERO = Object.freeze({ sign: 0, digits: '', magnitude: 0 });
