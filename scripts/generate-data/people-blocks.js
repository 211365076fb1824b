import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/**
 * @typedef {object} Block
 * @property {number} index
 * @property {number} rows
 * @property {Uint8Array} bytes Whole rows.
 * @property {Uint8Array} deflated The same by `deflatePart`.
 *
 * @typedef {{ bytes: Uint8Array, deflated: Uint8Array }} Place Memory that a worker shares, for one block at a time.
 * @typedef {{ seed: number, delimiter: string, places: Place[] }} WorkerSetup
 * @typedef {{ index: number, rows: number, place: number }} BlockTask
 * @typedef {{ index: number, bytes: number, deflated: number }} BlockDone With the bytes that its place now holds.
 */

/**
 * Makes Faker's rows on all cores, in blocks. A block is seeded by the seed and its own index, so the bytes are the
 * same however many workers there are.
 *
 * @param {object} options
 * @param {number} options.rows
 * @param {number} options.seed
 * @param {string} options.delimiter One ASCII character.
 * @param {number} [options.workers]
 * @param {AbortSignal} [options.signal]
 * @returns {AsyncGenerator<Block, void, void>} The blocks in order, only a few of them ahead of the one asked for. The
 *   bytes of one are there until the next one is asked for.
 */
export async function* peopleBlocks({ rows, seed, delimiter, workers = availableParallelism(), signal }) {
  const blocks = Math.ceil(rows / ROWS_PER_BLOCK);
  const team = Array.from({ length: Math.min(workers, blocks) }, () => startWorker(seed, delimiter));
  /** @type {Map<number, BlockDone>} */
  const done = new Map();
  let arrived = /** @type {PromiseWithResolvers<void>} */ (Promise.withResolvers());
  /** @type {unknown} */
  let failure;

  try {
    for (const { worker } of team) {
      worker.on('message', (/** @type {BlockDone} */ block) => {
        done.set(block.index, block);
        arrived.resolve();
      });
      worker.on('error', fail);
    }
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    let next = 0;
    for (let index = 0; index < blocks; index++) {
      // No further ahead than there are places: what was in the place of `next` has been used by now.
      for (; next < Math.min(blocks, index + team.length * PLACES); next++) {
        memberFor(next).worker.postMessage({ index: next, rows: rowsOf(next), place: placeOf(next) });
      }
      while (!done.has(index) && !failure) {
        await arrived.promise;
        arrived = Promise.withResolvers();
      }
      if (failure) throw failure;
      const { bytes, deflated } = /** @type {BlockDone} */ (done.get(index));
      done.delete(index);
      const place = memberFor(index).places[placeOf(index)];
      const filled = { bytes: place.bytes.subarray(0, bytes), deflated: place.deflated.subarray(0, deflated) };
      yield { index, rows: rowsOf(index), ...filled };
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    await Promise.all(team.map(({ worker }) => worker.terminate()));
  }

  /** @param {number} index */
  function memberFor(index) {
    return team[index % team.length];
  }

  /** @param {number} index */
  function placeOf(index) {
    return Math.floor(index / team.length) % PLACES;
  }

  /** @param {number} index */
  function rowsOf(index) {
    return Math.min(rows - index * ROWS_PER_BLOCK, ROWS_PER_BLOCK);
  }

  function abort() {
    fail(signal?.reason);
  }

  /** @param {unknown} reason */
  function fail(reason) {
    failure ??= reason;
    arrived.resolve();
  }
}

/**
 * The blocks come through shared memory that is used again and again: as messages of their own they made the peak a
 * third higher, by what was freed late.
 *
 * @param {number} seed
 * @param {string} delimiter
 */
function startWorker(seed, delimiter) {
  const share = () => new Uint8Array(new SharedArrayBuffer(BLOCK_BYTES));
  const places = Array.from({ length: PLACES }, () => ({ bytes: share(), deflated: share() }));
  const worker = new Worker(new URL('people-worker.js', import.meta.url), { workerData: { seed, delimiter, places } });
  return { worker, places };
}

// Part of what the bytes are: another size is another file.
const ROWS_PER_BLOCK = 1000;

// The longest row that Faker's words can make is under 3 KB; memory that no row reaches is never taken.
const BLOCK_BYTES = ROWS_PER_BLOCK * 4096;

// Enough that a worker never waits for the files.
const PLACES = 4;
