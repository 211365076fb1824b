import { BYTES, COUNT, check, checkMembers, isBytes, isObject, isText, list } from '../storage/shape.js';

/** @import { Rule } from '../storage/shape.js' */

/**
 * Checks the state of an `EntryList` that comes back from a checkpoint. Memory is taken by the number of entries, so it has to be
 * that of the bytes that are there. Names are guarded where they are used, as those of an archive are.
 *
 * @param {any} entries
 * @param {string} member Where it stands in the document.
 * @param {number} mostBytes How many bytes the entries lie in, if that is known.
 * @throws {import('../storage/shape.js').ShapeFault}
 */
export function checkEntries(entries, member, mostBytes = Number.MAX_SAFE_INTEGER) {
  checkMembers(entries, `${member}.`, ENTRIES);
  const { length, columns, errors } = entries;
  for (const [name, width] of Object.entries(WIDTHS)) {
    const isColumn = (/** @type {any} */ column) => isBytes(column) && column.length === length * width;
    check(columns[name], `${member}.columns.${name}`, isColumn, `${length} numbers`);
  }
  check(columns.names, `${member}.columns.names`, ...BYTES);
  const areEnds = (/** @type {Uint8Array} */ ends) => isAscending(numbersIn(ends), columns.names.length);
  check(columns.ends, `${member}.columns.ends`, areEnds, 'the ends of the names');
  const areRanges = (/** @type {Uint8Array} */ ranges) => areWithin(numbersIn(ranges), mostBytes);
  check(columns.ranges, `${member}.columns.ranges`, areRanges, 'the ranges of the entries');
  const areOfEntries = (/** @type {any[]} */ each) => each.every(([index]) => index < length);
  check(errors, `${member}.errors`, areOfEntries, 'errors of entries');
}

/**
 * @param {Uint8Array} column It may begin at any address.
 * @returns {Generator<number, void>}
 */
function* numbersIn(column) {
  const numbers = new Float64Array(1);
  const bytes = new Uint8Array(numbers.buffer);
  for (let start = 0; start < column.length; start += bytes.length) {
    bytes.set(column.subarray(start, start + bytes.length));
    yield numbers[0];
  }
}

/**
 * @param {Iterable<number>} ends
 * @param {number} most
 */
function isAscending(ends, most) {
  let before = 0;
  for (const end of ends) {
    if (!(Number.isSafeInteger(end) && end >= before)) return false;
    before = end;
  }
  return before <= most;
}

/**
 * @param {Iterable<number>} numbers Of each entry, where it starts and ends, and its compressed and inflated bytes.
 * @param {number} mostBytes
 */
function areWithin(numbers, mostBytes) {
  let place = 0;
  let start = 0;
  for (const number of numbers) {
    if (!(Number.isSafeInteger(number) && number >= 0)) return false;
    if (place === 0) start = number;
    if (place === 1 && (number < start || number > mostBytes)) return false;
    place = (place + 1) % RANGES;
  }
  return true;
}

/** @param {any} value */
function isError(value) {
  return Array.isArray(value) && COUNT[0](value[0]) && isText(value[1]) && isText(value[2]);
}

/** @type {Rule} Of entries, by their indices. */
export const ERRORS = list(isError, 'a list of errors');
/** @type {Record<string, Rule>} */
const ENTRIES = { length: COUNT, columns: [isObject, 'an object'], errors: ERRORS };
const RANGES = 4;
/** How many bytes an entry has in each column. */
const WIDTHS = { ends: 8, ranges: 8 * RANGES, checksums: 8, traits: 10 };
