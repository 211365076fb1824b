import { Pool } from './pool.js';
import { QueryError } from './query-error.js';
import { RowStream } from './row-stream.js';

/** @import { DatabaseSettings } from '../../destination/database/settings.js' */
/** @import { Connection, Query } from './connection.js' */
/** @import { StopSignal } from '../stop.js' */
/** @import { RowsEvent } from './row-stream.js' */

/**
 * Rows of a database, each query's by one round trip.
 *
 * @typedef {ReturnType<typeof openRows>} Rows
 */

/**
 * @param {DatabaseSettings} settings
 * @param {{ poolSize: number, statementTimeoutMs: number, onEvent?: (event: RowsEvent) => void }} options `statementTimeoutMs`:
 *   how long a query may take to its first row, and how long one waits for a connection.
 */
export function openRows(settings, { poolSize, statementTimeoutMs, onEvent = () => {} }) {
  const pool = new Pool(settings, { size: poolSize, waitMs: statementTimeoutMs });

  return {
    /**
     * Begins a query. Its statements are one message; the rows are those of a `COPY … TO STDOUT`.
     *
     * @param {Query} query
     * @param {boolean} mayJoin Whether it may be sent in one message with others that have the same settings.
     * @param {StopSignal | null} [signal] Until the first row is there; later, close the stream.
     * @returns {Promise<RowStream>} When the first row is there, or the end.
     */
    async read(query, mayJoin, signal = null) {
      if (signal?.aborted) throw signal.reason;
      const taken = pool.take(signal, mayJoin ? query.settings : null);
      const connection = taken instanceof Promise ? await taken : taken;
      if (signal?.aborted) {
        pool.give(connection);
        throw signal.reason;
      }
      const release = () => pool.give(connection);
      const rows = new RowStream(connection, { query, timeoutMs: statementTimeoutMs, release, onEvent });
      const onAbort = () => void rows.close();
      signal?.addEventListener('abort', onAbort);
      try {
        await rows.begun();
        return rows;
      } catch (error) {
        throw signal?.aborted ? signal.reason : error;
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },

    /**
     * Asks for rows as objects. All of them have to be here within the time to a first row.
     *
     * @param {string} sql
     * @returns {Promise<any[]>}
     */
    async query(sql) {
      const connection = /** @type {Connection} */ (await pool.take(null));
      let isLate = false;
      const clock = setTimeout(() => {
        isLate = true;
        connection.cancel();
        connection.destroy();
      }, statementTimeoutMs);
      try {
        return await connection.query(sql);
      } catch (error) {
        if (!isLate) throw error;
        const message = `the query had no answer after ${statementTimeoutMs / 1000} s, the limit for a statement`;
        throw new QueryError('57014', message, { severity: 'ERROR', cause: error });
      } finally {
        clearTimeout(clock);
        pool.give(connection);
      }
    },

    get stats() {
      return pool.stats;
    },

    /** Ends each connection as soon as it is given back. */
    close: () => pool.close(),
    destroy: () => pool.destroy(),
  };
}
