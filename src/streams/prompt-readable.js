import { Readable } from 'node:stream';

/**
 * A Readable of a generator's chunks. Destroying it takes effect immediately and aborts the generator's signal, even in
 * the middle of a wait; `Readable.from` would wait for the generator's next chunk first.
 *
 * @param {(signal: AbortSignal) => AsyncGenerator<Buffer, void>} generate
 * @returns {Readable}
 */
export function promptReadable(generate) {
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

// Enough for one chunk: the ones after it wait in the socket or on the disk.
const HIGH_WATER_MARK_BYTES = 64 * 1024;
