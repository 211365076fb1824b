import { BatchLine } from './batch-line.js';

/** @import { LinePool } from './batch-line.js' */
/** @import { Connection, Reply } from './connection.js' */

/**
 * Several reads of one role, which waited for a connection, as one message: where hundreds wait, that saves the server and this
 * process most of what a small read costs. Each has a line of its own, as if it had a connection of its own, and gets its rows when
 * they are all here. The server keeps back what it has to send until that fills its buffer or the message ends, so one slow read
 * would hold up those before it, too: a message that takes long, or has a large answer, is cancelled. With the error comes what is
 * finished; whatever is not is asked for again, alone.
 *
 * @implements {Reply}
 */
export class Batch {
  #at = 0;
  #isOver = false;
  /** What has come for the current line. @type {Buffer[]} */
  #blocks = [];
  #heldBytes = 0;
  /** @type {Promise<void> | null} */
  #cancelling = null;
  /** @type {NodeJS.Timeout | null} */
  #patience = null;
  /** @type {NodeJS.Timeout | null} */
  #forced = null;

  /**
   * @param {Connection} connection
   * @param {number} size
   * @param {LinePool} pool
   */
  constructor(connection, size, pool) {
    this.connection = connection;
    this.pool = pool;
    this.lines = Array.from({ length: size }, () => new BatchLine(this));
  }

  /** Sends what has been asked for, once each line is taken or given back. */
  begin() {
    if (this.lines.some(({ state }) => state === 'free')) return;
    this.lines = this.lines.filter(({ state }) => state === 'queued');
    const queries = this.lines.map(line => line.query);
    if (queries.length === 0) return this.pool.give(this.connection);
    const [{ settings, shape }] = queries;
    this.connection.send(
      { sql: settings + queries.map(({ copy }) => copy).join('; '), settings, copy: '', shape },
      this,
    );
    this.#start();
  }

  get current() {
    return this.#isOver ? null : (this.lines[this.#at] ?? null);
  }

  onCount() {
    // No read with a count is in a batch.
  }

  /** @param {Buffer} block */
  onRows(block) {
    const line = this.current;
    if (line?.state !== 'queued') return;
    this.#blocks.push(block);
    this.#heldBytes += block.length;
    if (this.#heldBytes <= HELD_BYTES) return;
    this.#blocks = [];
    line.move();
    this.cancel();
  }

  /** @param {number} rowCount */
  onCopied(rowCount) {
    const line = this.current;
    this.#at += 1;
    if (line?.state === 'queued') {
      for (const block of this.#blocks) line.reply.onRows(block);
      line.reply.onCopied(rowCount);
      line.end();
    }
    this.#start();
  }

  /** The server passes over the rest. It may have refused the message as a whole, because of any of its reads: an error is its own. */
  onError() {
    this.#moveRest();
  }

  onReady() {
    this.#moveRest();
    this.#stopWaiting();
    if (this.#forced !== null) clearTimeout(this.#forced);
    // A cancel that is still under way must not meet the next query.
    if (this.#cancelling === null) this.pool.give(this.connection);
    else this.#cancelling.then(() => this.pool.give(this.connection));
  }

  /** The read that waited for a line has left. */
  endIfUnwanted() {
    const isWanted = this.lines.slice(this.#at).some(({ state }) => state === 'queued' || state === 'free');
    if (this.current !== null && !isWanted) this.cancel();
  }

  cancel() {
    this.#forced ??= setTimeout(() => this.connection.destroy(), DRAIN_MS);
    this.#cancelling ??= this.connection.cancel().then(() => {
      this.#cancelling = null;
    });
  }

  #moveRest() {
    for (const line of this.lines.slice(this.#at)) line.move();
    this.#isOver = true;
  }

  #start() {
    this.#stopWaiting();
    this.#blocks = [];
    this.#heldBytes = 0;
    const line = this.current;
    if (line === null) return;
    this.connection.beginRows(line.query.shape);
    this.#patience = setTimeout(() => this.#losePatience(line), PATIENCE_MS);
    this.endIfUnwanted();
  }

  /** @param {BatchLine} line */
  #losePatience(line) {
    // What has come while this process was busy is read first.
    setImmediate(() => {
      if (this.current === line) this.cancel();
    });
  }

  #stopWaiting() {
    if (this.#patience !== null) clearTimeout(this.#patience);
    this.#patience = null;
  }
}

/** How long a message may take to its first answer, and from one to the next. */
const PATIENCE_MS = 300;
/** A larger answer is asked for alone. */
const HELD_BYTES = 65_536;
/** How long a cancelled message may take to end before its connection is thrown away. */
const DRAIN_MS = 5_000;
