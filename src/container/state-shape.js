import { checkReader, DECRYPTION, VERIFIED } from '../engine/state-shape.js';
import { COUNT, check, checkMembers, isObject, isText, list, optional } from '../storage/shape.js';

/** @import { Rule } from '../storage/shape.js' */
/** @import { NestedState } from './nested-archive.js' */

/* The shape of what an earlier turn has found out about an archive, which comes back from a checkpoint. */

/**
 * @param {any} state
 * @param {string} member Where it stands in the document.
 * @param {boolean} [mayBeNested]
 * @throws {import('../storage/shape.js').ShapeFault | RangeError}
 */
export function checkContainer(state, member, mayBeNested = true) {
  check(state, member, isObject, 'an object');
  if (state.kind === 'tar') {
    checkMembers(state, `${member}.`, { position: COUNT });
    checkListing(state.listing, `${member}.listing`);
  } else if (state.kind === 'gzip') {
    checkMembers(state, `${member}.`, { bytes: COUNT });
    checkInflated(state.inflated, `${member}.inflated`);
    checkEntries(state.entries, `${member}.entries`);
  } else if (state.kind === 'gzip-begun') {
    checkMembers(state.pass, `${member}.pass.`, PASS);
    checkPoint(state.pass.at, `${member}.pass.at`);
    checkPoints(state.pass.points, `${member}.pass.points`);
    if (state.listing !== null) checkListing(state.listing, `${member}.listing`);
  } else {
    check(state.kind, `${member}.kind`, kind => kind === 'nested' && mayBeNested, 'a kind of archive');
    checkNested(state, member);
  }
}

/**
 * Whether a nested archive's state is of an archive with so many entries, and no archive in it is in itself.
 *
 * @param {NestedState} state Of the right shape.
 * @param {number} ownEntries The outermost archive's.
 */
export function fitsEntries({ inner: { archives, inflated }, listing: { firsts, entries, begun } }, ownEntries) {
  const total = ownEntries + entries.length;
  return (
    archives.length === firsts.length &&
    (firsts.length === 0 ? entries.length === 0 : firsts[0] === ownEntries) &&
    firsts.every((first, position) => first >= (firsts[position - 1] ?? 0) && first <= total) &&
    archives.every(({ index }, position) => index < firsts[position]) &&
    inflated.every(([number]) => number <= archives.length) &&
    (begun === null || begun.index < total)
  );
}

/**
 * @param {any} state
 * @param {string} member
 */
function checkNested(state, member) {
  const { outermost, inner, listing } = state;
  if (outermost !== null) checkContainer(outermost, `${member}.outermost`, false);
  checkMembers(inner, `${member}.inner.`, INNER);
  for (const archive of inner.archives) checkMembers(archive, `${member}.inner.archives[].`, ARCHIVE);
  for (const [, states] of inner.inflated) {
    for (const each of states) checkInflated(each, `${member}.inner.inflated[]`);
  }
  checkMembers(listing, `${member}.listing.`, INNER_LISTING);
  checkEntries(listing.entries, `${member}.listing.entries`);
  checkMembers(listing.counts, `${member}.listing.counts.`, COUNTS);
  const { begun } = listing;
  if (begun === null) return;
  checkMembers(begun, `${member}.listing.begun.`, { index: COUNT });
  if (begun.at !== null) checkPoint(begun.at, `${member}.listing.begun.at`);
  checkInflated(begun.inflated, `${member}.listing.begun.inflated`);
  if (begun.container !== null) checkContainer(begun.container, `${member}.listing.begun.container`, false);
}

/**
 * @param {any} listing
 * @param {string} member
 */
function checkListing(listing, member) {
  checkMembers(listing, `${member}.`, LISTING);
  checkEntries(listing.entries, `${member}.entries`);
  if (listing.current === null) return;
  checkEntries(listing.current, `${member}.current`);
  check(listing.current.length, `${member}.current.length`, length => length === 1, '1');
}

/**
 * Memory is taken by the number of entries, so it has to be that of the bytes that are there. Names are guarded where they are
 * used, as those of an archive are.
 *
 * @param {any} entries
 * @param {string} member
 */
