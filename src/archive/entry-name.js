import { isAscii, isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';
import { decode437, decoderOf } from './name-charset.js';

/**
 * An entry's name as text, with `/` between its parts, without empty and `.` parts. `fault`: why the bytes may stand for a different text.
 *
 * @typedef {{ name: string, fault: string | null }} ReadName
 */

/**
 * Reads entries' names (APPNOTE 4.4.17 and appendix D). A name is UTF-8 if its flag says so, or if its bytes are valid
 * UTF-8 beyond ASCII: many tools omit the flag, and text in another charset is hardly ever valid UTF-8.
 *
 * @param {string | null} charset The charset of all other names, from the recipe's `entryNames`. null means code page
 *   437, APPNOTE's default.
 * @param {(bytes: Buffer) => void} [onDoubtful] Called with each name that is read as code page 437 for want of anything better.
 * @returns {(bytes: Buffer, isFlagged: boolean) => ReadName}
 */
export function nameReader(charset, onDoubtful = () => {}) {
  const decodeOther = otherDecoder(charset);
  return (bytes, isFlagged) => {
    if (isFlagged || (isUtf8(bytes) && (charset === null || !isAscii(bytes))))
      return { name: utf8Name(bytes), fault: null };
    if (charset === null) onDoubtful(bytes);
    const text = decodeOther(bytes);
    if (text !== null) return { name: withSlashes(text), fault: null };
    const fault = charset === null ? HALF_A_CHARACTER : notInCharset(charset);
    return { name: decode437(bytes), fault };
  };
}

/**
 * Reads names of formats without a charset of their own, in which a backslash is no separator: a name is UTF-8, or in the
 * recipe's charset.
 *
 * @param {string | null} charset
 * @returns {(bytes: Buffer) => ReadName}
 */
export function plainNameReader(charset) {
  const decodeOther = charset === null ? null : otherDecoder(charset);
  return bytes => {
    if (isUtf8(bytes) && (decodeOther === null || !isAscii(bytes)))
      return { name: plainPath(bytes.toString('utf8')), fault: null };
    const text = decodeOther?.(bytes) ?? null;
    if (text !== null) return { name: plainPath(text), fault: null };
    const fault =
      charset === null
        ? 'is not UTF-8; name its charset at the top of the recipe, as in "entryNames": "shift_jis"'
        : notInCharset(charset);
    return { name: decode437(bytes), fault };
  };
}

/**
 * @param {Buffer} bytes
 * @returns {string}
 */
export function utf8Name(bytes) {
  return withSlashes(bytes.toString('utf8'));
}

/** @param {string} charset */
function notInCharset(charset) {
  return `is not valid in "${charset}", which the recipe's "entryNames" says it is in`;
}

/**
 * Tools on Windows write backslashes as separators. They are replaced in the text, not in the bytes, where 0x5C may be
 * half of a character.
 *
 * @param {string} text
 */
function withSlashes(text) {
  return plainPath(text.replaceAll('\\', '/'));
}

/**
 * Drops empty parts and `.` from a name, as every reader does. The slash at the end of a folder's name stays, and so does
 * the one that makes a name absolute.
 *
 * @param {string} name
 * @returns {string} `./` for the folder in which everything else is.
 */
function plainPath(name) {
  if (name.startsWith('/') || !DROPPED_PART.test(name)) return name;
  const path = name
    .split('/')
    .filter(part => part !== '' && part !== '.')
    .join('/');
  if (!name.endsWith('/')) return path;
  return path === '' ? './' : `${path}/`;
}

/**
 * @param {string | null} charset
 * @returns {(bytes: Buffer) => string | null} null for bytes that may not be in that charset.
 */
function otherDecoder(charset) {
  if (charset === null)
    return bytes => (HIGH_BYTE_AND_BACKSLASH.test(bytes.toString('latin1')) ? null : decode437(bytes));
  return decoderOf(charset);
}

/**
 * Refuses names whose output would be outside the archive's output folder.
 *
 * @param {string} name With `/` between its parts.
 * @param {string} [what] What the message calls it.
 * @throws {ArchiveError} `archive/unsafe-name`
 */
export function guardName(name, what = 'entry') {
  const reason = unsafe(name);
  if (reason !== null) throw unsafeName(name, reason, what);
}

/**
 * @param {string} name
 * @param {string} reason
 * @param {string} [what]
 */
export function unsafeName(name, reason, what = 'entry') {
  return new ArchiveError('archive/unsafe-name', `${what} ${quoteName(name)}: its name ${reason}`);
}

/**
 * @param {string} name
 * @returns {string | null}
 */
function unsafe(name) {
  if (name === '') return 'is empty';
  if (/[\u0000-\u001f\u007f]/.test(name)) return 'holds a control character';
  if (name.includes('\ufffd') || !name.isWellFormed()) return 'is not valid UTF-8';
  if (name.includes('\\')) return 'holds a backslash, which is a separator on some systems';
  if (name.startsWith('/')) return 'is absolute';
  if (/^[a-z]:/i.test(name)) return 'begins with a drive letter';
  const part = name.split('/').find(candidate => candidate === '' || candidate === '.' || candidate === '..');
  if (part !== undefined) return part === '' ? 'has an empty part' : `has a part "${part}"`;
  if (VMS_VERSION.test(name))
    return `ends like the version of a file on VMS: unzip writes ${quoteName(withoutVersion(name))}`;
  const bytes = Buffer.byteLength(name);
  return bytes > MAX_NAME_BYTES ? `is ${bytes} bytes long (limit: ${MAX_NAME_BYTES})` : null;
}

/**
 * A checksum by which the names in the directory and in the local header are compared. IZArc writes backslashes into one and
 * slashes into the other; they count as one.
 *
 * @param {Buffer} bytes
 * @returns {number}
 */
export function nameChecksum(bytes) {
  return crc32(bytes.includes(BACKSLASH) ? bytes.map(byte => (byte === BACKSLASH ? SLASH : byte)) : bytes);
}

/** @param {string} name */
export function withoutVersion(name) {
  return name.replace(VMS_VERSION, '');
}

const DROPPED_PART = /(^|\/)\.?\/|(^|\/)\.$/;
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const VMS_VERSION = /;\d*$/;
const HALF_A_CHARACTER =
  'is in an unknown charset: its byte 0x5C, behind one beyond ASCII, is a backslash or half a character; name the charset ' +
  'at the top of the recipe, as in "entryNames": "shift_jis", or "cp437" where it is a backslash';
const HIGH_BYTE_AND_BACKSLASH = /[\u0080-\u00ff]\\/;

/** An S3 key's limit. */
const MAX_NAME_BYTES = 1024;
