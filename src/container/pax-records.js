import { badDirectory } from '../archive/bad-directory.js';
import { guardMetadataName } from './tar-metadata.js';

/** @import { MetadataReader } from './tar-metadata.js' */

/**
 * What a pax header tells about its entries, as far as it matters here.
 *
 * @typedef {object} PaxHeader
 * @property {Buffer | null} path Null also for an empty value, which stands for that of the entry's own header.
 * @property {string | null} size
 * @property {boolean} isSparse
 * @property {string | null} notForAll The first key that a global header must not have: programs differ in what it does.
 */

/**
 * Reads the records of a pax header: `LENGTH KEY=VALUE\n`, the length being that of the whole record. Records that are not used,
 * such as extended attributes, are skipped in constant memory.
 *
 * @param {MetadataReader} reader
 * @param {number} offset Where the header is in the tar archive.
 * @returns {Promise<PaxHeader>} Of several records of one key, the last one counts.
 * @throws {ArchiveError} `archive/bad-directory`, `archive/truncated`
 */
export async function readPaxRecords(reader, offset) {
  /** @type {Map<string, Buffer>} */
  const values = new Map();
  const found = { isSparse: false, notForAll: /** @type {string | null} */ (null) };
  while (reader.left > 0) {
    const head = await reader.peek(MAX_HEAD_BYTES);
    const record = recordAt(head, reader.left);
    if (record === null) throw damaged(offset);
    const { key, valueStart, end } = record;
    await reader.pass(valueStart);
    const valueBytes = end - valueStart - 1;
    if (READ.has(key)) {
      guardMetadataName(valueBytes, offset);
      values.set(key, await reader.take(valueBytes));
    } else {
      await reader.pass(valueBytes);
    }
    if ((await reader.take(1))[0] !== 0x0a) throw damaged(offset);
    found.isSparse ||= SPARSE_KEY.test(key);
    if (NOT_FOR_ALL.test(key)) found.notForAll ??= key;
  }
  const given = (/** @type {string} */ key) => {
    const value = values.get(key);
    return value !== undefined && value.length > 0 ? value : null;
  };
  return {
    path: given('GNU.sparse.name') ?? given('path'),
    size: given('size')?.toString('latin1') ?? null,
    ...found,
  };
}

/**
 * @param {Buffer} head The beginning of a record.
 * @param {number} left How many bytes the header still has.
 * @returns {{ key: string, valueStart: number, end: number } | null} Null for a damaged one.
 */
function recordAt(head, left) {
  const space = head.indexOf(0x20);
  const digits = space === -1 ? '' : head.toString('latin1', 0, space);
  const end = /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : Number.NaN;
  const equals = head.indexOf(0x3d, space);
  const isSound = end <= left && equals > space + 1 && equals < end - 1;
  return isSound ? { key: head.toString('utf8', space + 1, equals), valueStart: equals + 1, end } : null;
}

/** @param {number} offset */
function damaged(offset) {
  return badDirectory(`the pax header at byte ${offset} is damaged`);
}

const READ = new Set(['path', 'size', 'GNU.sparse.name']);
/** Of GNU tar, star and Solaris. */
const SPARSE_KEY = /^(GNU\.sparse\..*|SCHILY\.realsize|SUN\.holesdata)$/s;
const NOT_FOR_ALL = /^(path|linkpath|size|hdrcharset|GNU\.sparse\..*|SCHILY\.realsize|SUN\.holesdata)$/s;
/** Length, key and `=`. The longest keys name extended attributes: 255 bytes, each of which may be encoded as three. */
const MAX_HEAD_BYTES = 1024;
