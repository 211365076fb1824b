import { Writable } from 'node:stream';

/**
 * A writable that can be made to fail at once, whatever it waits for.
 *
 * @param {(chunk: Buffer) => Promise<void>} take
 * @param {(error: unknown) => void} onError Called with what `take` throws; it is up to it to fail the writable.
 * @returns {{ writable: Writable, fail: (error: Error) => void }}
 */
export function promptWritable(take, onError) {
  /** @type {((error?: Error | null) => void) | null} */
  let written = null;
  /** @param {Error} [error] */
  const settle = error => {
    const done = written;
    written = null;
    done?.(error);
    return done !== null;
  };
  const writable = new Writable({
    write(chunk, _encoding, done) {
      written = done;
      take(chunk).then(() => settle(), onError);
    },
  });
  // It fails in `finish` too; nobody has to listen.
  writable.on('error', () => {});
  return {
    writable,
    /** @param {Error} error */
    fail: error => {
      if (!settle(error)) writable.destroy(error);
    },
  };
}
