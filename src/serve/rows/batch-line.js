/** @import { StopSignal } from '../stop.js' */
/** @import { Connection, Query, Reply } from './connection.js' */
/** @import { QueryError } from './query-error.js' */

/**
 * What of a connection is needed for one query.
 *
 * @typedef {Pick<Connection, 'send' | 'pause' | 'resume' | 'cancel' | 'destroy'>} Line
 */

/**
 * Where connections come from.
 *
 * @typedef {{ give: (connection: Connection) => void,
 *   take: (signal: StopSignal | null) => Connection | Promise<Connection | BatchLine> }} LinePool
 */

/**
 * One read's part of a batch.
 *
 * @implements {Line}
 */
export class BatchLine {
  /** @type {'free' | 'queued' | 'moving' | 'moved' | 'done'} */
  state = 'free';
  /** Where it has moved to. @type {Connection | null} */
  #own = null;

  /** @param {{ begin: () => void, endIfUnwanted: () => void, pool: LinePool }} batch */
  constructor(batch) {
    this.batch = batch;
    /** @type {Query} */
    this.query = { sql: '', settings: '', copy: '', shape: null };
    /** @type {Reply} */
    this.reply = NOBODY;
  }

  /** @param {Query} query @param {Reply} reply */
  send(query, reply) {
    this.query = query;
    this.reply = reply;
    this.state = 'queued';
    this.batch.begin();
  }

  pause() {
    this.#own?.pause();
  }

  resume() {
    this.#own?.resume();
  }

  async cancel() {
    if (this.state === 'moved') return this.#own?.cancel();
    // Nothing of it has been passed on.
    this.end();
    this.batch.endIfUnwanted();
  }

  destroy() {
    if (this.#own === null) this.end();
    else this.#own.destroy();
  }

  /** It is not used any more. */
  giveBack() {
    if (this.state === 'free') {
      this.state = 'done';
      this.batch.begin();
    } else if (this.#own !== null) this.batch.pool.give(this.#own);
  }

  end() {
    if (this.state === 'done') return;
    this.state = 'done';
    this.reply.onReady();
  }

  async move() {
    if (this.state !== 'queued') return;
    this.state = 'moving';
    try {
      const connection = /** @type {Connection} */ (await this.batch.pool.take(null));
      // The client may have left.
      if (this.state !== 'moving') return this.batch.pool.give(connection);
      this.state = 'moved';
      this.#own = connection;
      connection.send(this.query, this.reply);
    } catch (error) {
      if (this.state !== 'moving') return;
      this.reply.onError(/** @type {QueryError} */ (error));
      this.end();
    }
  }
}

/** @type {Reply} */
const NOBODY = { onCount() {}, onRows() {}, onCopied() {}, onError() {}, onReady() {} };
