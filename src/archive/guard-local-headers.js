import { crc32 } from 'node:zlib';
import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';
import { promptReadable } from '../streams/prompt-readable.js';
import { badDirectory } from './bad-directory.js';
import { isSignature, LOCAL_HEADER_SIGNATURE, readSignature } from './find-end-record.js';
import { LOCAL_HEADER_BYTES, localHeaderLength } from './local-header.js';
import { namesBesides } from './unicode-path.js';

/** @import { Readable } from 'node:stream' */
/** @import { ByteSource } from './read-ahead.js' */
/** @import { Directory } from './end-record.js' */
/** @import { Entry } from './entry.js' */
/** @import { EntryList } from './entry-list.js' */
/** @import { EntryReader } from './entry-reader.js' */

/**
 * Refuses an archive that shows other entries to a program that goes by the local headers: one that reads it as a stream
 * sees entries that the directory does not list, and some take the names from there.
 *
 * It looks at that part of the archive that was read for the end record, and so at all of a small one. What is before it
 * is judged entry by entry, when they are read: `guardGapBehind` then looks behind an entry.
 *
 * @param {EntryList} entries With folders.
 * @param {Uint32Array} order In which they stand in the archive.
 * @param {Directory} directory
 * @param {ByteSource} source
 * @throws {ArchiveError} `archive/bad-directory`, `archive/duplicate-name`
 */
export async function guardLocalHeaders(entries, order, { archiveStart, tail }, source) {
  if (order.length === 0) return;
  await guardBeginning(entries.get(order[0]).start, archiveStart, source);
  const renamed = new Map(entries.otherNames);
  for (const index of order.toReversed()) {
    const entry = entries.get(index);
    if (entry.start < tail.start) break;
    const bytes = tail.bytes.subarray(entry.start - tail.start, entry.end - tail.start);
    // Without a local header, or with one that does not end, the entry fails when it is read.
    if (bytes.length < LOCAL_HEADER_BYTES || bytes.readUInt32LE(0) !== LOCAL_HEADER_SIGNATURE) continue;
    const localName = bytes.subarray(LOCAL_HEADER_BYTES, LOCAL_HEADER_BYTES + bytes.readUInt16LE(26));
    if (!isNameOf(entry, localName)) renamed.set(localName.toString(), entry.name);
    const extra = bytes.subarray(LOCAL_HEADER_BYTES + localName.length, localHeaderLength(bytes));
    for (const other of namesBesides(extra, localName)) if (other !== entry.name) renamed.set(other, entry.name);
    const dataEnd = localHeaderLength(bytes) + entry.compressedBytes;
    const found = findRecord(bytes, dataEnd);
    if (found >= 0) throw notListed(entry.start + found, entry, bytes.subarray(found));
  }
  guardLocalNames(entries, renamed);
}

/**
 * @param {Entry} entry
 * @param {Buffer} localName
 */
function isNameOf({ nameBytes, nameCrc32 }, localName) {
  return localName.length === nameBytes && crc32(localName) === nameCrc32;
}

/**
 * An entry whose local header, or Unicode path, has another name is refused. Under the name of another entry, it is that
 * one to some programs.
 *
 * @param {EntryList} entries
 * @param {Map<string, string>} renamed Other names, to those of their entries in the directory.
 */
function guardLocalNames(entries, renamed) {
  if (renamed.size === 0) return;
  for (let index = 0; index < entries.length; index++) {
    const text = entries.names.get(index);
    const name = renamed.get(text);
    // Of a folder, nothing is written.
    if (name === undefined || entries.isFolder(index)) continue;
    throw new ArchiveError(
      'archive/duplicate-name',
      `entry ${quoteName(name)} has the name of entry ${quoteName(text)} to some programs; the archive was forged`,
    );
  }
}

/**
 * What stands before the first entry may be a program, or the mark of an archive that could have been split.
 *
 * @param {number} firstStart
 * @param {number} archiveStart
 * @param {ByteSource} source
 */
async function guardBeginning(firstStart, archiveStart, source) {
  // Where the archive itself begins later, it was looked at for the end record.
  if (firstStart <= 4 || archiveStart >= 4) return;
  if (!isSignature(await readSignature(source))) return;
  throw badDirectory(
    'the archive begins with a record that its directory does not list; it was joined wrongly, or forged',
  );
}

/**
 * @param {Entry} entry
 * @param {Readable} raw The entry's bytes.
 * @param {EntryReader} reader That they come from.
 * @param {Directory} directory
 * @param {ByteSource} source
 * @returns {Readable} The same; it fails at its end where an entry that is not listed stands behind this one.
 */
export function guardGapBehind(entry, raw, reader, { tail }, source) {
  const least = entry.start + LOCAL_HEADER_BYTES + entry.nameBytes + entry.compressedBytes;
  if (entry.start >= tail.start || entry.end - least < LOCAL_HEADER_BYTES) return raw;
  return promptReadable(signal => followed(entry, raw, reader, source, signal));
}

/**
 * @param {Entry} entry
 * @param {Readable} raw
 * @param {EntryReader} reader
 * @param {ByteSource} source
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Buffer, void>}
 */
async function* followed(entry, raw, reader, source, signal) {
  signal.addEventListener('abort', () => raw.destroy());
  yield* raw;
  const dataEnd = entry.start + reader.headerLength() + entry.compressedBytes;
  // A data descriptor is shorter than a local header.
  if (entry.end - dataEnd < LOCAL_HEADER_BYTES) return;
  let position = dataEnd;
  let rest = Buffer.alloc(0);
  const gap = source.read(dataEnd, entry.end);
  signal.addEventListener('abort', () => gap.destroy());
  for await (const chunk of gap) {
    const bytes = Buffer.concat([rest, chunk]);
    const at = findRecord(bytes, 0);
    if (at >= 0) throw notListed(position + at, entry, bytes.subarray(at));
    rest = bytes.subarray(-3);
    position += bytes.length - rest.length;
  }
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @returns {number} Where what looks like a local header begins, or what ends the entries: a header of the directory, or an
 *   end record. -1 if nothing does.
 */
function findRecord(bytes, start) {
  for (let at = bytes.indexOf('PK', start); at >= 0 && at + 4 <= bytes.length; at = bytes.indexOf('PK', at + 1)) {
    if (RECORDS.includes(bytes.readUInt16LE(at + 2))) return at;
  }
  return -1;
}

/**
 * @param {number} place
 * @param {Entry} entry
 * @param {Buffer} bytes Those from the place on, as far as they are there.
 */
function notListed(place, entry, bytes) {
  const nameEnd = bytes.length < LOCAL_HEADER_BYTES ? 0 : LOCAL_HEADER_BYTES + bytes.readUInt16LE(26);
  const name = bytes.subarray(LOCAL_HEADER_BYTES, nameEnd).toString();
  const isEntry = bytes.readUInt32LE(0) === LOCAL_HEADER_SIGNATURE;
  return badDirectory(
    `behind entry ${quoteName(entry.name)}, at byte ${place}, stands ${isEntry ? `an entry ${quoteName(name)}` : 'a record'} ` +
      'that the directory does not list; the archive was forged',
  );
}

/** What follows `PK` in APPNOTE 4.3.7, 4.3.12, 4.3.14 and 4.3.16. */
const RECORDS = [0x0403, 0x0201, 0x0606, 0x0605];
