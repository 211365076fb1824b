import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';

/**
 * An entry's name as text (APPNOTE 4.4.17 and appendix D): UTF-8 where its flag says so, or where a Unix or macOS
 * system made the entry and the bytes are UTF-8, as such tools leave the flag out; code page 437 otherwise.
 *
 * @param {Buffer} bytes
 * @param {{ isUtf8: boolean, madeBy: number }} entry `madeBy`: the upper byte of "version made by".
 * @returns {string}
 */
export function decodeName(bytes, { isUtf8, madeBy }) {
  if (isUtf8) return bytes.toString('utf8');
  if ((madeBy === MADE_BY_UNIX || madeBy === MADE_BY_MACOS) && isValidUtf8(bytes)) return bytes.toString('utf8');
  let name = '';
  for (const byte of bytes) name += byte < 0x80 ? String.fromCharCode(byte) : CODE_PAGE_437[byte - 0x80];
  return name;
}

/**
 * Refuses names that would land somewhere else than beneath the archive's own place, or nowhere.
 *
 * @param {string} name With `/` between its parts.
 * @param {string} [what] For the message.
 * @throws {ArchiveError} `archive/unsafe-name`
 */
export function guardName(name, what = 'entry') {
  const reason = unsafe(name);
  if (reason === null) return;
  throw new ArchiveError('archive/unsafe-name', `${what} ${quoteName(name)}: its name ${reason}`);
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
  const bytes = Buffer.byteLength(name);
  return bytes > MAX_NAME_BYTES ? `is ${bytes} bytes long (limit: ${MAX_NAME_BYTES})` : null;
}

/** @param {Buffer} bytes */
function isValidUtf8(bytes) {
  return bytes.equals(Buffer.from(bytes.toString('utf8')));
}

const MADE_BY_UNIX = 3;
const MADE_BY_MACOS = 19;

/** An S3 key's limit. */
const MAX_NAME_BYTES = 1024;

// The upper half of code page 437, from 0x80, as Unicode's vendor mapping CP437.TXT has it.
const CODE_PAGE_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
