import { Readable } from 'node:stream';
import { MAX_WHOLE_BYTES } from '../archive/read-ahead.js';

/** @import { Access } from '../archive/open-archive.js' */
/** @import { ByteSource } from '../archive/read-ahead.js' */

/**
 * The part of reading an archive that is the same for all whose entries are plain ranges of a source.
 *
 * @param {ByteSource} source
 * @returns {Omit<Access, 'readWhole' | 'content'>}
 */
export function rangeAccess(source) {
  /** @type {Set<Readable>} */
  const open = new Set();
  return {
    hasLocalHeaders: false,
    dataStart: async ({ start }) => start,
    // The same as for a zip, which may be within this archive: `nestedContainer` asks the outermost one.
    isSmall: ({ start, end }) => end - start <= MAX_WHOLE_BYTES,
    readRaw({ start, end }, position = 0) {
      const range = start + position < end ? source.read(start + position, end) : Readable.from([]);
      open.add(range);
      return range.once('close', () => open.delete(range));
    },
    releaseEntry() {
      for (const range of open) range.destroy();
    },
  };
}
