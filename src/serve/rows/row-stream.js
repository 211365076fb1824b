import { countPassedBytes } from '../../memory/collect-buffers.js';
import { HeldRows } from './held-rows.js';
import { QueryError } from './query-error.js';

/** @import { Line } from './batch-line.js' */
/** @import { Query, Reply } from './connection.js' */

/**
 * The rows of one query, as they arrive: while nobody asks for more, the socket is not read. `read` waits for the first row or
 * the end; from then on the statement timeout does not count, so that a slow client is not taken for a slow query.
 *
 * @implements {Reply}
 */
export class RowStream {
  /** What came as a row before those that are copied: a count. @type {string | null} */
  countText = null;
  /** How many rows there were, once all have been read. @type {number | null} */
  rowCount = null;
  byteCount = 0;
  #held;
  #isReady = false;
  #isGivenBack = false;
  #isClosed = false;
  /** @type {QueryError | null} */
  #error = null;
  /** Who waits for the next change. @type {(() => void) | null} */
  #wake = null;
  /** @type {PromiseWithResolvers<void> | null} */
  #released = null;
  /** @type {NodeJS.Timeout | null} */
  #clock;

  /**
   * @param {Line} connection
   * @param {{ query: Query, timeoutMs: number, release: () => void, onEvent: (event: RowsEvent) => void }} how
   */
  constructor(connection, { query, timeoutMs, release, onEvent }) {
    this.connection = connection;
    this.#held = new HeldRows(connection);
    this.release = release;
    this.onEvent = onEvent;
    this.#clock = setTimeout(() => this.#timeOut(timeoutMs), timeoutMs);
    connection.send(query, this);
  }

  /** Whether all of it is here, and was sound. */
  get isComplete() {
    return this.#isReady && this.#error === null;
  }

  /** Resolves with the first row, or the end. @returns {Promise<void>} */
  async begun() {
    while (this.#held.isEmpty && !this.#isReady && this.#error === null && !this.#isClosed) await this.#change();
    // The clock goes on until the server has ended a query that failed.
    if (this.#error !== null && this.#held.isEmpty) throw this.#error;
    if (this.#isClosed) throw new Error('the rows are closed');
    this.#stopClock();
  }

  /**
   * Fails with 57014 if the end is not here within this time.
   *
   * @param {number | null} milliseconds null: no longer.
   */
  endWithin(milliseconds) {
    this.#stopClock();
    if (milliseconds === null || this.#isReady || this.#isClosed) return;
    this.#clock = setTimeout(() => {
      this.#fail(`the answer was not complete after ${milliseconds / 1000} s, the limit for a whole answer`);
    }, milliseconds);
  }

  /**
   * @returns {Promise<Buffer | null>} null: the query has ended, and its transaction is committed.
   * @throws {QueryError} Also after rows have been passed on.
   */
  async next() {
    for (;;) {
      if (!this.#held.isEmpty) return this.#held.take();
      if (this.#error !== null) throw this.#error;
      // Before the end: rows that a closed stream has dropped must not look like all of them.
      if (this.#isClosed) throw new Error('the rows are closed');
      if (this.#isReady) return null;
      await this.#change();
    }
  }

  /**
   * Ends it, at any time. Resolves when the connection is given back, or thrown away.
   *
   * @returns {Promise<void>}
   */
  async close() {
    this.#abandon();
    if (this.#isGivenBack) return;
    this.#released ??= Promise.withResolvers();
    await this.#released.promise;
  }

  /** @param {string} text */
  onCount(text) {
    this.countText = text;
  }

  /** @param {Buffer} block */
  onRows(block) {
    countPassedBytes(block.length);
    if (this.#isClosed) return;
    this.byteCount += block.length;
    this.#held.add(block);
    this.#changed();
  }

  /** @param {number} rowCount */
  onCopied(rowCount) {
    this.rowCount = rowCount;
  }

  /** @param {QueryError} error */
  onError(error) {
    this.#error ??= error;
    this.#changed();
  }

  onReady() {
    this.#isReady = true;
    this.#stopClock();
    this.#held.readOn();
    this.#changed();
    // A cancel may still be on its way to the server: see `#cancel`.
    if (this.#cancelling === null) this.#giveBack();
  }

  /** @returns {Promise<void>} */
  #change() {
    return new Promise(resolve => {
      this.#wake = resolve;
    });
  }

  #changed() {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }

  #stopClock() {
    if (this.#clock !== null) clearTimeout(this.#clock);
    this.#clock = null;
  }

  /** @param {number} timeoutMs */
  #timeOut(timeoutMs) {
    if (this.#isReady || this.byteCount > 0) return;
    this.#fail(`the query had no row after ${timeoutMs / 1000} s, the limit for a statement`);
  }

  /** @param {string} message */
  #fail(message) {
    this.#clock = null;
    this.onEvent('timeout');
    this.onError(new QueryError('57014', message, { severity: 'ERROR' }));
    this.#abandon();
  }

  #abandon() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stopClock();
    this.#held.drop();
    this.#changed();
    if (this.#isReady) return;
    this.onEvent('cancel');
    this.#cancelling = this.#cancel();
  }

  /** @type {Promise<void> | null} */
  #cancelling = null;

  /**
   * Reads the rest of the reply without keeping it, and has the server make it short. A cancel that arrives before the query begins
   * is lost, so it is repeated.
   */
  async #cancel() {
    const { connection } = this;
    this.#held.readOn();
    const forced = setTimeout(() => connection.destroy(), DRAIN_MS);
    try {
      for (let wait = FIRST_REPEAT_MS; !this.#isReady; wait *= 2) {
        await connection.cancel();
        if (!this.#isReady) await this.#readyWithin(wait);
      }
    } finally {
      clearTimeout(forced);
      this.#giveBack();
    }
  }

  /** @param {number} milliseconds */
  async #readyWithin(milliseconds) {
    const timer = setTimeout(() => this.#changed(), milliseconds);
    await this.#change();
    clearTimeout(timer);
  }

  #giveBack() {
    this.release();
    this.#isGivenBack = true;
    this.#released?.resolve();
  }
}

/**
 * @typedef {'cancel' | 'timeout'} RowsEvent
 */

const FIRST_REPEAT_MS = 100;
/** How long a cancelled query may take to end before its connection is thrown away. */
const DRAIN_MS = 5_000;
