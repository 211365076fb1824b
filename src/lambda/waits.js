import { Readable } from 'node:stream';
import { StoppedError } from '../errors.js';
import { requestName } from '../storage/request-name.js';
import { stoppedWaiting } from '../storage/stopped-waiting.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */

/**
 * Knows which requests to S3 are under way, so that a job that is stopped can say what it was waiting for: the error that ends it
 * comes from whichever step noticed the signal first.
 */
export class Waits {
  /** In the order in which they began. @type {Set<{ name: string, body: Readable | null }>} */
  #underWay = new Set();
  /** What was waited for at the signal. @type {string | null} */
  #found = null;
  #signal;

  /** @param {AbortSignal} signal The deadline's. */
  constructor(signal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.#look, { once: true });
  }

  /**
   * @param {S3Client} client
   * @returns {S3Client} Only `send` (without a callback) and `config`.
   */
  watch(client) {
    const send = async (/** @type {any} */ command, /** @type {any} */ options) => {
      const request = { name: requestName(command), body: /** @type {Readable | null} */ (null) };
      const end = () => void this.#underWay.delete(request);
      this.#underWay.add(request);
      try {
        const answer = await client.send(command, options);
        const { Body } = /** @type {{ Body?: unknown }} */ (answer);
        if (Body instanceof Readable) {
          request.body = Body;
          for (const event of ['end', 'error', 'close']) Body.once(event, end);
        } else end();
        return answer;
      } catch (error) {
        end();
        throw error;
      }
    };
    return /** @type {S3Client} */ (/** @type {unknown} */ ({ config: client.config, send }));
  }

  /**
   * @param {unknown} error What ends the job.
   * @returns {unknown} The same, or if it only says that the job was stopped, one that also says what it was waiting for.
   */
  explain(error) {
    const isMute = error instanceof StoppedError && error.why === undefined;
    return isMute && this.#found !== null ? stoppedWaiting(this.#found, error.cause) : error;
  }

  close() {
    this.#signal.removeEventListener('abort', this.#look);
  }

  #look = () => {
    const requests = [...this.#underWay];
    // Bytes may be on their way while something else is waited for.
    const found = requests.find(({ body }) => body === null) ?? requests.find(({ body }) => body?.readableLength === 0);
    this.#found = found?.name ?? null;
  };
}
