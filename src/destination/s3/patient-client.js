import { StoppedError } from '../../errors.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */

/**
 * A client that gives each request only a few more seconds after the signal. Requests that are under way, and those that
 * clean up, are still waited for, because their answers decide what is left behind; but an endpoint may accept a request and
 * never answer.
 *
 * @param {S3Client} client
 * @param {AbortSignal | undefined} signal
 * @param {number} [patienceMs]
 * @returns {S3Client} Only `send` (without a callback) and `config`. It throws a StoppedError for a request that it gave up.
 */
export function patientClient(client, signal, patienceMs = PATIENCE_MS) {
  if (signal === undefined) return client;

  /** @param {any} command @param {{ abortSignal?: AbortSignal }} [options] */
  const send = async (command, options = {}) => {
    const end = new AbortController();
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const begin = () => {
      timer = setTimeout(() => end.abort(signal.reason), patienceMs);
    };
    if (signal.aborted) begin();
    else signal.addEventListener('abort', begin, { once: true });
    const { abortSignal = end.signal } = options;
    try {
      return await client.send(command, { ...options, abortSignal: AbortSignal.any([abortSignal, end.signal]) });
    } catch (error) {
      throw end.signal.aborted ? new StoppedError({ cause: error }) : error;
    } finally {
      signal.removeEventListener('abort', begin);
      clearTimeout(timer);
    }
  };
  return /** @type {S3Client} */ (/** @type {unknown} */ ({ config: client.config, send }));
}

// A function is stopped at most ten seconds before its time is up, and still has to write its manifest.
const PATIENCE_MS = 4_000;
