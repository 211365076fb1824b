import { parseDateFormat } from '../../recipe/date-format.js';
import { isRealDate } from '../../recipe/iso-time.js';
import { createFixedReader } from './fixed-dates.js';

/** @import { DatePart, DateToken } from '../../recipe/date-format.js' */
/** @import { DateReader } from '../plan/field-plan.js' */

/**
 * Reads dates in a format, and writes them as `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm:ss` if the format has a time.
 *
 * @param {string} from The format, such as `DD.MM.YYYY`.
 * @returns {DateReader} For values that are not empty. `stays`: the value is already as it would be written.
 */
export function createDateReader(from) {
  const parts = parseDateFormat(from);
  const tokens = parts.flatMap(part => ('token' in part ? part.token : []));
  const hasTime = tokens.some(token => HOUR_TOKENS.has(token));
  const format = new RegExp(`^${parts.map(patternOf).join('')}$`);
  const written = hasTime ? ISO_DATE_TIME : ISO_DATE;
  const readFixed = createFixedReader(parts);
  /** @type {DateReader} */
  const read = value => {
    const fixed = readFixed === null ? null : readFixed(value);
    if (fixed !== null) return fixed;
    if (value.length > MAX_BYTES) return 'unparsed';
    const text = value.toString('latin1');
    const groups = format.exec(text)?.groups;
    const iso = groups === undefined ? null : isoOf(groups, hasTime);
    if (iso !== null) return iso === text ? 'stays' : Buffer.from(iso, 'latin1');
    const [, year, month, day] = written.exec(text) ?? [];
    return isReal(Number(year), Number(month), Number(day)) ? 'stays' : 'unparsed';
  };
  return readFixed === null ? read : Object.assign(read, { fixed: readFixed.fixed });
}

/**
 * @param {DatePart} part
 * @returns {string} A regular expression over bytes.
 */
function patternOf(part) {
  if ('token' in part) return `(?<${GROUPS[part.token]}>${PATTERNS[part.token]})`;
  return Buffer.from(part.text)
    .toString('latin1')
    .replace(/[^0-9A-Za-z ]/g, '\\$&');
}

/**
 * @param {{ [name: string]: string | undefined }} groups
 * @param {boolean} hasTime
 * @returns {string | null} Null if no such day exists.
 */
function isoOf(groups, hasTime) {
  const year = groups.year === undefined ? fullYear(Number(groups.shortYear)) : Number(groups.year);
  const month = groups.name === undefined ? Number(groups.month) : monthNamed(groups.name);
  const day = Number(groups.day);
  if (!isReal(year, month, day)) return null;
  const date = `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
  if (!hasTime) return date;
  const hour = groups.hour ?? twoDigits((Number(groups.shortHour) % 12) + (/^p/i.test(groups.half ?? '') ? 12 : 0));
  return `${date}T${hour.padStart(2, '0')}:${groups.minute ?? '00'}:${groups.second ?? '00'}`;
}

/**
 * Two digits of a year as POSIX's `strptime` takes them.
 *
 * @param {number} year
 */
function fullYear(year) {
  return year + (year < 69 ? 2000 : 1900);
}

/** @param {string} name In any case. */
function monthNamed(name) {
  const beginning = name.slice(0, 3).toLowerCase();
  return MONTHS.findIndex(month => month.startsWith(beginning)) + 1;
}

/**
 * @param {number} year There is no year 0, though ISO 8601 has one: it stands for missing dates, and databases refuse it.
 * @param {number} month
 * @param {number} day
 */
function isReal(year, month, day) {
  return year > 0 && isRealDate({ year, month, day });
}

/** @param {number} number */
function twoDigits(number) {
  return number < 10 ? `0${number}` : String(number);
}

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

/** @type {Record<DateToken, string>} */
const PATTERNS = {
  YYYY: '[0-9]{4}',
  YY: '[0-9]{2}',
  MMMM: `(?i:${MONTHS.join('|')})`,
  MMM: `(?i:${MONTHS.map(name => name.slice(0, 3)).join('|')})`,
  MM: '[0-9]{2}',
  M: '[0-9]{1,2}',
  DD: '[0-9]{2}',
  D: '[0-9]{1,2}',
  HH: '[01][0-9]|2[0-3]',
  H: '2[0-3]|[01]?[0-9]',
  hh: '0[1-9]|1[0-2]',
  h: '1[0-2]|0?[1-9]',
  mm: '[0-5][0-9]',
  ss: '[0-5][0-9]',
  A: '(?i:[ap]m)',
};

/** @type {Record<DateToken, string>} */
const GROUPS = {
  ...{ YYYY: 'year', YY: 'shortYear' },
  ...{ MMMM: 'name', MMM: 'name', MM: 'month', M: 'month' },
  ...{ DD: 'day', D: 'day' },
  ...{ HH: 'hour', H: 'hour', hh: 'shortHour', h: 'shortHour' },
  ...{ mm: 'minute', ss: 'second', A: 'half' },
};

/** @type {Set<DateToken>} A format with any token of a time has one of these. */
const HOUR_TOKENS = new Set(['HH', 'H', 'hh', 'h']);

const ISO_DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const ISO_DATE_TIME = /^([0-9]{4})-([0-9]{2})-([0-9]{2})T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$/;

/** No date is longer: a format has at most 100 characters of up to four bytes each, and one name of a month. */
const MAX_BYTES = 500;
