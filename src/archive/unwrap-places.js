import { buffer } from 'node:stream/consumers';
import { quoteName } from '../printable.js';
import { badDirectory } from './bad-directory.js';
import { DESCRIPTOR_FLAG, STORED } from './entry.js';
import { HAS_DESCRIPTOR } from './entry-flags.js';
import { findWraps } from './find-wraps.js';
import { DESCRIPTOR_BYTES, isNameOf, LOCAL_HEADER_BYTES } from './local-header.js';
import { MODULUS } from './modulus.js';
import { DESCRIPTOR_SIGNATURE, LOCAL_HEADER_SIGNATURE } from './signatures.js';

/** @import { Entry } from './entry.js' */
/** @import { EntryList } from './entry-list.js' */
/** @import { ByteSource } from './read-ahead.js' */

/**
 * Finds the places and compressed sizes of the entries of an archive whose directory has both modulo 4 GiB only. The entries
 * follow one another without a gap, from the first byte to the directory, so that the offsets alone tell all but how often 4 GiB
 * were left out, and in which entries. For that, local headers are looked for. Only one answer may fit.
 *
 * @param {EntryList} entries In the directory's order, which is that of their bytes. Gets their places and sizes.
 * @param {number} end Where the directory begins, in the source.
 * @param {ByteSource} source
 * @throws {ArchiveError | StorageError} `archive/bad-directory`
 */
export async function unwrapPlaces(entries, end, source) {
  const { places, extras, most } = leastPlaces(entries, end);
  const last = entries.length;

  /**
   * Whether an entry's local header stands there, behind the data descriptor of the entry before it.
   *
   * @type {import('./find-wraps.js').Fits}
   */
  const fits = async (index, wraps) => {
    const place = places[index] + wraps * MODULUS;
    const before = index > 0 && entries.hasFlag(index - 1, HAS_DESCRIPTOR) ? DESCRIPTOR_BYTES : 0;
    const entry = index === last ? null : entries.get(index);
    const length = entry === null ? 0 : LOCAL_HEADER_BYTES + entry.nameBytes;
    if (place + length > end) return false;
    const bytes = await buffer(source.read(place - before, place + length));
    if (before > 0 && !isDescriptorOf(entries.get(index - 1), bytes)) return false;
    if (entry === null) return true;
    return isHeaderOf(entry, bytes.subarray(before), extras[index], entries.hasFlag(index, HAS_DESCRIPTOR));
  };

  const areEndsRight = (await fits(0, 0)) && (await fits(last, most));
  const wraps = areEndsRight ? await findWraps(last, most, fits) : 'none';
  if (typeof wraps === 'string') throw notUnwrapped(wraps, most);
  for (let index = 0; index < last; index++) {
    const { bytes, compressedBytes, method } = entries.get(index);
    const whole = compressedBytes + (wraps[index + 1] - wraps[index]) * MODULUS;
    entries.setPlace(index, places[index] + wraps[index] * MODULUS, whole);
    if (method === STORED && bytes === compressedBytes) entries.setSize(index, whole);
  }
}

/**
 * @param {EntryList} entries
 * @param {number} end
 * @returns {{ places: Float64Array, extras: Uint16Array, most: number }} `places`: where each entry begins at least, and where the
 *   last one ends; `extras`: how long the extra fields of their local headers are; `most`: how often 4 GiB are left out.
 */
function leastPlaces(entries, end) {
  const places = new Float64Array(entries.length + 1);
  const extras = new Uint16Array(entries.length);
  for (let index = 0; index < entries.length; index++) {
    const { name, nameBytes, compressedBytes } = entries.get(index);
    const least =
      LOCAL_HEADER_BYTES +
      nameBytes +
      compressedBytes +
      (entries.hasFlag(index, HAS_DESCRIPTOR) ? DESCRIPTOR_BYTES : 0);
    const offset = entries.startOf(index);
    const next = index + 1 < entries.length ? entries.startOf(index + 1) : end;
    const extra = (((next - offset - least) % MODULUS) + MODULUS) % MODULUS;
    if (extra > 0xffff || (index === 0 && offset !== 0)) throw notPacked(name, extra);
    extras[index] = extra;
    places[index + 1] = places[index] + least + extra;
  }
  const most = (end - places[entries.length]) / MODULUS;
  if (most < 0) throw notPacked(entries.names.get(entries.length - 1), -most * MODULUS);
  return { places, extras, most };
}

/**
 * @param {Entry} entry
 * @param {Buffer} bytes As many as its local header has, without its extra field.
 * @param {number} extraBytes
 * @param {boolean} hasDescriptor
 */
function isHeaderOf(entry, bytes, extraBytes, hasDescriptor) {
  if (bytes.length < LOCAL_HEADER_BYTES || bytes.readUInt32LE(0) !== LOCAL_HEADER_SIGNATURE) return false;
  //  6 - general purpose bit flags
  if (((bytes.readUInt16LE(6) & DESCRIPTOR_FLAG) !== 0) !== hasDescriptor) return false;
  //  8 - compression method
  // 26 - length of the name
  // 28 - length of the extra field
  if (bytes.readUInt16LE(8) !== entry.method || bytes.readUInt16LE(28) !== extraBytes) return false;
  return bytes.readUInt16LE(26) === entry.nameBytes && isNameOf(entry, bytes.subarray(LOCAL_HEADER_BYTES));
}

/**
 * @param {Entry} entry Its sizes are those of the directory, modulo 4 GiB.
 * @param {Buffer} bytes
 */
function isDescriptorOf({ crc32, compressedBytes, bytes: size }, bytes) {
  if (bytes.length < DESCRIPTOR_BYTES || bytes.readUInt32LE(0) !== DESCRIPTOR_SIGNATURE) return false;
  //  4 - CRC-32
  //  8 - compressed size
  // 12 - uncompressed size
  return (
    bytes.readUInt32LE(4) === crc32 && bytes.readUInt32LE(8) === compressedBytes && bytes.readUInt32LE(12) === size
  );
}

/**
 * @param {string} name
 * @param {number} gap
 */
function notPacked(name, gap) {
  return badDirectory(
    `${WHAT}, and its entries do not follow one another: ${gap} bytes too many stand behind entry ${quoteName(name)}; ` +
      'it was changed or damaged: zip it again, as in "zip -r new.zip folder"',
  );
}

/**
 * @param {'none' | 'several'} answers
 * @param {number} most
 */
function notUnwrapped(answers, most) {
  const why =
    answers === 'several'
      ? `its entries can be divided in more than one way, as ${most} times 4 GiB are left out; it is ambiguous`
      : `its local headers are not where its entries would be, with ${most} times 4 GiB left out; it was cut or damaged`;
  return badDirectory(`${WHAT}, and ${why}: zip it again, as in "zip -r new.zip folder"`);
}

const WHAT =
  "the archive is larger than 4 GiB and was made by macOS's Archive Utility or ditto, which write sizes and offsets modulo 4 GiB";
