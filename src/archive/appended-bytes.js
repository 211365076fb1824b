import { badDirectory } from './bad-directory.js';
import { countsAgree, endRecordLength, findEndRecords, parseEndRecord, TAIL_BYTES } from './end-record.js';
import { DIRECTORY_HEADER_BYTES } from './locate-directory.js';
import { peekSignature } from './peek.js';
import { DIRECTORY_HEADER_SIGNATURE, LOCATOR_SIGNATURE } from './signatures.js';
import { LOCATOR_BYTES } from './zip64-record.js';

/** @import { ArchiveError } from '../errors.js' */
/** @import { Peek } from './peek.js' */
/** @import { ByteSource } from './read-ahead.js' */

/**
 * Looks for an end record before the part of the source that can hold one, such as where a download appended a page.
 *
 * @param {ByteSource} source
 * @param {Peek} peek
 * @returns {Promise<ArchiveError | null>} `archive/bad-directory` if there is one.
 */
export async function appendedBytes(source, peek) {
  const end = Math.max(0, source.bytes - TAIL_BYTES);
  if (end === 0) return null;
  const found = await lastEndRecord(source, Math.max(0, end - SEARCHED_BYTES), end);
  if (found === null) return null;
  const { position, size } = found;
  const hasDirectory = size <= position && (await peekSignature(position - size, peek)) === DIRECTORY_HEADER_SIGNATURE;
  // The directory's size may be in the zip64 record only.
  const locator = position - LOCATOR_BYTES;
  if (!hasDirectory && (locator < 0 || (await peekSignature(locator, peek)) !== LOCATOR_SIGNATURE)) return null;
  const behind = source.bytes - found.end;
  return badDirectory(
    `the archive ends at byte ${found.end}, and ${behind} bytes are appended to it, more than are read over (${MOST_APPENDED_BYTES}): ` +
      'a download or an upload added them; send the archive without them',
  );
}

/**
 * @param {ByteSource} source
 * @param {number} start
 * @param {number} end
 * @returns {Promise<{ position: number, end: number, size: number } | null>} The last one that may have entries. `end`: where
 *   its comment ends; `size`: the directory's.
 */
async function lastEndRecord(source, start, end) {
  let found = null;
  let offset = start;
  let rest = Buffer.alloc(0);
  for await (const chunk of source.read(start, Math.min(end + LONGEST_CUT, source.bytes))) {
    const bytes = Buffer.concat([rest, chunk]);
    for (const position of findEndRecords(bytes)) {
      // First, because there may be millions that are none.
      if (!countsAgree(bytes, position)) continue;
      const { entries, size, end: at } = parseEndRecord({ bytes, start: offset }, position);
      // A Mac's own zip counts 65,536 entries as 0.
      if (size < Math.max(1, entries) * DIRECTORY_HEADER_BYTES) continue;
      found = { position: at, end: at + endRecordLength(bytes, position), size };
      break;
    }
    rest = bytes.subarray(-LONGEST_CUT);
    offset += bytes.length - rest.length;
  }
  return found;
}

/** An end record less one byte. */
const LONGEST_CUT = 21;
/** How far back the end record is looked for, only to say what is wrong. */
const SEARCHED_BYTES = 16 * 1024 * 1024;
/** By an archive whose comment is as long as can be. */
const MOST_APPENDED_BYTES = 65_535;
