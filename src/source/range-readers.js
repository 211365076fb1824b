import { Readable } from 'node:stream';
import { StoppedError } from '../errors.js';

/**
 * Makes Readables from generators of chunks and keeps track of them, so that a signal stops them and a closing source
 * leaves none open. A Readable that is destroyed aborts its generator's signal at once, also in the middle of a wait:
 * `Readable.from` would wait for the generator's next chunk first.
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
    for (const reader of live) reader.destroy(new StoppedError({ cause: signal?.reason }));
  };
  signal?.addEventListener('abort', stop, { once: true });

  return {
    read(generate) {
      const reader = readableFrom(generate);
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

/**
 * @param {(signal: AbortSignal) => AsyncGenerator<Buffer, void>} generate
 * @returns {Readable}
 */
function readableFrom(generate) {
  const controller = new AbortController();
  const chunks = generate(controller.signal);
  return new Readable({
    highWaterMark: HIGH_WATER_MARK_BYTES,
    async read() {
      try {
        const { value, done } = await chunks.next();
        this.push(done ? null : value);
      } catch (error) {
        this.destroy(/** @type {Error} */ (error));
      }
    },
    destroy(error, done) {
      controller.abort();
      chunks.return().catch(() => {});
      done(error);
    },
  });
}

// One chunk in hand is enough: what is behind it waits in the socket or on the disk.
const HIGH_WATER_MARK_BYTES = 64 * 1024;
