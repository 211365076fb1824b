import { isRealDate } from '../recipe/iso-time.js';

/**
 * Finds the formats, in the terms of the recipe's `dates`, in which all of a column's values are real dates. ISO 8601 is none
 * of them.
 *
 * @param {readonly string[]} values Trimmed and not empty; at least one.
 * @returns {{ type: 'date' | 'timestamp', formats: string[] } | null} Several formats if day and month cannot be told apart; null if no
 *   format fits all values.
 */
export function dateFormats(values) {
  if (!SHAPE.test(values[0])) return null;
  /** @type {string[]} */
  const parts = [];
  const spaces = new Set();
  /** @type {string[]} */
  const times = [];
  for (const value of values) {
    const { date, space = '', time = '' } = DATE_AND_TIME.exec(value)?.groups ?? {};
    if (date === undefined || !SHAPE.test(value)) return null;
    parts.push(date);
    spaces.add(space);
    times.push(time);
  }
  const time = TIMES.find(({ pattern }) => times.every(text => pattern.test(text)));
  if (time === undefined || spaces.size > 1) return null;
  const dates = LAYOUTS.map(layout => fittingFormat(parts, layout)).filter(format => format !== null);
  if (dates.length === 0) return null;
  const suffix = [...spaces][0] + time.format;
  return { type: suffix === '' ? 'date' : 'timestamp', formats: dates.map(format => format + suffix) };
}

/**
 * @param {string[]} dates
 * @param {Layout} layout
 * @returns {string | null}
 */
function fittingFormat(dates, { pattern, tokens }) {
  let separators = null;
  const isShort = { day: false, month: false };
  let isFullName = false;
  let isShortName = false;
  for (const date of dates) {
    const { year, month, day, name, one = '', two = '' } = pattern.exec(date)?.groups ?? {};
    if (day === undefined) return null;
    separators ??= [one, two];
    if (one !== separators[0] || two !== separators[1]) return null;
    const named = name === undefined ? 0 : monthOf(name);
    if (named === -1) return null;
    const fields = { year: fullYear(year), month: name === undefined ? Number(month) : named, day: Number(day) };
    if (fields.year === 0 || !isRealDate(fields)) return null;
    isShort.day ||= day.length === 1;
    isShort.month ||= month?.length === 1;
    isFullName ||= name !== undefined && name.length > 3;
    isShortName ||= name !== undefined && name.length === 3 && name.toLowerCase() !== 'may';
  }
  if (separators === null || (isFullName && isShortName)) return null;
  return tokens
    .replace('1', separators[0])
    .replace('2', separators[1])
    .replace('DD', isShort.day ? 'D' : 'DD')
    .replace('MM', isShort.month ? 'M' : 'MM')
    .replace('NAME', isFullName ? 'MMMM' : 'MMM');
}

/** @param {string} name */
function monthOf(name) {
  const lower = name.toLowerCase();
  return MONTHS.findIndex(month => month === lower || month.slice(0, 3) === lower) + 1 || -1;
}

/** @param {string} year With two digits as POSIX has it. */
function fullYear(year) {
  const number = Number(year);
  return year.length === 2 ? number + (number < 69 ? 2000 : 1900) : number;
}

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december'],
];

/** What any date looks like, so that other values cost little. */
const SHAPE = /^[\d\p{L}][\d\p{L} ./,:-]{5,40}$/u;
const DATE_AND_TIME = /^(?<date>.*?)(?:(?<space>[ T]|, )(?<time>\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp][Mm])?))?$/;

/** @type {{ format: string, pattern: RegExp }[]} */
const TIMES = [
  { format: '', pattern: /^$/ },
  { format: 'HH:mm', pattern: /^(?:[01]\d|2[0-3]):[0-5]\d$/ },
  { format: 'HH:mm:ss', pattern: /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/ },
  { format: 'H:mm', pattern: /^(?:[01]?\d|2[0-3]):[0-5]\d$/ },
  { format: 'H:mm:ss', pattern: /^(?:[01]?\d|2[0-3]):[0-5]\d:[0-5]\d$/ },
  { format: 'h:mm A', pattern: /^(?:0?[1-9]|1[0-2]):[0-5]\d [AaPp][Mm]$/ },
  { format: 'h:mm:ss A', pattern: /^(?:0?[1-9]|1[0-2]):[0-5]\d:[0-5]\d [AaPp][Mm]$/ },
  { format: 'h:mmA', pattern: /^(?:0?[1-9]|1[0-2]):[0-5]\d[AaPp][Mm]$/ },
];

/**
 * The orders in which a date is written. In `tokens`, 1 and 2 stand for what is between the parts.
 *
 * @typedef {{ pattern: RegExp, tokens: string }} Layout
 *
 * @type {Layout[]}
 */
const LAYOUTS = [
  { pattern: /^(?<day>\d{1,2})(?<one>[./-])(?<month>\d{1,2})(?<two>\k<one>)(?<year>\d{4})$/, tokens: 'DD1MM2YYYY' },
  { pattern: /^(?<month>\d{1,2})(?<one>[./-])(?<day>\d{1,2})(?<two>\k<one>)(?<year>\d{4})$/, tokens: 'MM1DD2YYYY' },
  // Short years only where versions (1.2.10) cannot be meant.
  { pattern: /^(?<day>\d{2})(?<one>[./-])(?<month>\d{2})(?<two>\k<one>)(?<year>\d{2})$/, tokens: 'DD1MM2YY' },
  { pattern: /^(?<month>\d{2})(?<one>[./-])(?<day>\d{2})(?<two>\k<one>)(?<year>\d{2})$/, tokens: 'MM1DD2YY' },
  { pattern: /^(?<year>\d{4})(?<one>[./-])(?<month>\d{1,2})(?<two>\k<one>)(?<day>\d{1,2})$/, tokens: 'YYYY1MM2DD' },
  { pattern: /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/, tokens: 'YYYYMMDD' },
  {
    pattern: /^(?<day>\d{1,2})(?<one>[ -]|\. )(?<name>\p{L}{3,9})(?<two>[ -])(?<year>\d{4})$/u,
    tokens: 'DD1NAME2YYYY',
  },
  { pattern: /^(?<day>\d{1,2})(?<one>[ -])(?<name>\p{L}{3,9})(?<two>[ -])(?<year>\d{2})$/u, tokens: 'DD1NAME2YY' },
  { pattern: /^(?<name>\p{L}{3,9})(?<one> )(?<day>\d{1,2})(?<two>,? )(?<year>\d{4})$/u, tokens: 'NAME1DD2YYYY' },
];
