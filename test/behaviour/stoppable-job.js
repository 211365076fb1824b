import assert from 'node:assert/strict';
import { stride } from '../support/cases.js';
import { READING } from './versions.js';

/** @import { Fault, ObservedRequest } from '../../local-s3/faults.js' */

/** @typedef {(request: ObservedRequest, index: number) => Fault | undefined | void | Promise<Fault | undefined | void>} FaultOf */
/** @typedef {(request: ObservedRequest, index: number) => boolean} IsStop `index` counts the job's requests from 0. */

/**
 * A function whose requests are observed.
 *
 * @typedef {object} Deployed
 * @property {ObservedRequest[]} requests
 * @property {any[]} lines What it logged.
 * @property {FaultOf} fault What goes wrong from now on; the index is that of `requests`.
 * @property {(event: unknown, context?: { remainingMs?: number }) => Promise<unknown>} deliver
 */

/**
 * The delivery of an event to a function of its own, which can be stopped at any of its requests to S3:
 *
 *     const slow = await chain.begin(older);
 *     await slow.runTo(nth(2, isManifestWrite));   // The request has arrived, and is not carried out.
 *     await (await chain.begin(newer)).run();      // Another job runs from its beginning to its end.
 *     await slow.run();
 *
 * @template {Deployed} D
 * @param {D} deployed
 * @param {unknown} event
 * @param {{ remainingMs?: number }} [context]
 */
export function stoppableJob(deployed, event, context) {
  /** @type {IsStop} */
  let isStop = () => false;
  let stopped = Promise.withResolvers();
  /** @type {PromiseWithResolvers<Fault | undefined>} */
  let released = Promise.withResolvers();
  /** @type {Promise<any> | undefined} */
  let end;

  deployed.fault = async (request, index) => {
    if (!isStop(request, index)) return;
    isStop = () => false;
    stopped.resolve(request);
    return released.promise;
  };

  /**
   * @param {IsStop} nextStop
   * @param {Fault} [fault]
   */
  const proceed = (nextStop, fault) => {
    isStop = nextStop;
    stopped = Promise.withResolvers();
    released.resolve(fault);
    released = Promise.withResolvers();
    end ??= deployed.deliver(event, context).then(
      () => null,
      error => error,
    );
    return end;
  };

  return {
    deployed,
    event,
    requests: deployed.requests,
    lines: deployed.lines,

    /**
     * Runs the job up to the first request from here that matches. Only that request waits; others that the job has under
     * way are carried out.
     *
     * @param {number | IsStop} where A number is the request's index.
     * @param {Fault} [fault] What goes wrong with the request that waits until now.
     * @returns {Promise<ObservedRequest | null>} The request that waits, or null where the job has ended without it.
     */
    async runTo(where, fault) {
      const isThere =
        typeof where === 'number' ? (/** @type {unknown} */ _, /** @type {number} */ index) => index === where : where;
      const ended = proceed(isThere, fault).then(() => null);
      return /** @type {any} */ (Promise.race([stopped.promise, ended]));
    },

    /**
     * Runs the job to its end.
     *
     * @param {Fault} [fault] What goes wrong with the request that waits.
     * @returns {Promise<any>} The error that it failed with, or null.
     */
    run: fault => proceed(() => false, fault),

    /** Delivers the event again, as the platform does after a failure. */
    async redeliver() {
      assert.ok(end !== undefined);
      await end;
      deployed.fault = () => {};
      await deployed.deliver(event);
    },

    /** Runs the job to its end, and delivers the event once more if it failed. */
    async complete() {
      if ((await this.run()) !== null) await this.redeliver();
    },
  };
}

/**
 * @param {number} count
 * @param {(request: ObservedRequest) => boolean} is
 * @returns {IsStop} Whether it is the n-th such request, the first being 1.
 */
export function nth(count, is) {
  let seen = 0;
  return request => is(request) && ++seen === count;
}

/**
 * Plays a scenario for each request of a job. The scenario stops the job at the request with the given index, and returns
 * whether there was one.
 *
 * @param {(at: number) => Promise<boolean>} play
 * @param {{ from?: number, step?: number, atLeast?: number }} [options] `atLeast`: how many requests the job surely has.
 */
export async function atEachRequest(play, { from = 0, step = stride(0.5), atLeast = 8 } = {}) {
  let at = from;
  while (await play(at)) at += step;
  assert.ok(at >= atLeast, `${at} requests`);
}

/** @param {ObservedRequest} request */
export function isManifestWrite({ operation, key }) {
  return operation === 'PutObject' && key.endsWith('/_manifest.json');
}

/**
 * Whether a request changes an output, as opposed to the manifest.
 *
 * @param {ObservedRequest} request
 */
export function isOutputWrite({ operation, bucket, key }) {
  return bucket === 'sluice-out' && !READING.includes(operation) && !key.endsWith('/_manifest.json');
}

/**
 * @param {string} key
 * @returns {(request: ObservedRequest) => boolean}
 */
export const isPutOf = key => request => request.operation === 'PutObject' && request.key === key;
