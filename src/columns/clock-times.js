import { digitsEnd, twoDigits } from './digits.js';

/**
 * Seconds may be 60, as in a leap second; Postgres takes it for the next minute (datetime.c: `time_overflows`).
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} The position behind the time, or NONE.
 */
export function readTime(bytes, start, end) {
  if (end - start < 5 || bytes[start + 2] !== COLON) return NONE;
  const hour = twoDigits(bytes, start);
  const minute = twoDigits(bytes, start + 3);
  if (!(hour <= 24 && minute <= 59)) return NONE;
  let position = start + 5;
  let second = 0;
  let isWhole = true;
  if (position < end && bytes[position] === COLON) {
    if (end - position < 3) return NONE;
    second = twoDigits(bytes, position + 1);
    if (!(second <= 60)) return NONE;
    position += 3;
    if (position < end && bytes[position] === POINT) {
      const behind = digitsEnd(bytes, position + 1, end);
      if (behind === position + 1) return NONE;
      for (position += 1; position < behind; position++) isWhole &&= bytes[position] === ZERO;
    }
  }
  if (hour === 24 && (minute > 0 || second > 0 || !isWhole)) return NONE;
  return second < 60 || isWhole ? position : NONE;
}

/**
 * A zone, as `DecodeTimezone` takes it.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} The position behind the zone, or NONE.
 */
export function readZone(bytes, start, end) {
  const from = bytes[start] === SPACE ? start + 1 : start;
  const sign = bytes[from];
  if (sign !== PLUS && sign !== HYPHEN) return isUtc(bytes, from, end) ? end : NONE;
  const parts = ZONE.exec(Buffer.from(bytes.subarray(from + 1, end)).toString('latin1'));
  if (parts === null) return NONE;
  const [, hours, minutes = parts[4] ?? '0', seconds = '0'] = parts;
  return Number(hours) <= 15 && Number(minutes) <= 59 && Number(seconds) <= 59 ? end : NONE;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function isUtc(bytes, start, end) {
  if (end - start === 1) return (bytes[start] | LOWER_CASE) === SMALL_Z;
  return end - start === 3 && /^utc$/i.test(Buffer.from(bytes.subarray(start, end)).toString('latin1'));
}

const NONE = -1;
const ZONE = /^([0-9]{2})(?::([0-9]{2})(?::([0-9]{2}))?|([0-9]{2}))?$/;

const SPACE = 0x20;
const PLUS = 0x2b;
const HYPHEN = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
/** What an ASCII letter of the lower case has and one of the upper case lacks. */
const LOWER_CASE = 0x20;
const SMALL_Z = 0x7a;
