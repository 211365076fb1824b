import { isAscii } from 'node:buffer';
import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';
import { guardName, utf8Name } from './entry-name.js';
import { findExtraField, findExtraFields } from './extra-field.js';

/**
 * Reads the Info-ZIP Unicode path field (APPNOTE 4.6.9). It counts only if its CRC-32 matches the name in the header.
 *
 * @param {Buffer} extra
 * @param {number} nameCrc32
 * @returns {Buffer | null} The name, in UTF-8.
 */
export function readUnicodePath(extra, nameCrc32) {
  const field = findExtraField(extra, UNICODE_PATH_FIELD);
  if (field === null || field.length <= PATH_START) return null;
  //  0 - version of this field
  if (field[0] !== 1) return null;
  //  1 - CRC-32 of the name in the header
  if (field.readUInt32LE(1) !== nameCrc32) return null;
  //  5 - name in UTF-8
  return field.subarray(PATH_START);
}

/**
 * Refuses an entry whose Unicode path is a different ASCII name. An ASCII name needs no such path, and readers differ
 * in which of the two names they use; not all of them check the path's CRC-32.
 *
 * @param {Buffer} extra
 * @param {Buffer} rawName
 * @returns {ArchiveError | null} `archive/header-mismatch`, `archive/unsafe-name`
 */
export function otherUnicodePath(extra, rawName) {
  const [first, ...others] = findExtraFields(extra, UNICODE_PATH_FIELD);
  const other = others.findLast(each => !each.equals(first));
  if (other) {
    const names = [rawName, first.subarray(PATH_START), other.subarray(PATH_START)];
    const [name, one, two] = names.map(bytes => quoteName(bytes.toString()));
    const message = `entry ${name} has several Unicode paths, such as ${one} and ${two}; the archive was forged`;
    return new ArchiveError('archive/header-mismatch', message);
  }
  const path = first?.subarray(PATH_START) ?? null;
  if (path === null || path.length === 0 || !isAscii(path) || path.equals(rawName)) return null;
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
 * The names that programs may use for an entry that `otherUnicodePath` refuses: some use the first path, some the last,
 * some the name in the header.
 *
 * @param {Buffer} extra
 * @param {Buffer} rawName
 * @returns {string[]}
 */
export function namesBesides(extra, rawName) {
  if (otherUnicodePath(extra, rawName) === null) return [];
  const paths = [...findExtraFields(extra, UNICODE_PATH_FIELD)].map(field => field.subarray(PATH_START));
  return [rawName, ...paths.slice(0, 1), ...paths.slice(-1)].map(utf8Name);
}

const UNICODE_PATH_FIELD = 0x7075;
const PATH_START = 5;
