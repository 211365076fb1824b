import { isRealDate } from '../recipe/iso-time.js';
import { dateFormats } from './date-formats.js';

/**
 * One of the recipe's column types that can be told from values alone. Narrower ones (`smallint`, `real`, `jsonb`) are never
 * guessed.
 *
 * @typedef {'text' | 'boolean' | 'integer' | 'bigint' | 'numeric' | 'double precision' | 'date' | 'time' | 'timestamp' |
 *   'timestamptz' | 'uuid' | 'json'} ColumnType
 *
 * @typedef {object} GuessedType
 * @property {ColumnType} type
 * @property {string[]} formats How dates are written where that is not ISO 8601, in the terms of the recipe's `dates`. There are two
 *   if every day could be a month; otherwise there is one, or none.
 */

/**
 * Guesses a column's type: the narrowest that all its values fit. A few documented cases are `text` to lose nothing: leading
 * zeros (zip codes), a plus sign before many digits (phone numbers), and single letters or `yes` without its opposite.
 *
 * @param {readonly string[]} values Trimmed. Empty ones do not count.
 * @returns {GuessedType}
 */
export function guessType(values) {
  const filled = values.filter(value => value !== '');
  if (filled.length === 0) return TEXT;
  if (isBoolean(filled)) return plain('boolean');
  // Before integers, which they are too.
  const isCompact = filled.length >= MIN_COMPACT_DATES && filled.every(value => COMPACT_DATE.test(value));
  const compact = isCompact ? dateFormats(filled) : null;
  if (compact !== null) return compact;
  const found = SHAPES.find(({ fits }) => filled.every(fits));
  if (found !== undefined) return plain(found.type);
  return COMPACT_DATE.test(filled[0]) ? TEXT : (dateFormats(filled) ?? TEXT);
}

/**
 * `true` and `false` are booleans for certain. Other words are so only where both of a pair occur: `no` may be Norway, and `f`
 * female. 0 and 1 are integers.
 *
 * @param {string[]} values
 */
function isBoolean(values) {
  const words = new Set();
  for (const value of values) {
    if (value.length > 'false'.length) return false;
    words.add(value.toLowerCase());
    if (words.size > 2) return false;
  }
  return BOOLEANS.some(
    pair => [...words].every(word => pair.includes(word)) && (words.size === 2 || pair === BOOLEANS[0]),
  );
}

/** @param {ColumnType} type */
function plain(type) {
  return { type, formats: [] };
}

/** @param {string} value */
function isDouble(value) {
  if (!isNumber(value)) return false;
  const number = Number(value);
  // Postgres refuses what a double cannot hold.
  return Number.isFinite(number) && (number !== 0 || !/[1-9]/.test(value.split(/e/i)[0]));
}

/** @param {string} value */
function isNumber(value) {
  return value.length <= MAX_NUMBER_LENGTH && NUMBER.test(value) && !LONG_WITH_PLUS.test(value);
}

/**
 * @param {bigint} limit
 * @returns {(value: string) => boolean}
 */
function isIntegerBelow(limit) {
  return value => {
    if (value.length > MAX_BIGINT_LENGTH || !INTEGER.test(value) || LONG_WITH_PLUS.test(value)) return false;
    const number = BigInt(value.replace('+', ''));
    return -limit <= number && number < limit;
  };
}

/** @param {string} value */
function isIsoDate(value) {
  const [year = 0, month = 0, day = 0] = ISO_DATE.exec(value)?.slice(1).map(Number) ?? [];
  // Postgres has no year 0.
  return year > 0 && isRealDate({ year, month, day });
}

/**
 * @param {RegExp} time
 * @returns {(value: string) => boolean} A date alone is also a point in time.
 */
function isIsoTimestamp(time) {
  return value => isIsoDate(value.slice(0, 10)) && (value.length === 10 || time.test(value.slice(10)));
}

/** @param {string} value */
function isJson(value) {
  if (!/^[[{]/.test(value)) return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** @type {GuessedType} */
const TEXT = Object.freeze({ type: 'text', formats: [] });

const BOOLEANS = [
  ['true', 'false'],
  ['t', 'f'],
  ['yes', 'no'],
  ['y', 'n'],
  ['on', 'off'],
];

// Fewer eight-digit numbers may happen to be dates.
const MIN_COMPACT_DATES = 3;
const COMPACT_DATE = /^(?:19|20)\d{6}$/;

const INTEGER = /^[-+]?(?:0|[1-9]\d*)$/;
const DECIMAL = /^[-+]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)$/;
const NUMBER = /^[-+]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,5})?$/;
const LONG_WITH_PLUS = /^\+\d{7}/;
const MAX_BIGINT_LENGTH = 20;
const MAX_NUMBER_LENGTH = 1000;

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?';

/** @type {{ type: ColumnType, fits: (value: string) => boolean }[]} From narrow to wide. */
const SHAPES = [
  { type: 'integer', fits: isIntegerBelow(2n ** 31n) },
  { type: 'bigint', fits: isIntegerBelow(2n ** 63n) },
  { type: 'numeric', fits: value => isNumber(value) && DECIMAL.test(value) },
  { type: 'double precision', fits: isDouble },
  { type: 'date', fits: isIsoDate },
  { type: 'time', fits: value => /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?$/.test(value) },
  { type: 'timestamp', fits: isIsoTimestamp(new RegExp(`^[T ]${CLOCK}$`)) },
  { type: 'timestamptz', fits: isIsoTimestamp(new RegExp(`^[T ]${CLOCK} ?(?:Z|[-+]\\d{2}(?::?\\d{2})?)?$`)) },
  { type: 'uuid', fits: value => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value) },
  { type: 'json', fits: isJson },
];
