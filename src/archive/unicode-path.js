import { isAscii } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';
import { guardName, utf8Name } from './entry-name.js';
import { findExtraField, findExtraFields } from './extra-field.js';

/**
 * Reads the Info-ZIP Unicode path field (APPNOTE 4.6.9).
 *
 * @param {Buffer} extra
 * @param {Buffer} rawName The name in the header.
 * @returns {Buffer | null} The name, in UTF-8.
 */
export function readUnicodePath(extra, rawName) {
  const field = findExtraField(extra, UNICODE_PATH_FIELD);
  if (field === null || field.length <= PATH_START || isStale(field, rawName)) return null;
  //  0 - version of this field
  //  5 - name in UTF-8
  return field[0] === 1 ? field.subarray(PATH_START) : null;
}

/**
 * Whether a program that did not know the field has renamed the entry. Such a field is to be ignored.
 *
 * @param {Buffer} field
 * @param {Buffer} rawName
 */
function isStale(field, rawName) {
  //  1 - CRC-32 of the name in the header
  return field.length < PATH_START || field.readUInt32LE(1) !== crc32(rawName);
}

/**
 * Refuses an entry whose Unicode path is a different ASCII name. An ASCII name needs no such path, and readers differ
 * in which of the two names they use.
 *
 * @param {Buffer} extra
 * @param {Buffer} rawName
 * @returns {ArchiveError | null} `archive/header-mismatch`, `archive/unsafe-name`
 */
export function otherUnicodePath(extra, rawName) {
  const fields = findExtraFields(extra, UNICODE_PATH_FIELD);
  if (fields.length === 0) return null;
  const paths = fields.map(field => (isStale(field, rawName) ? rawName : field.subarray(PATH_START)));
  const [path = rawName, ...others] = paths;
  const other = others.findLast(each => !each.equals(path));
  if (other) {
    const [name, one, two] = [rawName, path, other].map(bytes => quoteName(bytes.toString()));
    const message = `entry ${name} has several Unicode paths, such as ${one} and ${two}; the archive was forged`;
    return new ArchiveError('archive/header-mismatch', message);
  }
  if (path.length === 0 || !isAscii(path) || path.equals(rawName)) return null;
  try {
    guardName(path.toString());
  } catch (error) {
    return /** @type {ArchiveError} */ (error);
  }
  return new ArchiveError(
    'archive/header-mismatch',
    `entry ${quoteName(rawName.toString('latin1'))} has another name, ${quoteName(path.toString())}, in its Unicode path; ` +
      'the archive was forged',
  );
}

/**
 * The names that programs may use for an entry with a Unicode path in ASCII, or with several: some use the first path, some
 * the last, some the name in the header; not all of them check the path's CRC-32.
 *
 * @param {Buffer} extra
 * @param {Buffer} rawName
 * @returns {string[]}
 */
export function namesBesides(extra, rawName) {
  const paths = findExtraFields(extra, UNICODE_PATH_FIELD).map(field => field.subarray(PATH_START));
  if (paths.length === 0 || (paths.length === 1 && !isAscii(paths[0]))) return [];
  const used = [...paths.slice(0, 1), ...paths.slice(-1)].filter(path => path.length > 0);
  return [rawName, ...used].map(utf8Name);
}

const UNICODE_PATH_FIELD = 0x7075;
const PATH_START = 5;
