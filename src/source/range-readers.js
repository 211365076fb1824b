import { StoppedError } from '../errors.js';
import { stoppedWaiting } from '../storage/stopped-waiting.js';
import { promptReadable } from '../streams/prompt-readable.js';

/** @import { Readable } from 'node:stream' */

/**
 * Makes Readables from generators of chunks and keeps track of them: a signal stops them, and `close` destroys them.
 *
 * @param {AbortSignal | undefined} signal
 * @param {string} [name] What may have to be waited for; escaped.
 * @returns {{
 *   read: (generate: (signal: AbortSignal) => AsyncGenerator<Buffer, void>) => Readable,
 *   close: () => void
 * }}
 */
export function rangeReaders(signal, name) {
  /** @type {Set<Readable>} */
  const live = new Set();
  const stop = () => {
    const cause = signal?.reason;
    const stopped = name === undefined ? new StoppedError({ cause }) : stoppedWaiting(name, cause);
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
