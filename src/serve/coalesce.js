import { Stop } from './stop.js';

/** @import { StopSignal } from './stop.js' */

/**
 * Where bytes come from, on demand.
 *
 * @typedef {object} Source
 * @property {() => Promise<Buffer | null>} next null: the end.
 * @property {() => Promise<void>} close
 */

/**
 * What a caller gets. `whole`: everything, made once for all who asked. `first`: there is more than what can be shared, and this
 * caller has the source now, and closes it. `alone`: there is more than what can be shared, and another caller has the source.
 *
 * @template {Source} S
 * @template W
 * @typedef {{ kind: 'whole', whole: W, isJoined: boolean } | { kind: 'first', source: S, blocks: Buffer[] } | { kind: 'alone' }} Outcome
 */

/**
 * What to do for the first who asks. `start`: opens the source; its signal says that nobody waits any more. `makeWhole`: makes
 * of everything what all callers get.
 *
 * @template {Source} S
 * @template W
 * @typedef {{ start: (signal: StopSignal) => Promise<S>, makeWhole: (source: S, blocks: Buffer[]) => W }} Asking
 */

/**
 * Lets callers who ask for the same thing at the same time share one source. Nothing is kept behind its end: neither bytes nor a
 * failure.
 *
 * @template {Source} S
 * @template W
 * @param {{ limitBytes: number }} options What is shared at most.
 */
export function createCoalescer({ limitBytes }) {
  /** @type {Map<string, Flight<S, W>>} */
  const flights = new Map();
  /** @param {Flight<S, W>} flight */
  const forget = flight => {
    if (flights.get(flight.key) === flight) flights.delete(flight.key);
  };

  return {
    /**
     * @param {string} key Equal for what is equal.
     * @param {Asking<S, W>} asking
     * @param {StopSignal} signal The caller's own.
     * @returns {Promise<Outcome<S, W>>} Rejects with the source's failure, or if the caller's signal is aborted.
     */
    share(key, asking, signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      const joined = flights.get(key);
      const flight = joined ?? { key, callers: [], abandoned: new Stop(), source: null };
      const outcome = wait(flight, signal, forget);
      if (joined === undefined) {
        flights.set(key, flight);
        fly(flight, asking);
      }
      return outcome;
    },

    /** How many sources are under way. */
    get size() {
      return flights.size;
    },
  };

  /**
   * @param {Flight<S, W>} flight
   * @param {Asking<S, W>} asking
   */
  async function fly(flight, { start, makeWhole }) {
    /** @type {Buffer[]} */
    const blocks = [];
    let byteCount = 0;
    try {
      const source = await start(flight.abandoned);
      flight.source = source;
      if (flight.callers.length === 0) return void (await source.close());
      for (;;) {
        const block = await source.next();
        if (block === null) return deliver(flight, makeWhole(source, blocks));
        blocks.push(block);
        byteCount += block.length;
        if (byteCount > limitBytes) return handOver(flight, source, blocks);
      }
    } catch (error) {
      forget(flight);
      for (const { reject } of flight.callers.splice(0)) reject(error);
      // A source that has failed may still hold what it reads from.
      await flight.source?.close().catch(() => {});
    }
  }

  /**
   * @param {Flight<S, W>} flight
   * @param {W} whole
   */
  function deliver(flight, whole) {
    forget(flight);
    let isJoined = false;
    for (const { resolve } of flight.callers.splice(0)) {
      resolve({ kind: 'whole', whole, isJoined });
      isJoined = true;
    }
  }

  /**
   * @param {Flight<S, W>} flight
   * @param {S} source
   * @param {Buffer[]} blocks
   */
  function handOver(flight, source, blocks) {
    forget(flight);
    const [first, ...others] = flight.callers.splice(0);
    if (first === undefined) return void source.close();
    first.resolve({ kind: 'first', source, blocks });
    for (const { resolve } of others) resolve({ kind: 'alone' });
  }
}

/**
 * @template {Source} S
 * @template W
 * @param {Flight<S, W>} flight
 * @param {StopSignal} signal
 * @param {(flight: Flight<S, W>) => void} forget
 * @returns {Promise<Outcome<S, W>>}
 */
function wait(flight, signal, forget) {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      flight.callers.splice(flight.callers.indexOf(caller), 1);
      reject(signal.reason);
      if (flight.callers.length > 0) return;
      forget(flight);
      flight.abandoned.abort(signal.reason);
      flight.source?.close().catch(() => {});
    };
    /** @type {Caller<S, W>} */
    const caller = {
      resolve: outcome => {
        signal.removeEventListener('abort', onAbort);
        resolve(outcome);
      },
      reject: error => {
        signal.removeEventListener('abort', onAbort);
        reject(error);
      },
    };
    signal.addEventListener('abort', onAbort);
    flight.callers.push(caller);
  });
}

/**
 * @template {Source} S
 * @template W
 * @typedef {{ key: string, callers: Caller<S, W>[], abandoned: Stop, source: S | null }} Flight
 */

/**
 * @template {Source} S
 * @template W
 * @typedef {{ resolve: (outcome: Outcome<S, W>) => void, reject: (error: unknown) => void }} Caller
 */
