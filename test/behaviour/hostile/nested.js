import { gzipSync } from 'node:zlib';
import { writeZip } from '../../support/zip-writer.js';
import { GOOD } from './fixture.js';
import { makeQuine } from './quine.js';

/** @import { ZipEntry } from '../../support/zip-writer.js' */
/** @import { Fixture } from './fixture.js' */

const QUINE = 'an archive that has itself.zip';
const ZEROS = Buffer.alloc(2 ** 20);
const SMALL = writeZip([{ name: 'a', content: 'a' }]);
const BOMB = writeZip(Array.from({ length: 20 }, (_, index) => ({ name: `${index}`, content: ZEROS })));
const GZIP_BOMB = writeZip([{ name: 'x.gz', content: gzipSync(Buffer.alloc(2 ** 25)) }]);

/**
 * Archives in archives, which the recipe opens.
 *
 * @type {Fixture[]}
 */
export const NESTED = [
  refused('limit/depth', 'four archives in each other', 'x.zip/x.zip/x.zip/x.zip', chain(3, SMALL)),
  refused('limit/depth', 'an archive that has itself', `x.zip/${QUINE}/${QUINE}/${QUINE}`, () => makeQuine(QUINE)),
  refused('limit/ratio', 'an archive that expands twice', 'x.zip', BOMB, { maxRatio: 2000 }),
  refused('limit/ratio', 'an archive that expands twice, in a third one', 'x.zip/x.zip', chain(1, BOMB), {
    maxRatio: 2000,
  }),
  refused('limit/ratio', 'a gzip file that expands twice', 'x.zip/x.gz', GZIP_BOMB, { maxRatio: 2000 }),
  refusedWhole('limit/entries', 'too many entries in all archives', SMALL, { maxEntries: 2 }),
  refusedWhole('limit/bytes', 'too many bytes in all archives', BOMB, {
    maxRatio: 100_000,
    maxTotalBytes: 20 * 2 ** 20,
  }),
  refused('archive/not-a-zip', 'no archive', 'x.zip', Buffer.from('no archive')),
  refused('archive/truncated', 'an archive without its end', 'x.zip', SMALL.subarray(0, -30)),
  refused('archive/bad-directory', 'a directory that counts too many', 'x.zip', writeZip([GOOD], { count: 3 })),
  refused(
    'archive/overlapping-entries',
    'an archive whose entries share bytes',
    'x.zip',
    writeZip([GOOD, { ...GOOD, offset: 0, name: 'goof' }, { ...GOOD, name: 'last' }]),
  ),
  refused(
    'archive/unsafe-name',
    'an archive with a name that leads out of it',
    'x.zip/../../evil',
    writeZip([{ name: '../../evil', content: 'a' }]),
  ),
  refused('archive/duplicate-name', 'an archive with two entries of one name', 'x.zip', writeZip([GOOD, GOOD])),
  refusedWhole('archive/duplicate-name', 'an entry that is named like one in the archive beside it', SMALL, {}, [
    { name: 'x.zip/a', content: 'b' },
  ]),
];

/**
 * @param {string} code
 * @param {string} title
 * @param {string} path Of what is refused.
 * @param {Buffer | (() => Buffer)} inner
 * @param {Fixture['limits']} [limits]
 * @returns {Fixture}
 */
function refused(code, title, path, inner, limits = {}) {
  return { ...refusedWhole(code, title, inner, limits), outcome: { [path]: code, good: 'good' } };
}

/**
 * @param {string} code
 * @param {string} title
 * @param {Buffer | (() => Buffer)} inner
 * @param {Fixture['limits']} limits
 * @param {ZipEntry[]} [more]
 * @returns {Fixture}
 */
function refusedWhole(code, title, inner, limits, more = []) {
  const zip = () => writeZip([{ name: 'x.zip', content: Buffer.isBuffer(inner) ? inner : inner() }, GOOD, ...more]);
  return { code, title, zip, outcome: code, limits, opens: true };
}

/**
 * @param {number} depth
 * @param {Buffer} innermost
 */
function chain(depth, innermost) {
  let zip = innermost;
  for (let level = 1; level <= depth; level++) zip = writeZip([{ name: 'x.zip', content: zip }]);
  return zip;
}
