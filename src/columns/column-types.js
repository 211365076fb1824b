import { isBoolean } from './boolean.js';
import { isDate, isTime, isTimestamp, isTimestamptz } from './date-times.js';
import { isBigint, isInteger, isSmallint } from './integers.js';
import { isJson, isJsonb } from './json.js';
import { isDoublePrecision, isNumeric, isReal } from './numbers.js';
import { isUuid } from './uuid.js';

/**
 * Whether the value in a range of bytes, which is not empty, is one that Postgres 15 and later takes for a type.
 * @typedef {(bytes: Uint8Array, start: number, end: number) => boolean} Checker
 */

/**
 * The checker of each type that a value may not fit. `text` takes anything, so it has none.
 *
 * @satisfies {Record<string, Checker>}
 */
export const CHECKERS = {
  boolean: isBoolean,
  smallint: isSmallint,
  integer: isInteger,
  bigint: isBigint,
  numeric: isNumeric,
  real: isReal,
  'double precision': isDoublePrecision,
  date: isDate,
  time: isTime,
  timestamp: isTimestamp,
  timestamptz: isTimestamptz,
  uuid: isUuid,
  json: isJson,
  jsonb: isJsonb,
};
