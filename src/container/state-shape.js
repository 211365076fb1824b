import { checkEntries, ERRORS } from '../archive/entry-list-shape.js';
import {
  BOOLEAN,
  BYTES,
  CHARSET,
  COUNT,
  CRC32,
  check,
  checkMembers,
  isObject,
  list,
  optional,
  TEXT,
} from '../storage/shape.js';
import { checkInflated, checkPoint, checkPoints } from './seek-point-shape.js';

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
    checkEntries(state.entries, `${member}.entries`, state.bytes);
  } else if (state.kind === 'gzip-begun') {
    checkMembers(state.pass, `${member}.pass.`, PASS);
    checkPoint(state.pass.at, `${member}.pass.at`);
    const isInflated = (/** @type {Uint8Array} */ fresh) => fresh.length <= state.pass.at.offset;
    check(state.pass.fresh, `${member}.pass.fresh`, isInflated, 'the last inflated bytes');
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
export function fitsEntries({ inner: { archives, inflated }, listing }, ownEntries) {
  const { firsts, entries, begun, refused } = listing;
  const total = ownEntries + entries.length;
  return (
    archives.length === firsts.length &&
    (firsts.length === 0 ? entries.length === 0 : firsts[0] === ownEntries) &&
    firsts.every((first, position) => first >= (firsts[position - 1] ?? 0) && first <= total) &&
    archives.every(({ index }, position) => index < firsts[position]) &&
    inflated.every(([number]) => number <= archives.length) &&
    refused.every(([index]) => index < ownEntries) &&
    (begun === null || begun.index < total)
  );
}

/**
 * @param {any} state
 * @param {string} member
 */
function checkNested(state, member) {
  const { outermost, inner, listing } = state;
  checkMembers(state, `${member}.`, NESTED);
  if (outermost !== null) checkContainer(outermost, `${member}.outermost`, false);
  checkMembers(inner, `${member}.inner.`, INNER);
  for (const archive of inner.archives) checkMembers(archive, `${member}.inner.archives[].`, ARCHIVE);
  for (const [, states] of inner.inflated) {
    for (const each of states) checkInflated(each, `${member}.inner.inflated[]`);
  }
  checkMembers(listing, `${member}.listing.`, INNER_LISTING);
  checkEntries(listing.entries, `${member}.listing.entries`);
  checkMembers(listing.counts, `${member}.listing.counts.`, COUNTS);
  const { begun, namesLike = null } = listing;
  if (namesLike !== null) checkMembers(namesLike, `${member}.listing.namesLike.`, { charset: CHARSET, example: TEXT });
  if (begun === null) return;
  checkMembers(begun, `${member}.listing.begun.`, { index: COUNT, isVerified: BOOLEAN });
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

/** @param {any} value */
function isStates(value) {
  return Array.isArray(value) && COUNT[0](value[0]) && Array.isArray(value[1]);
}

/** @type {Record<string, Rule>} */
const LISTING = { crc32: CRC32, isDone: BOOLEAN };
/** @type {Record<string, Rule>} */
const PASS = { fresh: BYTES, crc32: CRC32, name: optional(BYTES, null) };
/** @type {Record<string, Rule>} */
const NESTED = { isSecret: BOOLEAN, hadPassword: optional(BOOLEAN) };
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
