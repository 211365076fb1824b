import { ServeError } from '../serve-error.js';
import { shortened } from './cursor.js';

/**
 * Which rows are asked for, counted from 0: those that both the parameters and the header want.
 *
 * @param {{ limit: string | null, offset: string | null, header: string | null }} given `header`: `Range: 0-9`, or `Range: 10-`.
 * @returns {{ limit: number | null, offset: number }}
 * @throws {ServeError} 400, 416
 */
export function readRange({ limit, offset, header }) {
  const count = limit === null ? null : readNumber('limit', limit);
  const start = offset === null ? 0 : readNumber('offset', offset);
  const range = header === null ? null : HEADER.exec(header);
  if (range === null) return { limit: count, offset: start };
  const first = rowNumber(range[1]);
  const last = range[2] === '' ? Number.POSITIVE_INFINITY : rowNumber(range[2]);
  if (first > last) {
    throw outOfRange('The lower boundary must be lower than or equal to the upper boundary in the Range header.');
  }
  const from = Math.max(first, start);
  const to = Math.min(last, count === null ? last : start + count - 1);
  // Nothing is not out of range where nothing was asked for.
  if (from > to && count !== 0) throw outOfRange('The Range header and the limit and offset have no row in common.');
  return { limit: to === Number.POSITIVE_INFINITY ? null : Math.max(to - from + 1, 0), offset: from };
}

/**
 * @param {'limit' | 'offset'} name
 * @param {string} text
 */
function readNumber(name, text) {
  if (/^-\d+$/.test(text)) {
    if (name === 'limit') throw outOfRange('Limit should be greater than or equal to zero.');
    return 0;
  }
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number;
  throw new ServeError(400, 'PGRST100', `${name}=${shortened(text)} is not a number of rows`, {
    hint: `${name} is a whole number, at most ${Number.MAX_SAFE_INTEGER}`,
  });
}

/** @param {string} digits */
function rowNumber(digits) {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}

/** @param {string} details */
function outOfRange(details) {
  return new ServeError(416, 'PGRST103', 'Requested range not satisfiable', { details });
}

/** Every other Range, such as one of bytes, is none for this service, and is passed over as HTTP has it. */
const HEADER = /^(\d+)-(\d*)$/;
