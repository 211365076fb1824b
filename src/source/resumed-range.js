import { setTimeout as delay } from 'node:timers/promises';
import { ArchiveError, SluiceError, StorageError } from '../errors.js';
import { readRangeBody, Stall } from './range-body.js';

/** @import { FetchRange } from './range-body.js' */

/**
 * Reads the bytes `[start, end)` from bodies that may break. Whenever a body fails, ends early or stalls, requests
 * another one from the byte where it broke. Gives up after more than five faults without a byte between them, or after
 * more than a hundred in all plus one per MiB received, so that a trickle does not last forever.
 *
 * @param {object} range
 * @param {number} range.start
 * @param {number} range.end
 * @param {string} range.name For messages; escaped.
 * @param {FetchRange} range.fetch Throws an ArchiveError, or a StorageError with a code in `HOPELESS`, if another
 *   request would not help.
 * @param {AbortSignal} range.signal
 * @param {number} [range.stallTimeoutMs] As in `readRangeBody`.
 * @param {(ms: number, signal: AbortSignal) => Promise<void>} [range.sleep]
 * @returns {AsyncGenerator<Buffer, void>}
 * @throws {StorageError} `storage/stalled`, `storage/read-failed`, or what `fetch` throws.
 */
export async function* resumedRange({ start, end, name, fetch, signal, stallTimeoutMs = 20_000, sleep = sleepFor }) {
  let position = start;
  let faults = 0;
  let faultsInARow = 0;
  while (position < end) {
    try {
      for await (const chunk of readRangeBody(fetch, { start: position, end, signal, stallTimeoutMs })) {
        position += chunk.length;
        faultsInARow = 0;
        yield chunk;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (isHopeless(error)) throw error;
      faults += 1;
      faultsInARow += 1;
      if (faultsInARow > MAX_FAULTS_IN_A_ROW || faults > MAX_FAULTS + (position - start) / MIB) {
        throw givenUp(error, { name, position, faults });
      }
      await sleep(backoffMs(faultsInARow), signal);
    }
  }
}

/** @param {unknown} error */
function isHopeless(error) {
  return error instanceof ArchiveError || (error instanceof SluiceError && HOPELESS.has(error.code));
}

/** @param {unknown} error @param {{ name: string, position: number, faults: number }} where */
function givenUp(error, { name, position, faults }) {
  const reason = /** @type {Error} */ (error).message;
  return new StorageError(
    error instanceof Stall ? 'storage/stalled' : 'storage/read-failed',
    `cannot read on in ${name} at byte ${position} after ${faults} tries: ${reason}; run it again`,
    { cause: error },
  );
}

/**
 * Exponential. Half of it is random, so that many readers do not retry at the same moment.
 *
 * @param {number} fault Counted from 1.
 */
function backoffMs(fault) {
  return BACKOFF_MS * 2 ** (fault - 1) * (0.5 + Math.random() / 2);
}

/** @param {number} ms @param {AbortSignal} signal */
async function sleepFor(ms, signal) {
  await delay(ms, undefined, { signal });
}

const MIB = 1024 * 1024;
const MAX_FAULTS_IN_A_ROW = 5;
const MAX_FAULTS = 100;
const BACKOFF_MS = 200;
const HOPELESS = new Set([
  'storage/access-denied',
  'storage/archived',
  'storage/no-credentials',
  'storage/no-region',
  'storage/no-such-bucket',
  'storage/wrong-region',
]);
