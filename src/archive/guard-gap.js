import { quoteName } from '../printable.js';
import { promptReadable } from '../streams/prompt-readable.js';
import { badDirectory } from './bad-directory.js';
import { DESCRIPTOR_FLAG } from './entry.js';
import { LOCAL_HEADER_BYTES, localHeaderLength, localNameEnd } from './local-header.js';
import { LOCAL_HEADER_SIGNATURE } from './signatures.js';

/** @import { Readable } from 'node:stream' */
/** @import { Entry } from './entry.js' */
/** @import { EntryReader } from './entry-reader.js' */
/** @import { Directory } from './find-directory.js' */
/** @import { ByteSource } from './read-ahead.js' */

/**
 * Looks for an unlisted entry between the end of the entry being read and the next one.
 *
 * @param {Entry} entry
 * @param {Readable} raw The entry's bytes.
 * @param {EntryReader} reader The reader that returned `raw`.
 * @param {Pick<Directory, 'tail'>} directory
 * @param {ByteSource} source
 * @returns {Readable} The same bytes. Fails at their end with `archive/bad-directory` if there is such an entry.
 */
export function guardGap(entry, raw, reader, { tail }, source) {
  const leastEnd = entry.start + LOCAL_HEADER_BYTES + entry.nameBytes + entry.compressedBytes;
  // `guardLocalHeaders` has checked the tail. A data descriptor is shorter than a local header.
  if (entry.start >= tail.start || entry.end - leastEnd < LOCAL_HEADER_BYTES) return raw;
  return promptReadable(signal => withGap(entry, raw, reader, source, signal));
}

/**
 * @param {Entry} entry
 * @param {Readable} raw
 * @param {EntryReader} reader
 * @param {ByteSource} source
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Buffer, void>}
 */
async function* withGap(entry, raw, reader, source, signal) {
  signal.addEventListener('abort', () => raw.destroy());
  yield* raw;
  await searchGap(entry, entry.start + reader.headerLength() + entry.compressedBytes, source, signal);
}

/**
 * @param {Entry} entry
 * @param {number} dataEnd Where its bytes end in the source.
 * @param {ByteSource} source
 * @param {AbortSignal} [signal]
 * @throws {ArchiveError} `archive/bad-directory`
 */
export async function searchGap(entry, dataEnd, source, signal) {
  const found = await searchRange(dataEnd, entry.end, source, signal);
  if (found !== null) throw notListed(found.offset, entry, found.bytes);
}

/**
 * Looks for a record, other than padding, in a part of the source.
 *
 * @param {number} start
 * @param {number} end
 * @param {ByteSource} source
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ offset: number, bytes: Buffer } | null>} `bytes`: from the offset, as far as they have been read.
 */
export async function searchRange(start, end, source, signal) {
  if (end - start < LOCAL_HEADER_BYTES) return null;
  let offset = start;
  let rest = Buffer.alloc(0);
  const gap = source.read(start, end);
  signal?.addEventListener('abort', () => gap.destroy());
  for await (const chunk of gap) {
    const bytes = Buffer.concat([rest, chunk]);
    const position = findRecord(bytes, 0, end - offset);
    const isCutOff = bytes.length - position < LOCAL_HEADER_BYTES && offset + bytes.length < end;
    if (position >= 0 && !isCutOff) return { offset: offset + position, bytes: bytes.subarray(position) };
    rest = position >= 0 ? bytes.subarray(position) : bytes.subarray(-3);
    offset += bytes.length - rest.length;
  }
  return null;
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} [end] Where the gap ends, counted like the bytes.
 * @returns {number} The position of the first thing that looks like a local header, a header of the directory, or an
 *   end record; -1 if there is none. Padding does not count.
 */
export function findRecord(bytes, start, end = bytes.length) {
  for (let position = bytes.indexOf('PK', start); position >= 0 && position + 4 <= bytes.length; ) {
    const isRecord = RECORDS.includes(bytes.readUInt16LE(position + 2));
    if (isRecord && !isPadding(bytes, position, end)) return position;
    position = bytes.indexOf('PK', position + (isRecord ? LOCAL_HEADER_BYTES : 1));
  }
  return -1;
}

/**
 * Whether a local header without a name, a size and a CRC-32 stands there, with which the Android Gradle plugin fills
 * gaps: the gap's length is that of its extra field. No program takes it for an entry.
 *
 * @param {Buffer} bytes
 * @param {number} position
 * @param {number} end Where the gap ends.
 */
function isPadding(bytes, position, end) {
  if (position + LOCAL_HEADER_BYTES > bytes.length || bytes.readUInt32LE(position) !== LOCAL_HEADER_SIGNATURE)
    return false;
  //  6 - general purpose bit flags
  if ((bytes.readUInt16LE(position + 6) & DESCRIPTOR_FLAG) !== 0) return false;
  // 14 - CRC-32
  // 18 - compressed size
  // 22 - uncompressed size
  // 26 - length of the name
  if (bytes.subarray(position + 14, position + 28).some(byte => byte !== 0)) return false;
  return position + localHeaderLength(bytes.subarray(position)) <= end;
}

/**
 * @param {number} offset
 * @param {Entry} entry
 * @param {Buffer} bytes From the offset, as far as they have been read.
 */
export function notListed(offset, entry, bytes) {
  const nameEnd = bytes.length < LOCAL_HEADER_BYTES ? 0 : localNameEnd(bytes);
  const name = bytes.subarray(LOCAL_HEADER_BYTES, nameEnd).toString();
  const isEntry = bytes.readUInt32LE(0) === LOCAL_HEADER_SIGNATURE;
  return badDirectory(
    `behind entry ${quoteName(entry.name)}, at byte ${offset}, stands ${isEntry ? `an entry ${quoteName(name)}` : 'a record'} ` +
      'that the directory does not list; the archive was forged',
  );
}

/** The second halves of the signatures of APPNOTE 4.3.7, 4.3.12, 4.3.14 and 4.3.16. */
const RECORDS = [0x0403, 0x0201, 0x0606, 0x0605];
