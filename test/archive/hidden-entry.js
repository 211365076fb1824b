import { writeZip } from '../support/zip-writer.js';

/** @import { ZipEntry } from '../support/zip-writer.js' */

export const OTHER = writeZip([{ name: 'other', content: 'x' }]);
/** A local header with its data. */
export const HIDDEN = OTHER.subarray(0, OTHER.indexOf('PK\x01\x02'));
/** @type {ZipEntry[]} */
export const ENTRIES = [
  { name: 'a', content: 'a' },
  { name: 'b', content: 'b', descriptor: 'signed' },
  { name: 'folder/', method: 0 },
  { name: 'c', content: 'c', method: 0 },
];
export const TEXTS = { a: 'a', b: 'b', c: 'c' };
/** So big that what precedes it is not in the part of the archive that is read first. */
export const BIG = { name: 'big', content: Buffer.alloc(300_000), method: 0 };
