import { StoppedError } from '../errors.js';

/** @import { Writable } from 'node:stream' */
/** @import { Output, SuspendedOutput } from './open.js' */

/**
 * An output that is not published yet, as S3 or a folder keeps it. Its steps are those of an `Output`; `openOutput` sees to
 * it that at most one of them ends it.
 *
 * @typedef {object} Draft
 * @property {Writable} writable
 * @property {() => Promise<'written' | 'adopted'>} commit
 * @property {() => Promise<SuspendedOutput>} suspend
 * @property {() => Promise<void>} release
 * @property {() => Promise<void>} abort
 * @property {(error: Error) => void} stop Fails the writable, and with it what is under way. The draft stays open.
 */

/**
 * Makes a draft an output: stops it on the signal, and ends it once.
 *
 * @param {Draft} draft
 * @param {object} options
 * @param {string} options.uri
 * @param {boolean} options.isResumable Whether it stays open after a failed commit.
 * @param {AbortSignal | undefined} options.signal Ignored if it was aborted before: what is opened after it, a manifest,
 *   records how far the job came.
 * @param {() => void} options.onClosed Called when it has ended.
 * @returns {Output}
 */
export function openOutput(draft, { uri, isResumable, signal, onClosed }) {
  const stop = () => draft.stop(new StoppedError({ cause: signal?.reason }));
  if (signal?.aborted === false) signal.addEventListener('abort', stop);

  /** @type {Promise<void> | null} */
  let ending = null;
  /** @param {() => Promise<void>} [giveUp] */
  const end = giveUp => {
    ending ??= (async () => {
      await giveUp?.();
      signal?.removeEventListener('abort', stop);
      onClosed();
    })();
    return ending;
  };

  return {
    uri,
    writable: draft.writable,
    async commit() {
      try {
        const result = await draft.commit();
        await end();
        return result;
      } catch (error) {
        if (!isResumable) await end(() => draft.abort());
        throw error;
      }
    },
    async suspend() {
      const suspended = await draft.suspend();
      await end();
      return suspended;
    },
    release: () => end(() => draft.release()),
    abort: () => end(() => draft.abort()),
  };
}
