import { StoppedError } from '../errors.js';

/**
 * Waits for a service until the time runs out, whether or not the service heeds the signal. The error says what it was waiting
 * for: nobody else could tell why an invocation did nothing.
 *
 * @template Result
 * @param {string} what For the message; escaped.
 * @param {AbortSignal | undefined} signal The deadline's.
 * @param {() => Promise<Result>} act Not called if the time has run out before.
 * @returns {Promise<Result>}
 * @throws {StoppedError} Once the signal is aborted.
 */
export async function waitFor(what, signal, act) {
  if (signal === undefined) return act();
  const stopped = () => new StoppedError({ cause: signal.reason, why: `the time ran out while it waited for ${what}` });
  if (signal.aborted) throw stopped();
  /** @type {PromiseWithResolvers<never>} */
  const { promise, reject } = Promise.withResolvers();
  const stop = () => reject(stopped());
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([promise, act()]);
  } catch (error) {
    // The service's own answer to the signal does not say what was waited for.
    throw signal.aborted ? stopped() : error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
