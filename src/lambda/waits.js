import { Readable } from 'node:stream';
import { StoppedError } from '../errors.js';
import { requestName } from '../storage/request-name.js';
import { stoppedWaiting } from '../storage/stopped-waiting.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */

/**
 * A request to S3 that is under way. `begun`: by `performance.now()`. `isAwaited`: whether somebody waits for it: for its answer, or for
 * bytes of the answer's body that have not come.
 *
 * @typedef {{ name: string, begun: number, isAwaited: boolean, hasAnswer: boolean }} UnderWay
 */

/**
 * Knows which requests to S3 are under way, so that a job that is stopped can say what it was waiting for: the error that ends it
 * comes from whichever step noticed the signal first.
 */
export class Waits {
  /** In the order in which they began. @type {Set<UnderWay>} */
  #underWay = new Set();
  /** What may have been waited for at the signal. @type {Set<UnderWay>} */
  #found = new Set();
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
      /** @type {UnderWay} */
      const request = { name: requestName(command), begun: performance.now(), isAwaited: true, hasAnswer: false };
      const end = () => void this.#underWay.delete(request);
      this.#underWay.add(request);
      try {
        const answer = await client.send(command, options);
        const { Body } = /** @type {{ Body?: unknown }} */ (answer);
        this.#noteAnswer(request);
        if (Body instanceof Readable) {
          noteReads(Body, request);
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
    const [found] = this.#found;
    return isMute && found !== undefined ? stoppedWaiting(found.name, error.cause) : error;
  }

  close() {
    this.#signal.removeEventListener('abort', this.#look);
  }

  #look = () => {
    const awaited = [...this.#underWay].filter(({ isAwaited }) => isAwaited);
    // Bytes may be on their way while something else is waited for.
    this.#found = new Set([...awaited.filter(each => !each.hasAnswer), ...awaited.filter(each => each.hasAnswer)]);
  };

  /** @param {UnderWay} request */
  #noteAnswer(request) {
    request.hasAnswer = true;
    request.isAwaited = false;
    // One that was answered as soon as any other has held up nothing: the job was busy, or waited for something else.
    if (performance.now() - request.begun < USUAL_MS) this.#found.delete(request);
  }
}

/**
 * Notes whether somebody waits for bytes of a body: whoever reads it has got none the last time.
 *
 * @param {Readable} body
 * @param {UnderWay} request
 */
function noteReads(body, request) {
  const read = body.read.bind(body);
  body.read = size => {
    const chunk = read(size);
    // A stream itself asks for no bytes, so that more come.
    if (size !== 0) request.isAwaited = chunk === null;
    return chunk;
  };
}

/** A small function needs a second or two for a part of an upload. */
const USUAL_MS = 2_000;
