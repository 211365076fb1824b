import { writeZip } from '../../support/zip-writer.js';
import { GOOD, read, refusedArchive, refusedEntry } from './fixture.js';

/** @import { Fixture } from './fixture.js' */

const TERABYTE = 1024 ** 4;
const HUGE = { maxRatio: 1_000_000, maxTotalBytes: 100 * TERABYTE };

/**
 * Archives whose outcome in S3 differs, or might differ, from that in a folder. The function has 256 MB, and the outputs'
 * keys begin with `out/x/`.
 *
 * @type {Fixture[]}
 */
export const IN_S3 = [
  read('names that differ by case', names('good', 'a/GOOD', 'A/good', 'GOOD')),
  read('names that differ by Unicode form', names('caf\u00e9', 'cafe\u0301')),
  read('a file whose name is a folder’s but for its case', names('A', 'a/b')),
  read('a part that is longer than a file’s name may be', names(`a/${'n'.repeat(500)}`)),
  read('a key of exactly 1,024 bytes', names('é'.repeat(509))),
  read('names that must be escaped in a URL', names('a b+c%2F&d?e#f', '日本 €', '{a,b}*', '\'"<>')),
  refusedEntry('limit/name-length', 'a key of 1,025 bytes', { name: `${'é'.repeat(509)}n`, content: 'x' }),
  refusedArchive('archive/duplicate-name', 'the same name twice', () => writeZip(names('good', 'a', 'good'))),
  refusedArchive('archive/duplicate-name', 'a file that is a folder too', () => writeZip(names('good', 'good/evil'))),
  refusedEntry('archive/unsafe-name', 'a path that leads out', { name: '../evil', content: 'x' }),
  refusedEntry('archive/unsafe-name', 'an absolute path', { name: '/evil', content: 'x' }),
  refusedEntry('archive/reserved-name', 'the manifest’s name', { name: '_manifest.json', content: '{}' }),
  refusedEntry('archive/crc-mismatch', 'an entry of several parts with a wrong CRC-32', {
    name: 'a',
    content: Buffer.alloc(12_000_000, 'x'),
    method: 0,
    crc32: 1,
  }),
  refusedEntry('archive/size-mismatch', 'ten declared bytes that inflate to very many', {
    name: 'a',
    content: Buffer.alloc(12_000_000, 'x'),
    size: 10,
  }),
  refusedEntry('limit/memory', 'an entry that would take larger parts than there is memory for', claiming(90e9), {
    limits: HUGE,
  }),
  refusedEntry('limit/object-size', 'an entry that declares 49 terabytes', claiming(49 * TERABYTE), {
    limits: HUGE,
  }),
];

/** @param {string[]} all */
function names(...all) {
  return all.map(name => ({ ...GOOD, name, content: name }));
}

/** @param {number} size */
function claiming(size) {
  return { name: 'a', raw: Buffer.alloc(Math.ceil(size / HUGE.maxRatio)), zip64: true, size };
}