function checkEntries(entries, member) {
  checkMembers(entries, `${member}.`, ENTRIES);
  const { length, columns, errors } = entries;
  for (const [name, width] of Object.entries(WIDTHS)) {
    check(
      columns[name],
      `${member}.columns.${name}`,
      column => isBytes(column) && column.length === length * width,
      'a column',
    );
  }
  check(columns.names, `${member}.columns.names`, isBytes, 'bytes');
  check(
    endsOf(columns.ends),
    `${member}.columns.ends`,
    ends => isAscending(ends, columns.names.length),
    'the ends of the names',
  );
  check(endsOf(columns.ranges), `${member}.columns.ranges`, areRanges, 'the ranges of the entries');
  check(
    errors,
    `${member}.errors`,
    each => each.every((/** @type {any} */ error) => error[0] < length),
    'errors of entries',
  );
}

/**
 * @param {Uint8Array} column It may begin at any address.
 * @returns {Generator<number, void>}
 */
function* endsOf(column) {
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

/** @param {Iterable<number>} numbers Of each entry, where it starts and ends, and its compressed and inflated bytes. */
function areRanges(numbers) {
  for (const number of numbers) if (!(Number.isSafeInteger(number) && number >= 0)) return false;
  return true;
}

/**
 * @param {any} inflated
 * @param {string} member
 */
function checkInflated(inflated, member) {
  check(inflated, member, isObject, 'an object');
  if (inflated.spacing !== undefined || inflated.points !== undefined) checkPoints(inflated, member);
  check(inflated.recent ?? [], `${member}.recent`, list(isObject, '')[0], 'a list of places');
  for (const point of inflated.recent ?? []) checkPoint(point, `${member}.recent[]`);
}

/**
 * @param {any} points
 * @param {string} member
 */
function checkPoints(points, member) {
  checkMembers(points, `${member}.`, POINTS);
  for (const point of points.points) checkPoint(point, `${member}.points[]`);
}

/**
 * @param {any} point Of a gzip file, or of an entry.
 * @param {string} member
 */
function checkPoint(point, member) {
  checkMembers(point, `${member}.`, { offset: COUNT });
  const isOfGzip = point.deflateStart !== undefined;
  if (isOfGzip) checkMembers(point, `${member}.`, { deflateStart: COUNT });
  const name = isOfGzip ? 'member' : 'verified';
  checkMembers(point[name], `${member}.${name}.`, VERIFIED);
  if (!isOfGzip || point.reader !== null) checkReader(point.reader, `${member}.reader`);
  if (point.decryption != null) checkMembers(point.decryption, `${member}.decryption.`, DECRYPTION);
}

/** @param {unknown} value */
function isBytes(value) {
  return value instanceof Uint8Array;
}

/** @param {any} value */
function isError(value) {
  return (
    Array.isArray(value) && Number.isSafeInteger(value[0]) && value[0] >= 0 && isText(value[1]) && isText(value[2])
  );
}

/** @param {any} value */
function isStates(value) {
  return Array.isArray(value) && COUNT[0](value[0]) && Array.isArray(value[1]);
}

/** @type {Rule} */
const ERRORS = list(isError, 'a list of errors');
/** @type {Record<string, Rule>} */
const ENTRIES = { length: COUNT, columns: [isObject, 'an object'], errors: ERRORS };
/** How many bytes an entry has in each column. */
const WIDTHS = { ends: 8, ranges: 32, checksums: 8, traits: 10 };
/** @type {Record<string, Rule>} */
const LISTING = { crc32: VERIFIED.crc32, isDone: [value => typeof value === 'boolean', 'true or false'] };
/** @type {Record<string, Rule>} */
const PASS = { fresh: [isBytes, 'bytes'], crc32: VERIFIED.crc32, name: optional([isBytes, 'bytes'], null) };
/** @type {Record<string, Rule>} */
const POINTS = {
  spacing: [value => Number.isSafeInteger(value) && value > 0, 'a number of bytes'],
  points: list(isObject, 'a list of places'),
};
/** @type {Record<string, Rule>} */
const INNER = { archives: list(isObject, 'a list of archives'), inflated: list(isStates, 'a list of states') };
/** @type {Record<string, Rule>} */
const ARCHIVE = {
  index: COUNT,
  kind: [value => ['zip', 'tar', 'gzip'].includes(value), 'a kind of archive'],
  bytes: COUNT,
};
/** @type {Record<string, Rule>} */
const INNER_LISTING = { firsts: list(COUNT[0], 'a list of numbers'), refused: ERRORS };
/** @type {Rule} */
const WHOLE = [Number.isSafeInteger, 'a whole number'];
/** @type {Record<string, Rule>} */
const COUNTS = { compressedBytes: WHOLE, bytes: WHOLE, root: WHOLE, rootBytes: WHOLE };
