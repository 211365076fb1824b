import { digitsEnd } from './digits.js';
import { withoutSpaceBefore, withoutSpaceBehind } from './space.js';

/** @import { Checker } from './column-types.js' */

/**
 * Integers as `pg_strtoint16`, `pg_strtoint32` and `pg_strtoint64` take them (src/backend/utils/adt/numutils.c): white space,
 * perhaps a sign, digits, white space. Postgres 16 also takes `0x1F` and `1_000`; 15 does not.
 *
 * @param {string} greatest The digits of the greatest value. The least one is one less than its negative.
 * @returns {Checker}
 */
function integersUpTo(greatest) {
  const limit = Buffer.from(greatest);
  const lowest = Buffer.from(String(BigInt(greatest) + 1n));
  const surelyFits = limit.length - 1;
  return (bytes, start, end) => {
    // Most values are a few digits, and nothing else.
    if (end - start <= surelyFits && end > start && digitsEnd(bytes, start, end) === end) return true;
    let from = withoutSpaceBefore(bytes, start, end);
    const to = withoutSpaceBehind(bytes, from, end);
    const isNegative = bytes[from] === MINUS;
    if (from < to && (isNegative || bytes[from] === PLUS)) from += 1;
    if (from === to || digitsEnd(bytes, from, to) !== to) return false;
    while (bytes[from] === ZERO && to - from > limit.length) from += 1;
    const last = isNegative ? lowest : limit;
    if (to - from !== last.length) return to - from < last.length;
    for (let index = 0; index < last.length; index++) {
      if (bytes[from + index] !== last[index]) return bytes[from + index] < last[index];
    }
    return true;
  };
}

export const isSmallint = integersUpTo('32767');
export const isInteger = integersUpTo('2147483647');
export const isBigint = integersUpTo('9223372036854775807');

const PLUS = 0x2b;
const MINUS = 0x2d;
const ZERO = 0x30;
