import { connectionOf, openClient, requestCancel } from '../../destination/database/open-client.js';
import { lostConnection, readQueryError } from './query-error.js';
import { createReplyReader } from './reply-reader.js';

/** @import { Socket } from 'node:net' */
/** @import { DatabaseSettings } from '../../destination/database/settings.js' */
/** @import { JsonShape } from './json-shape.js' */
/** @import { QueryError } from './query-error.js' */

/**
 * What is sent: `settings`, statements that it begins with, and `copy`, the rest; `sql` is both. `shape`: how the rows become JSON; null:
 * they are passed on as they are.
 *
 * @typedef {{ sql: string, settings: string, copy: string, shape: JsonShape | null }} Query
 *
 * Gets the reply to a query.
 *
 * @typedef {object} Reply
 * @property {(text: string) => void} onCount The one column of a row that is not copied.
 * @property {(block: Buffer) => void} onRows
 * @property {(rowCount: number) => void} onCopied All rows have been sent, but their transaction may still fail.
 * @property {(error: QueryError) => void} onError
 * @property {() => void} onReady The reply has ended.
 */

/**
 * A connection that is logged in. `pg` does that, and steps aside: the socket's bytes are read here, which saves a large reply
 * an object and an event for each row.
 */
export class Connection {
  /** @type {Reply | null} */
  #reply = null;
  #isLost = false;
  #isInTransaction = false;
  #cancels = 0;
  /** @type {((connection: Connection) => void) | null} */
  onLost = null;

  /** @param {DatabaseSettings} settings */
  static async open(settings) {
    const { client } = await openClient(settings);
    return new Connection(settings, client);
  }

  /**
   * @param {DatabaseSettings} settings
   * @param {import('pg').Client} client
   */
  constructor(settings, client) {
    this.settings = settings;
    this.client = client;
    /** @type {Socket} */
    this.socket = connectionOf(client).stream;
    this.reader = createReplyReader({
      onRows: block => this.#reply?.onRows(block),
      onMessage: (type, body) => this.#receive(type, body),
    });
    this.driver = this.socket.listeners('data');
    this.read = this.reader.read;
    this.#stepIn();
    this.socket.once('close', () => this.#lose());
    this.socket.once('end', () => this.#lose());
  }

  /** Whether another query can be sent. */
  get isUsable() {
    return !this.#isLost && !this.#isInTransaction && this.#reply === null && this.#cancels === 0;
  }

  get isLost() {
    return this.#isLost;
  }

  /**
   * Sends one or more statements.
   *
   * @param {Query} query
   * @param {Reply} reply
   */
  send({ sql, shape }, reply) {
    this.#reply = reply;
    this.reader.begin(shape);
    const length = Buffer.byteLength(sql);
    const message = Buffer.allocUnsafe(length + 6);
    message[0] = QUERY;
    message.writeUInt32BE(length + 5, 1);
    message.write(sql, 5);
    message[length + 5] = 0;
    this.socket.write(message);
  }

  /** The rows of another statement follow. @param {JsonShape | null} shape */
  beginRows(shape) {
    this.reader.begin(shape);
  }

  pause() {
    this.socket.pause();
  }

  resume() {
    this.socket.resume();
  }

  /**
   * Asks the server to cancel the query under way. The connection is not usable before the server has dealt with that: else it
   * might cancel the next query.
   */
  async cancel() {
    this.#cancels += 1;
    const isOver = await requestCancel(this.settings, this.client);
    this.#cancels -= 1;
    if (!isOver) this.destroy();
  }

  /** Throws the connection away. */
  destroy() {
    this.socket.destroy();
    this.#lose();
  }

  /**
   * Asks for rows by `pg` itself, which turns each column into what it is in JavaScript.
   *
   * @param {string} sql
   * @returns {Promise<any[]>}
   */
  async query(sql) {
    this.socket.removeListener('data', this.read);
    for (const listener of this.driver) this.socket.on('data', /** @type {(chunk: Buffer) => void} */ (listener));
    try {
      return (await this.client.query(sql)).rows;
    } finally {
      this.#stepIn();
    }
  }

  #stepIn() {
    this.socket.removeAllListeners('data');
    this.socket.on('data', this.read);
  }

  /**
   * @param {number} type
   * @param {Buffer} body
   */
  #receive(type, body) {
    switch (type) {
      case DATA_ROW:
        // Behind the number of columns and the length of the first.
        this.#reply?.onCount(body.toString('utf8', 6));
        break;
      case COMPLETE:
        if (body.toString('latin1', 0, 5) === 'COPY ')
          this.#reply?.onCopied(Number(body.toString('latin1', 5, body.length - 1)));
        break;
      case ERROR:
        // Without a query, it says why the server ends the connection.
        this.#reply?.onError(readQueryError(body));
        break;
      case READY: {
        const reply = this.#reply;
        this.#reply = null;
        this.#isInTransaction = body[0] !== IDLE;
        reply?.onReady();
        break;
      }
    }
  }

  #lose() {
    if (this.#isLost) return;
    this.#isLost = true;
    const reply = this.#reply;
    this.#reply = null;
    reply?.onError(lostConnection());
    reply?.onReady();
    this.onLost?.(this);
  }
}

const QUERY = 0x51;
const DATA_ROW = 0x44;
const COMPLETE = 0x43;
const ERROR = 0x45;
const READY = 0x5a;
/** A transaction status: not in a transaction. */
const IDLE = 0x49;
