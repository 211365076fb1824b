import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { combineCrc32 } from '../../src/destination/s3/combine-crc32.js';
import { StoppedError } from '../../src/errors.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { macZip } from '../support/mac-zip.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memoryStore } from './fixture.js';

/** @import { Source } from '../../src/source/open-source.js' */

const MIB = 1024 ** 2;
const GIB_4 = 2 ** 32;

/**
 * A deflate stream of equal pieces.
 *
 * @param {Buffer} content Of one piece.
 * @param {number} count
 * @param {number} level
 */
function repeated(content, count, level) {
  const piece = deflateRawSync(content, { finishFlush: constants.Z_FULL_FLUSH, level });
  const last = deflateRawSync(Buffer.alloc(0));
  const checksum = checksumOf(content, count);
  const bytes = piece.length * count;
  return {
    data: { bytes: bytes + last.length, repeat: piece, pieces: [{ start: bytes, bytes: last }] },
    size: content.length * count,
    crc32: checksum,
  };
}

/**
 * @param {Buffer} content
 * @param {number} count
 * @returns {number} The CRC-32 of so many of it.
 */
function checksumOf(content, count) {
  const one = crc32(content);
  let checksum = 0;
  for (let index = 0; index < count; index++) checksum = combineCrc32(checksum, one, content.length);
  return checksum;
}

/** A destination that keeps nothing of large outputs. */
function forgetful() {
  const destination = memoryDestination();
  const { create, resume } = destination;
  const discard = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  const suspend = async () => ({ state: { storage: 'memory' }, rest: Buffer.alloc(0) });
  /** @param {any} output */
  const forgetting = output => ({ ...output, writable: discard(), suspend, commit: async () => 'written' });
  destination.create = async (path, entry) => {
    const output = await create(path, entry);
    return path === 'x/large' ? forgetting(output) : output;
  };
  destination.resume = async (path, suspended, options) => forgetting(await resume(path, suspended, options));
  return destination;
}

const ZEROS = Buffer.alloc(64 * MIB);

test('an entry of 4.6 GB that a Mac has declared modulo 4 GiB is held to the limits by all that it inflates to', {
  timeout: 300_000,
}, async () => {
  const large = repeated(ZEROS, 69, 1);
  assert.ok(large.size > GIB_4 && large.data.bytes < GIB_4);
  const source = macZip([
    { name: 'large', ...large },
    { name: 'small', content: 'small' },
  ]);
  for (const [code, limits] of /** @type {const} */ ([
    // Not exceeded by the size that is declared.
    ['limit/ratio', { maxRatio: 20 }],
    ['limit/bytes', { maxRatio: 2000, maxTotalBytes: 2 ** 29 }],
  ])) {
    const limited = await processArchive({ source, destination: forgetful(), recipe: await compileRecipe({ limits }) });
    const [first, second] = limited.manifest?.entries ?? [];
    assert.deepEqual([first.error?.code, second.status], [code, 'written']);
  }
});

test('an entry of over 4 GiB, inflated and compressed, is resumed over turns like any other', {
  timeout: 600_000,
}, async () => {
  // All but its end is stored in its deflate stream.
  const stored = deflateRawSync(ZEROS, { level: 0, finishFlush: constants.Z_FULL_FLUSH });
  const count = 64;
  const last = deflateRawSync(ZEROS);
  const bytes = stored.length * count;
  const data = { bytes: bytes + last.length, repeat: stored, pieces: [{ start: bytes, bytes: last }] };
  const size = (count + 1) * ZEROS.length;
  assert.ok(bytes > GIB_4 && size > GIB_4);
  const source = macZip([
    { name: 'first', content: 'first' },
    { name: 'large', data, size, crc32: checksumOf(ZEROS, count + 1) },
    { name: 'last', content: 'last' },
  ]);
  const { manifest, turns } = await processInTurns(source, 25_000);
  assert.equal(manifest?.status, 'complete');
  const outcomes = [...(manifest?.entries ?? [])].map(({ bytesIn }) => bytesIn);
  assert.deepEqual(outcomes, [5, size, 4]);
  assert.ok(turns > 2, `${turns} turns`);
});

/**
 * @param {Source} source
 * @param {number} reads How many blocks are read in a turn.
 */
async function processInTurns(source, reads) {
  const destination = forgetful();
  const store = memoryStore();
  const recipe = await compileRecipe({ limits: { maxRatio: 2000 } });
  for (let turns = 1; turns < 20; turns++) {
    const pause = new AbortController();
    let left = reads;
    const counting = {
      ...source,
      read(/** @type {number} */ start, /** @type {number} */ end) {
        return source.read(start, end).on('data', () => {
          left -= 1;
          if (left === 0) pause.abort();
        });
      },
    };
    try {
      const turn = { pause: pause.signal, remainingMs: () => 0, store };
      return { turns, ...(await processArchive({ source: counting, destination, recipe, turn })) };
    } catch (error) {
      assert.ok(error instanceof StoppedError, String(error));
    }
  }
  throw new Error('it is not done after 20 turns');
}
