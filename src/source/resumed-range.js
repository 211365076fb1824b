import { setTimeout as delay } from 'node:timers/promises';
import { ArchiveError, SluiceError, StorageError } from '../errors.js';

/** @import { Readable } from 'node:stream' */

/**
 * The bytes `[start, end)` from a body that may break: whatever happens to it (an error, an early end, silence), another
 * one is fetched from the byte where it broke. It gives up after five faults in a row without a byte between them, or
 * after a hundred and one for each MiB that came, so that a body which trickles does not go on for ever.
 *
 * @param {object} range
 * @param {number} range.start
 * @param {number} range.end
 * @param {string} range.name What is read, for messages; escaped.
 * @param {(start: number, end: number, signal: AbortSignal) => Promise<Readable>} range.fetch Asks for a body. The signal
 *   says that it is no longer wanted, and has to free its connection. It throws a StorageError with a code in
 *   `HOPELESS`, or an ArchiveError, for what asking again cannot cure.
 * @param {AbortSignal} range.signal
 * @param {number} [range.stallTimeoutMs] Counted only while we wait for a byte, never while the consumer is busy.
 * @param {(ms: number, signal: AbortSignal) => Promise<void>} [range.sleep]
 * @returns {AsyncGenerator<Buffer, void>}
 */
export async function* resumedRange({ start, end, name, fetch, signal, stallTimeoutMs = 20_000, sleep = sleepFor }) {
  let position = start;
  let faults = 0;
  let faultsInARow = 0;
  while (position < end) {
    try {
      for await (const chunk of bodyOf(fetch, position, end, signal, stallTimeoutMs)) {
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

/**
 * One try: exactly `end - start` bytes, or an error. The connection is free when it is over, however it ends.
 *
 * @param {(start: number, end: number, signal: AbortSignal) => Promise<Readable>} fetch
 * @param {number} start
 * @param {number} end
 * @param {AbortSignal} signal
 * @param {number} stallTimeoutMs
 * @returns {AsyncGenerator<Buffer, void>}
 */
async function* bodyOf(fetch, start, end, signal, stallTimeoutMs) {
  signal.throwIfAborted();
  const attempt = new AbortController();
  const giveUp = () => attempt.abort(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  const awaited = stallGuard(stallTimeoutMs, stall => attempt.abort(stall));

  let missing = end - start;
  let finished = false;
  try {
    const body = await awaited(unlessAborted(fetch(start, end, attempt.signal), attempt.signal));
    body.on('error', () => {});
    attempt.signal.addEventListener('abort', () => body.destroy(attempt.signal.reason), { once: true });
    const chunks = body[Symbol.asyncIterator]();
    while (!finished) {
      const { value: chunk, done } = await awaited(chunks.next());
      if (!done) {
        missing -= chunk.length;
        if (missing < 0) throw new Error(`the answer is longer than the ${end - start} bytes that were asked for`);
        yield chunk;
      }
      finished = done === true;
    }
    if (missing > 0) throw new Error(`the answer ended ${missing} bytes early`);
  } catch (error) {
    throw attempt.signal.aborted ? attempt.signal.reason : error;
  } finally {
    signal.removeEventListener('abort', giveUp);
    // A body that was read to its end has given its connection back to the pool already; any other one holds it.
    if (!finished) attempt.abort();
  }
}

/**
 * @param {number} timeoutMs
 * @param {(stall: Stall) => void} onStall
 */
function stallGuard(timeoutMs, onStall) {
  return async function awaited(/** @type {Promise<any>} */ promise) {
    const timer = setTimeout(() => onStall(new Stall(timeoutMs)), timeoutMs);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * The SDK does not look at the signal while it sleeps between its own tries.
 *
 * @param {Promise<Readable>} fetching
 * @param {AbortSignal} signal
 * @returns {Promise<Readable>}
 */
async function unlessAborted(fetching, signal) {
  const { promise: aborted, reject } = Promise.withResolvers();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([fetching, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    // A body that comes too late.
    if (signal.aborted) fetching.then(body => body.destroy()).catch(() => {});
  }
}

/**
 * @param {unknown} error
 * @returns {boolean}
 */
function isHopeless(error) {
  return error instanceof ArchiveError || (error instanceof SluiceError && HOPELESS.has(error.code));
}

/**
 * @param {unknown} error
 * @param {{ name: string, position: number, faults: number }} where
 */
function givenUp(error, { name, position, faults }) {
  const reason = /** @type {Error} */ (error).message;
  return new StorageError(
    error instanceof Stall ? 'storage/stalled' : 'storage/read-failed',
    `cannot read on in ${name} at byte ${position} after ${faults} tries: ${reason}; run it again`,
    { cause: error },
  );
}

/**
 * Exponential, with half of it left to chance so that many readers do not come back at the same moment.
 *
 * @param {number} fault Counted from 1.
 */
function backoffMs(fault) {
  return BACKOFF_MS * 2 ** (fault - 1) * (0.5 + Math.random() / 2);
}

/**
 * @param {number} ms
 * @param {AbortSignal} signal
 */
async function sleepFor(ms, signal) {
  await delay(ms, undefined, { signal });
}

class Stall extends Error {
  /** @param {number} timeoutMs */
  constructor(timeoutMs) {
    super(`no byte came for ${timeoutMs} ms`);
  }
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
