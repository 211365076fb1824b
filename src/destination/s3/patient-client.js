import { StoppedError } from '../../errors.js';
import { requestName } from '../../storage/request-name.js';
import { stoppedWaiting } from '../../storage/stopped-waiting.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */

/**
 * A client that gives its requests only a few more seconds after the signal. Requests that are under way, and those that
 * clean up, are still waited for, because their answers decide what is left behind; but an endpoint may accept a request and
 * never answer. Nor may many of them, one after the other or after something else, take longer than a function has.
 *
 * @param {S3Client} client
 * @param {AbortSignal | undefined} signal
 * @param {{ eachMs?: number, allMs?: number }} [patience]
 * @returns {S3Client} Only `send` (without a callback) and `config`. It throws a StoppedError for a request that it gave up.
 */
export function patientClient(client, signal, { eachMs = EACH_MS, allMs = ALL_MS } = {}) {
  if (signal === undefined) return client;
  /** By `performance.now()`. @type {number | null} */
  let endsAt = null;
  const patienceMs = () => {
    const now = performance.now();
    // A database may have been waited for since the signal.
    endsAt ??= allMs + (signal.reason instanceof StoppedError ? signal.reason.at : now);
    return Math.max(0, Math.min(eachMs, endsAt - now));
  };
  /** The end of the requests that were under way at the signal. There may be many: each has no timer and signal of its own. */
  const common = new Patience(signal, patienceMs);

  /** @param {any} command @param {{ abortSignal?: AbortSignal }} [options] */
  const send = async (command, options = {}) => {
    const patience = signal.aborted ? new Patience(signal, patienceMs) : common;
    const { abortSignal } = options;
    const end = patience.begin();
    try {
      return await client.send(command, {
        ...options,
        abortSignal: abortSignal ? AbortSignal.any([abortSignal, end]) : end,
      });
    } catch (error) {
      throw end.aborted ? stoppedWaiting(requestName(command), error) : error;
    } finally {
      patience.end();
    }
  };
  return /** @type {S3Client} */ (/** @type {unknown} */ ({ config: client.config, send }));
}

/** How long some requests are waited for after a signal. It listens and has a timer only as long as there are any. */
class Patience {
  #signal;
  #patienceMs;
  #end = new AbortController();
  #requests = 0;
  /** @type {NodeJS.Timeout | undefined} */
  #timer;

  /**
   * @param {AbortSignal} signal
   * @param {() => number} patienceMs Called when it begins to wait.
   */
  constructor(signal, patienceMs) {
    this.#signal = signal;
    this.#patienceMs = patienceMs;
  }

  /** @returns {AbortSignal} The end of a request that begins. */
  begin() {
    this.#requests += 1;
    if (this.#requests > 1) return this.#end.signal;
    if (this.#signal.aborted) this.#onSignal();
    else this.#signal.addEventListener('abort', this.#onSignal, { once: true });
    return this.#end.signal;
  }

  /** A request has ended. */
  end() {
    this.#requests -= 1;
    if (this.#requests > 0) return;
    this.#signal.removeEventListener('abort', this.#onSignal);
    clearTimeout(this.#timer);
  }

  #onSignal = () => {
    this.#timer = setTimeout(() => this.#end.abort(this.#signal.reason), this.#patienceMs());
  };
}

// A function is stopped at most ten seconds before its time is up, and still has to write its manifest, and a line to its log.
const EACH_MS = 4_000;
const ALL_MS = 8_500;
