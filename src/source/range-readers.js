import { StoppedError } from '../errors.js';
import { promptReadable } from '../streams/prompt-readable.js';

/** @import { Readable } from 'node:stream' */

/**
 * Makes Readables from generators of chunks and keeps track of them: a signal stops them, and `close` destroys them.
 *
 * @param {AbortSignal | undefined} signal
 * @returns {{
 *   read: (generate: (signal: AbortSignal) => AsyncGenerator<Buffer, void>) => Readable,
 *   close: () => void
 * }}
 */
export function rangeReaders(signal) {
  /** @type {Set<Readable>} */
  const live = new Set();
  const stop = () => {
    const stopped = new StoppedError({ cause: signal?.reason });
    for (const reader of live) reader.destroy(stopped);
  };
  signal?.addEventListener('abort', stop, { once: true });

  return {
    read(generate) {
      const reader = promptReadable(generate);
      live.add(reader);
      reader.once('close', () => live.delete(reader));
      if (signal?.aborted) stop();
      return reader;
    },
    close() {
      signal?.removeEventListener('abort', stop);
      for (const reader of live) reader.destroy();
    },
  };
}
