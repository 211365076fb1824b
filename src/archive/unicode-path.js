import { isAscii } from 'node:buffer';
import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';
import { guardName, utf8Name } from './entry-name.js';
import { findExtraField, findExtraFields } from './extra-field.js';

/**
 * The Info-ZIP Unicode path field (APPNOTE 4.6.9), which counts as long as it belongs to the name in the header.
 *
 * @param {Buffer} extra
 * @param {number} nameCrc32
 * @returns {Buffer | null} The name, in UTF-8.
 */
export function readUnicodePath(extra, nameCrc32) {
  const field = findExtraField(extra, UNICODE_PATH_FIELD);
  if (field === null || field.length <= 5 || field[0] !== 1 || field.readUInt32LE(1) !== nameCrc32) return null;
  return field.subarray(5);
}

/**
 * A name in ASCII needs no Unicode path. Where there is one that differs, readers differ in which of the two they take,
 * and not all of them ask whether it belongs to the name.
 *
 * @param {Buffer} extra
 * @param {Buffer} rawName
 * @returns {ArchiveError | null} `archive/header-mismatch`, `archive/unsafe-name`
 */
export function otherUnicodePath(extra, rawName) {
  const [first, ...others] = findExtraFields(extra, UNICODE_PATH_FIELD);
  const other = others.findLast(each => !each.equals(first));
  if (other) {
    const [name, one, two] = [rawName, first.subarray(5), other.subarray(5)].map(bytes => quoteName(bytes.toString()));
    const message = `entry ${name} has several Unicode paths, such as ${one} and ${two}; the archive was forged`;
    return new ArchiveError('archive/header-mismatch', message);
  }
  const path = first?.subarray(5) ?? null;
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
 * The names that programs may take where the Unicode path is another name: some take the first path, some the last, and
 * some none.
 *
 * @param {Buffer} extra
 * @param {Buffer} rawName
 * @returns {string[]}
 */
export function namesBesides(extra, rawName) {
  if (otherUnicodePath(extra, rawName) === null) return [];
  const paths = [...findExtraFields(extra, UNICODE_PATH_FIELD)].map(field => field.subarray(5));
  return [rawName, ...paths.slice(0, 1), ...paths.slice(-1)].map(utf8Name);
}

const UNICODE_PATH_FIELD = 0x7075;
