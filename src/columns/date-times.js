import { readTime, readZone } from './clock-times.js';
import { digitsEnd, numberOf, twoDigits } from './digits.js';
import { isSpace, withoutSpaceBefore, withoutSpaceBehind } from './space.js';

/*
 * Dates and times in ISO 8601, which `date_in`, `time_in`, `timestamp_in` and `timestamptz_in` take whatever `DateStyle` is
 * (src/backend/utils/adt/datetime.c: ParseDateTime, DecodeDateTime). They take much more, and read it as their settings say
 * (`01/02/2024`), or drop what a type has no room for (the zone of a `timestamp`, the time of a `date`): that is refused here.
 */

/**
 * `2024-01-31`, `20240131`, years of more digits, `0044-03-15 BC`; `infinity` and `-infinity`.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
export function isDate(bytes, start, end) {
  if (isPlainDate(bytes, start, end)) return true;
  const from = withoutSpaceBefore(bytes, start, end);
  const to = withoutSpaceBehind(bytes, from, end);
  if (to - from > LONGEST) return false;
  const behindEra = beforeEra(bytes, from, to);
  const behind = readDate(bytes, from, behindEra, { isBc: behindEra < to, lastYear: LAST_YEAR_OF_DATES });
  return behind === behindEra || isInfinity(bytes, from, to);
}

/**
 * `12:34`, `12:34:56`, `12:34:56.789`; the ends of a day (`24:00:00`) and of a minute (`12:34:60`).
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
export function isTime(bytes, start, end) {
  const from = withoutSpaceBefore(bytes, start, end);
  const to = withoutSpaceBehind(bytes, from, end);
  return to - from <= LONGEST && readTime(bytes, from, to) === to;
}

/**
 * A date, or a date and a time with `T` or a space between them.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
export function isTimestamp(bytes, start, end) {
  return isDateTime(bytes, start, end, false);
}

/**
 * The same, perhaps with a zone behind the time: `Z`, `UTC`, `+02`, `+02:00`, `+0200` or `+02:00:00`, up to 15:59:59.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
export function isTimestamptz(bytes, start, end) {
  return isDateTime(bytes, start, end, true);
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {boolean} mayHaveZone
 */
function isDateTime(bytes, start, end, mayHaveZone) {
  const from = withoutSpaceBefore(bytes, start, end);
  const to = withoutSpaceBehind(bytes, from, end);
  if (to - from > LONGEST) return false;
  const behindEra = beforeEra(bytes, from, to);
  const date = readDate(bytes, from, behindEra, { isBc: behindEra < to, lastYear: LAST_YEAR_OF_TIMESTAMPS });
  if (date === NONE) return isInfinity(bytes, from, to);
  if (date === behindEra) return true;
  if (bytes[date] !== SPACE && (bytes[date] | LOWER_CASE) !== SMALL_T) return false;
  const time = readTime(bytes, date + 1, behindEra);
  if (time === NONE) return false;
  return time === behindEra || (mayHaveZone && readZone(bytes, time, behindEra) === behindEra);
}

/**
 * Whether a value is a date as most columns hold them: `2024-01-31`, up to a 28th or the end of the month.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function isPlainDate(bytes, start, end) {
  return end - start === 10 && readDate(bytes, start, end, AD) === end;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {{ isBc: boolean, lastYear: number }} era
 * @returns {number} The position behind the date, or NONE.
 */
function readDate(bytes, start, end, { isBc, lastYear }) {
  const behindYear = digitsEnd(bytes, start, end);
  const digits = behindYear - start;
  if (digits === 8 && behindYear === end && !isBc) {
    // The basic format. Behind it, Postgres would take a time for a part of the date.
    const [year, month] = [behindYear - 4, behindYear - 2];
    return isRealDate(numberOf(bytes, start, year), twoDigits(bytes, year), twoDigits(bytes, month), isBc)
      ? behindYear
      : NONE;
  }
  if (digits < 4 || digits > 7 || end - behindYear < 6) return NONE;
  if (bytes[behindYear] !== HYPHEN || bytes[behindYear + 3] !== HYPHEN) return NONE;
  const year = numberOf(bytes, start, behindYear);
  const [month, day] = [twoDigits(bytes, behindYear + 1), twoDigits(bytes, behindYear + 4)];
  if (year > (isBc ? FIRST_YEAR_BC : lastYear) || !isRealDate(year, month, day, isBc)) return NONE;
  // A zone, or rounding, may lead into the year after the last one.
  if (year === LAST_YEAR_OF_TIMESTAMPS && lastYear === year && month === 12 && day === 31) return NONE;
  return behindYear + 6;
}

/**
 * @param {number} year From 1. The year 1 BC is the year 0 of ISO 8601, a leap year.
 * @param {number} month
 * @param {number} day
 * @param {boolean} isBc
 */
function isRealDate(year, month, day, isBc) {
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1)) return false;
  if (day <= 28) return true;
  if (month !== 2) return day <= DAYS[month - 1];
  const counted = isBc ? year - 1 : year;
  return day === 29 && counted % 4 === 0 && (counted % 100 !== 0 || counted % 400 === 0);
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} Where the value ends in front of ` BC`; `end` if it has none.
 */
function beforeEra(bytes, start, end) {
  if (end - start < 8 || (bytes[end - 1] | LOWER_CASE) !== SMALL_C || (bytes[end - 2] | LOWER_CASE) !== SMALL_B)
    return end;
  return isSpace(bytes[end - 3]) ? withoutSpaceBehind(bytes, start, end - 3) : end;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function isInfinity(bytes, start, end) {
  return end - start <= 9 && /^-?infinity$/i.test(Buffer.from(bytes.subarray(start, end)).toString('latin1'));
}

const NONE = -1;

/** Postgres' documentation, table 8.9, though it takes a few weeks of the year before too. */
const FIRST_YEAR_BC = 4713;
const LAST_YEAR_OF_DATES = 5_874_897;
const LAST_YEAR_OF_TIMESTAMPS = 294_276;
const AD = { isBc: false, lastYear: LAST_YEAR_OF_DATES };
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Postgres copies a value into 128 bytes (MAXDATELEN). */
const LONGEST = 64;

const SPACE = 0x20;
const HYPHEN = 0x2d;
/** What an ASCII letter of the lower case has and one of the upper case lacks. */
const LOWER_CASE = 0x20;
const SMALL_B = 0x62;
const SMALL_C = 0x63;
const SMALL_T = 0x74;
