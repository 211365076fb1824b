import { Writable } from 'node:stream';

/**
 * A Writable that can be made to fail immediately, even while a write is under way.
 *
 * @param {(chunk: Buffer) => Promise<void>} take
 * @param {(error: unknown) => void} onError Called if `take` rejects; it has to call `fail`.
 * @returns {{ writable: Writable, fail: (error: Error) => void }}
 */
export function promptWritable(take, onError) {
  /** @type {((error?: Error | null) => void) | null} */
  let done = null;
  /** @param {Error} [error] */
  const finishWrite = error => {
    const callback = done;
    done = null;
    callback?.(error);
    return callback !== null;
  };
  const writable = new Writable({
    write(chunk, _encoding, callback) {
      done = callback;
      take(chunk).then(() => finishWrite(), onError);
    },
  });
  // The caller of `fail` reports the error itself; without a listener it would be uncaught.
  writable.on('error', () => {});
  return {
    writable,
    /** @param {Error} error */
    fail: error => {
      if (!finishWrite(error)) writable.destroy(error);
    },
  };
}
