import { gzipSync } from 'node:zlib';
import { findDirectory } from '../../src/archive/find-directory.js';
import { GzipStream } from '../../src/container/gzip-stream.js';
import { acquireEngine, releaseEngine } from '../../src/engine/engine.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { Target } from './cost-targets.js' */

const LINE = 'a line of a log that says something\n';
/** @type {Record<string, Buffer>} */
const MEMBERS = {
  e: gzipSync(''),
  o: gzipSync('x'),
  s: gzipSync('x', { level: 0 }),
  l: gzipSync(LINE),
  b: gzipSync(LINE.repeat(100)),
  n: Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]),
    Buffer.from(`${LINE}\0`),
    gzipSync('').subarray(10),
  ]),
};

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
  {
    name: 'members of a gzip file',
    alphabet: Object.keys(MEMBERS),
    plain: 'l',
    read: async text => {
      const source = memorySource(Buffer.concat(Array.from(text, letter => MEMBERS[letter])));
      const engine = acquireEngine();
      const stream = new GzipStream({ source, engine, verifies: true, from: null });
      while ((await stream.step()) !== null);
      releaseEngine(engine);
    },
  },
];
