import { badDirectory } from '../archive/bad-directory.js';
import { quoteName } from '../printable.js';
import { readPaxRecords } from './pax-records.js';
import { padded } from './tar-header.js';
import { guardMetadataName, MetadataReader } from './tar-metadata.js';

/** @import { ForwardReader } from './forward-reader.js' */
/** @import { PaxHeader } from './pax-records.js' */
/** @import { TarHeader } from './tar-header.js' */

/**
 * What describes the next entry besides its own header.
 *
 * @typedef {object} Extensions
 * @property {PaxHeader | null} pax
 * @property {Buffer | null} longName GNU tar's.
 * @property {boolean} hasLongLink
 * @property {number} count How many headers there were that are no entries, also those that do not describe the next one.
 */

/**
 * Reads what follows a header that is no entry.
 *
 * @param {ForwardReader} reader
 * @param {TarHeader} header
 * @param {Extensions} extensions
 * @param {number} offset
 */
export async function readMetadata(reader, { type, size }, extensions, offset) {
  extensions.count += 1;
  const length = size ?? 0;
  if (length > MAX_METADATA_BYTES || extensions.count > MAX_METADATA) {
    throw badDirectory(
      `the tar header at byte ${offset} has too much metadata: ${length} bytes (limit: ${MAX_METADATA_BYTES}), ` +
        `${extensions.count} in a row (limit: ${MAX_METADATA})`,
    );
  }
  const isAgain =
    (type === LONG_NAME && extensions.longName !== null) ||
    (type === LONG_LINK && extensions.hasLongLink) ||
    (PAX.has(type) && extensions.pax !== null);
  if (isAgain) throw badDirectory(`the tar header at byte ${offset} repeats the one before it`);
  if (type === VOLUME && (length > 0 || isBegun(extensions))) {
    throw badDirectory(
      `the tar header at byte ${offset} names a volume, and has ${length} bytes or is behind metadata of an entry: ` +
        'programs differ in what they make of that',
    );
  }
  const metadata = new MetadataReader(reader, length, padded(length) - length);
  if (type === LONG_NAME) {
    guardMetadataName(length - 1, offset);
    extensions.longName = untilZero(await metadata.take(length));
  } else if (type === LONG_LINK) {
    extensions.hasLongLink = true;
  } else if (PAX.has(type)) {
    extensions.pax = await readPaxRecords(metadata, offset);
  } else if (type === PAX_GLOBAL) {
    const { notForAll } = await readPaxRecords(metadata, offset);
    if (notForAll !== null) {
      throw badDirectory(
        `the global pax header at byte ${offset} sets ${quoteName(notForAll)} for all entries, which is not supported`,
      );
    }
  }
  await metadata.end();
}

/**
 * @param {Extensions} extensions
 * @returns {boolean} Whether an entry must follow.
 */
export function isBegun({ pax, longName, hasLongLink }) {
  return pax !== null || longName !== null || hasLongLink;
}

/** @param {Buffer} bytes */
function untilZero(bytes) {
  const end = bytes.indexOf(0);
  return Buffer.from(end === -1 ? bytes : bytes.subarray(0, end));
}

const LONG_NAME = 'L';
const LONG_LINK = 'K';
const VOLUME = 'V';
const PAX_GLOBAL = 'g';
/** Of the next entry; `X` is Solaris's. */
const PAX = new Set(['x', 'X']);
export const METADATA = new Set([LONG_NAME, LONG_LINK, VOLUME, PAX_GLOBAL, ...PAX]);
/** Extended attributes may be large, and the list of a folder in an incremental backup. */
const MAX_METADATA_BYTES = 16 * 1024 ** 2;
/** One of each kind, and several global ones. */
const MAX_METADATA = 8;
