/**
 * Reads a date or a date with a time as ISO 8601 has them: `2026-01-31`, `2026-01-31T12:00`, `2026-01-31 12:00:00.123Z`,
 * `2026-01-31T12:00+02:00`. Without a zone it is UTC.
 *
 * @param {string} text
 * @returns {bigint | null} Nanoseconds since 1970; null if the text is anything else, or no such day exists.
 */
export function parseIsoTime(text) {
  const match = ISO_TIME.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  if (!isRealDate(date)) return null;
  const offset = offsetOf(zone);
  if (offset === null) return null;
  const time = { ...date, hour: Number(hour), minute: Number(minute) - offset, second: Number(second) };
  return timeOf(time) + BigInt(fraction.padEnd(9, '0'));
}

/**
 * @param {{ year: number, month: number, day: number }} date `month` and `day` count from 1.
 * @returns {boolean}
 */
export function isRealDate({ year, month, day }) {
  if (month < 1 || month > 12 || day < 1) return false;
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 && isLeapYear ? 29 : Number(DAYS[month - 1]));
}

/**
 * @param {{ year: number, month: number, day: number, hour?: number, minute?: number, second?: number }} time In UTC.
 * @returns {bigint} Nanoseconds since 1970.
 */
function timeOf({ year, month, day, hour = 0, minute = 0, second = 0 }) {
  // Not `Date.UTC`, for which the year 26 is 1926.
  const days = new Date(0).setUTCFullYear(year, month - 1, day);
  return BigInt(days + ((hour * 60 + minute) * 60 + second) * 1000) * 1_000_000n;
}

/**
 * @param {string} zone
 * @returns {number | null} Minutes.
 */
function offsetOf(zone) {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2)) * (zone.length > 3 ? 1 : 0);
  if (hours > 23 || minutes > 59) return null;
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes);
}

const ISO_TIME =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]([01][0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9])(?:\.([0-9]{1,9}))?)?(Z|[+-][0-9]{2}(?::?[0-9]{2})?)?)?$/;

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
