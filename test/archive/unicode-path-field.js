import { crc32 } from 'node:zlib';
import { fields } from '../support/zip-fields.js';

/**
 * An Info-ZIP Unicode path field (APPNOTE 4.6.9), for an ASCII path.
 *
 * @param {string} name
 * @param {string} path
 */
export function unicodePath(name, path) {
  const head = fields([2, 0x7075], [2, 5 + path.length], [1, 1], [4, crc32(name)]);
  return Buffer.concat([head, Buffer.from(path)]);
}
