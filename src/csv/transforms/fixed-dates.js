import { isRealDate } from '../../recipe/iso-time.js';

/** @import { DatePart } from '../../recipe/date-format.js' */
/** @import { FixedDate } from '../plan/field-plan.js' */

/**
 * Reads dates whose format has a fixed width, such as `DD.MM.YYYY`: byte by byte, which takes a fraction of the time of a
 * regular expression.
 *
 * @param {DatePart[]} parts
 * @returns {(((value: Buffer) => Buffer | 'stays' | null) & { fixed: FixedDate }) | null} null for another format. The reader
 *   returns null if a value is no date in this format.
 */
export function createFixedReader(parts) {
  const starts = { YYYY: 0, MM: 0, DD: 0 };
  /** @type {number[]} Of `text`, in the value. */
  const positions = [];
  /** @type {number[]} */
  const text = [];
  let width = 0;
  for (const part of parts) {
    if ('token' in part) {
      const { token } = part;
      if (token !== 'YYYY' && token !== 'MM' && token !== 'DD') return null;
      starts[token] = width;
      width += token.length;
    } else {
      for (const byte of Buffer.from(part.text)) {
        positions.push(width);
        text.push(byte);
        width += 1;
      }
    }
  }
  const { YYYY, MM, DD } = starts;
  const isIso = parts.map(part => ('token' in part ? part.token : part.text)).join('') === 'YYYY-MM-DD';
  /** @param {Buffer} value */
  const read = value => {
    if (value.length !== width) return null;
    for (let index = 0; index < text.length; index++) if (value[positions[index]] !== text[index]) return null;
    const year = twoDigits(value, YYYY) * 100 + twoDigits(value, YYYY + 2);
    const month = twoDigits(value, MM);
    const day = twoDigits(value, DD);
    // As for other formats, there is no year 0. NaN is not greater.
    if (!(year > 0 && month > 0 && day > 0) || !isRealDate({ year, month, day })) return null;
    if (isIso) return 'stays';
    const iso = Buffer.allocUnsafe(10);
    for (let index = 0; index < 4; index++) iso[index] = value[YYYY + index];
    iso[4] = HYPHEN;
    iso[5] = value[MM];
    iso[6] = value[MM + 1];
    iso[7] = HYPHEN;
    iso[8] = value[DD];
    iso[9] = value[DD + 1];
    return iso;
  };
  const fixed = {
    width,
    year: YYYY,
    month: MM,
    day: DD,
    text: text.map((byte, at) => ({ byte, position: positions[at] })),
  };
  return Object.assign(read, { fixed });
}

/**
 * @param {Buffer} value
 * @param {number} position
 * @returns {number} NaN if they are no digits.
 */
function twoDigits(value, position) {
  const tens = value[position] - ZERO;
  const ones = value[position + 1] - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

const ZERO = 0x30;
const HYPHEN = 0x2d;
