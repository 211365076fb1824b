import { DEFLATED, DESCRIPTOR_FLAG, STORED } from './entry.js';
import { findExtraField } from './extra-field.js';
import { DIRECTORY_HEADER_BYTES } from './locate-directory.js';
import { MODULUS } from './modulus.js';

/** @import { EntryList } from './entry-list.js' */

/**
 * How much a header of the directory looks like one of macOS's Archive Utility and `ditto`: not at all, not unlike it, or like
 * no other program's.
 *
 * @typedef {null | 'possible' | 'sure'} MacMark
 */

/**
 * Reads from a header of the directory (APPNOTE 4.3.12) whether macOS's own programs have written it. They write version 2.0 or
 * 2.1 for Unix, no zip64 field and no comment, and the owner in a field `UX` or `ux`.
 *
 * @param {Buffer} header All of it.
 * @returns {MacMark}
 */
export function macMark(header) {
  //  4 - version made by
  const [version, system] = header.subarray(4, 6);
  //  6 - version needed to extract
  const needed = header.readUInt16LE(6);
  //  8 - general purpose bit flags
  const flags = header.readUInt16LE(8);
  // 10 - compression method
  const method = header.readUInt16LE(10);
  // 32 - length of the comment
  const comment = header.readUInt16LE(32);
  const isPossible = system === UNIX && (version === 20 || version === 21) && needed <= 20 && comment === 0;
  if (!isPossible || (flags & ~KNOWN_FLAGS) !== 0 || (method !== STORED && method !== DEFLATED)) return null;
  const nameEnd = DIRECTORY_HEADER_BYTES + header.readUInt16LE(28);
  const extra = header.subarray(nameEnd, nameEnd + header.readUInt16LE(30));
  if (findExtraField(extra, ZIP64_FIELD) !== null) return null;
  const isOwned = OWNER_FIELDS.some(id => findExtraField(extra, id) !== null);
  const isMetadata = header.toString('latin1', DIRECTORY_HEADER_BYTES, nameEnd).startsWith('__MACOSX/');
  return version === 21 || isOwned || isMetadata ? 'sure' : 'possible';
}

/** Whether all headers of a directory, so far, are those of a Mac's own programs. */
export class MacMarks {
  #isPossible = true;
  #isSure = false;

  /** @param {Buffer} header All of it. */
  add(header) {
    if (!this.#isPossible) return;
    const mark = macMark(header);
    this.#isPossible = mark !== null;
    this.#isSure ||= mark === 'sure';
  }

  /** Before the first header, too. */
  get isPossible() {
    return this.#isPossible;
  }

  get isMac() {
    return this.#isPossible && this.#isSure;
  }
}

/**
 * Notes of which entries the inflated size is known modulo 4 GiB only: all that can inflate to 4 GiB more than declared. As long as
 * an entry would inflate to less than it is compressed to, it does have 4 GiB more.
 *
 * @param {EntryList} entries Of an archive that a Mac has made.
 * @param {boolean} isPacked Whether something else is known modulo a power of two: then no byte may stand between two entries.
 */
export function noteUnknownSizes(entries, isPacked) {
  for (let index = 0; index < entries.length; index++) {
    const { method, bytes, compressedBytes } = entries.get(index);
    const most = MAX_DEFLATE_RATIO * compressedBytes;
    const isModulo = method === DEFLATED && bytes + MODULUS <= most;
    if (!isModulo && !isPacked) continue;
    const lacking = Math.max(0, compressedBytes / MAX_DEFLATE_GROWTH - MAX_DEFLATE_GROWTH_BYTES - bytes);
    const more = isModulo ? Math.ceil(lacking / MODULUS) * MODULUS : 0;
    entries.setSize(index, bytes + more, { isModulo, isPacked });
  }
}

const UNIX = 3;
/** General purpose bits: a data descriptor, a name in UTF-8, and how hard deflate has tried. */
const KNOWN_FLAGS = DESCRIPTOR_FLAG | (1 << 11) | 0b110;
const ZIP64_FIELD = 0x0001;
/** `UX` of Info-ZIP's oldest programs, and `ux` of its newer ones. */
const OWNER_FIELDS = [0x5855, 0x7875];
/** RFC 1951: 258 bytes from two bits. */
const MAX_DEFLATE_RATIO = 1032;
/** What zlib makes of bytes that cannot be compressed. */
const MAX_DEFLATE_GROWTH = 1.001;
const MAX_DEFLATE_GROWTH_BYTES = 64;
