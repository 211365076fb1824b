import { findDirectory } from '../../src/archive/find-directory.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { Target } from './cost-targets.js' */

/** Parts of archives. @type {Target[]} */
export const ARCHIVE_TARGETS = [
  {
    name: 'end of a zip',
    alphabet: [
      ...['PK\x05\x06', 'PK\x06\x07', 'PK\x06\x06', 'PK\x01\x02', 'PK\x03\x04', '\0', '\0\0\0\0', '\x01\0\x01\0'],
      ...['\x2e\0\0\0', '\x16\0', '\xff\xff', 'x'],
    ],
    plain: 'it is a comment',
    read: text => findDirectory(memorySource(writeZip([{ name: 'a' }], { comment: Buffer.from(text, 'latin1') }))),
  },
];
