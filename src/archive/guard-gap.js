import { quoteName } from '../printable.js';
import { promptReadable } from '../streams/prompt-readable.js';
import { badDirectory } from './bad-directory.js';
import { LOCAL_HEADER_BYTES, localNameEnd } from './local-header.js';
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
  if (entry.end - dataEnd < LOCAL_HEADER_BYTES) return;
  let offset = dataEnd;
  let rest = Buffer.alloc(0);
  const gap = source.read(dataEnd, entry.end);
  signal?.addEventListener('abort', () => gap.destroy());
  for await (const chunk of gap) {
    const bytes = Buffer.concat([rest, chunk]);
    const position = findRecord(bytes, 0);
    if (position >= 0) throw notListed(offset + position, entry, bytes.subarray(position));
    rest = bytes.subarray(-3);
    offset += bytes.length - rest.length;
  }
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @returns {number} The position of the first thing that looks like a local header, a header of the directory, or an
 *   end record; -1 if there is none.
 */
export function findRecord(bytes, start) {
  for (let position = bytes.indexOf('PK', start); position >= 0 && position + 4 <= bytes.length; ) {
    if (RECORDS.includes(bytes.readUInt16LE(position + 2))) return position;
    position = bytes.indexOf('PK', position + 1);
  }
  return -1;
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
