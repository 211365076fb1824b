import { ServeError } from '../serve-error.js';
import { Batch } from './batch.js';
import { BatchLine } from './batch-line.js';
import { Connection } from './connection.js';

/** @import { StopSignal } from '../stop.js' */
/** @import { DatabaseSettings } from '../../destination/database/settings.js' */

/**
 * Keeps up to `size` connections, which are opened when they are needed. Who finds none waits in line, for a limited time.
 */
export class Pool {
  /** @type {Connection[]} */
  #idle = [];
  /** Those in use, too. @type {Set<Connection>} */
  #connections = new Set();
  #opening = 0;
  /** @type {Waiter[]} */
  #waiting = [];
  /** After a refusal, no other connection is tried before this. */
  #notBefore = 0;
  #isClosed = false;

  /**
   * @param {DatabaseSettings} settings
   * @param {{ size: number, waitMs: number }} limits
   */
  constructor(settings, { size, waitMs }) {
    this.settings = settings;
    this.size = size;
    this.waitMs = waitMs;
  }

  get stats() {
    return { open: this.#connections.size, idle: this.#idle.length, waiting: this.#waiting.length };
  }

  /**
   * @param {StopSignal | null} signal
   * @param {string | null} [joinKey] Those with the same one may get lines of one connection instead.
   * @returns {Connection | Promise<Connection | BatchLine>}
   * @throws {ServeError} 503
   */
  take(signal, joinKey = null) {
    if (this.#isClosed) throw closing();
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    return this.#wait(signal, joinKey);
  }

  /** @param {Connection | BatchLine} connection */
  give(connection) {
    if (connection instanceof BatchLine) return connection.giveBack();
    if (connection.isLost) return this.#refill();
    if (!connection.isUsable || this.#isClosed) return connection.destroy();
    const share = Math.ceil(this.#waiting.length / this.#connections.size);
    const waiter = this.#waiting.shift();
    if (waiter === undefined) return void this.#idle.push(connection);
    const others = waiter.joinKey === null ? [] : this.#joining(waiter.joinKey, Math.min(share, BATCH) - 1);
    if (others.length === 0) return waiter.resolve(connection);
    const { lines } = new Batch(connection, others.length + 1, this);
    for (const [index, each] of [waiter, ...others].entries()) each.resolve(lines[index]);
  }

  /** Ends the idle connections at once, and those in use as they are given back. */
  close() {
    this.#isClosed = true;
    for (const waiter of this.#waiting.splice(0)) waiter.reject(closing());
    for (const connection of this.#idle.splice(0)) connection.destroy();
  }

  /** Ends all connections at once. */
  destroy() {
    this.close();
    for (const connection of this.#connections) connection.destroy();
  }

  /**
   * @param {StopSignal | null} signal
   * @param {string | null} joinKey
   * @returns {Promise<Connection | BatchLine>}
   */
  #wait(signal, joinKey) {
    return new Promise((resolve, reject) => {
      const leave = (/** @type {unknown} */ error) => {
        const at = this.#waiting.indexOf(waiter);
        if (at === -1) return;
        this.#waiting.splice(at, 1);
        waiter.reject(error);
      };
      const onAbort = () => leave(signal?.reason);
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const timer = setTimeout(() => leave(exhausted(this.waitMs)), this.waitMs);
      /** @type {Waiter} */
      const waiter = {
        joinKey,
        resolve: connection => {
          settle();
          resolve(connection);
        },
        reject: error => {
          settle();
          reject(error);
        },
      };
      signal?.addEventListener('abort', onAbort);
      this.#waiting.push(waiter);
      this.#refill();
    });
  }

  /**
   * Takes those that may join out of the line, of the next few.
   *
   * @param {string} joinKey
   * @param {number} most
   */
  #joining(joinKey, most) {
    /** @type {Waiter[]} */
    const joining = [];
    for (let at = 0; at < this.#waiting.length && at < LOOKED_AT && joining.length < most; ) {
      if (this.#waiting[at].joinKey === joinKey) joining.push(...this.#waiting.splice(at, 1));
      else at += 1;
    }
    return joining;
  }

  /** Opens as many connections as are waited for. */
  #refill() {
    while (
      !this.#isClosed &&
      this.#opening < this.#waiting.length &&
      this.#connections.size + this.#opening < this.size &&
      (this.#connections.size === 0 || Date.now() >= this.#notBefore)
    ) {
      this.#opening += 1;
      this.#open();
    }
  }

  async #open() {
    try {
      const connection = await Connection.open(this.settings);
      this.#opening -= 1;
      this.#connections.add(connection);
      connection.onLost = () => this.#drop(connection);
      this.#notBefore = 0;
      this.give(connection);
    } catch (error) {
      this.#opening -= 1;
      this.#notBefore = Date.now() + REFUSED_MS;
      // The others wait for those connections that there are.
      if (this.#connections.size > 0) return;
      for (const waiter of this.#waiting.splice(0)) waiter.reject(unreachable(error));
    }
  }

  /** @param {Connection} connection */
  #drop(connection) {
    this.#connections.delete(connection);
    const at = this.#idle.indexOf(connection);
    if (at !== -1) this.#idle.splice(at, 1);
    this.#refill();
  }
}

/**
 * @typedef {{ joinKey: string | null, resolve: (connection: Connection | BatchLine) => void, reject: (error: unknown) => void }} Waiter
 */

/** @param {number} waitMs */
function exhausted(waitMs) {
  return new ServeError(503, 'PGRST003', `no connection to the database was free within ${waitMs / 1000} s`, {
    hint: 'Try again later.',
    headers: RETRY,
  });
}

/** @param {unknown} cause */
function unreachable(cause) {
  return new ServeError(503, 'PGRST000', 'the database cannot be reached', {
    hint: 'Try again later.',
    headers: RETRY,
    cause,
  });
}

function closing() {
  return new ServeError(503, 'PGRST000', 'the service is shutting down', { headers: RETRY });
}

/** Reads in one message at most. */
const BATCH = 16;
const LOOKED_AT = 128;
const RETRY = { 'retry-after': '1' };
/** How long after a refused connection the next is tried, if there are others. */
const REFUSED_MS = 1_000;
