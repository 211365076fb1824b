/** @import { Readable } from 'node:stream' */

/**
 * Requests a body for the bytes `[start, end)`. When the signal aborts, the body is no longer wanted and must free its
 * connection.
 *
 * @typedef {(start: number, end: number, signal: AbortSignal) => Promise<Readable>} FetchRange
 */

/**
 * Reads a range in one request: yields exactly `end - start` bytes or fails. Either way, the connection is free
 * afterwards.
 *
 * @param {FetchRange} fetch
 * @param {object} range
 * @param {number} range.start
 * @param {number} range.end
 * @param {AbortSignal} range.signal
 * @param {number} range.stallTimeoutMs Runs only while we wait for a byte, not while the consumer is busy.
 * @returns {AsyncGenerator<Buffer, void>}
 * @throws {Stall | Error}
 */
export async function* readRangeBody(fetch, { start, end, signal, stallTimeoutMs }) {
  signal.throwIfAborted();
  const request = new AbortController();
  const giveUp = () => request.abort(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  const awaited = stallGuard(stallTimeoutMs, stall => request.abort(stall));

  let missing = end - start;
  let finished = false;
  try {
    const body = await awaited(unlessAborted(fetch(start, end, request.signal), request.signal));
    body.on('error', () => {});
    request.signal.addEventListener('abort', () => body.destroy(request.signal.reason), { once: true });
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
    throw request.signal.aborted ? request.signal.reason : error;
  } finally {
    signal.removeEventListener('abort', giveUp);
    // Only a body that was read to its end has returned its connection to the pool.
    if (!finished) request.abort();
  }
}

/** No byte arrived in time. */
export class Stall extends Error {
  /** @param {number} timeoutMs */
  constructor(timeoutMs) {
    super(`no byte came for ${timeoutMs} ms`);
  }
}

/** @param {number} timeoutMs @param {(stall: Stall) => void} onStall */
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
 * Rejects as soon as the signal aborts: the SDK ignores it while it sleeps between its own attempts.
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
    // The body may still arrive.
    if (signal.aborted) fetching.then(body => body.destroy()).catch(() => {});
  }
}
