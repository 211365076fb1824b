import { from as copyFrom } from 'pg-copy-streams';
import { isAtWork } from './is-at-work.js';
import { openClient } from './open-client.js';
import { watchSilence } from './watch-silence.js';

/** @import { Socket } from 'node:net' */
/** @import { CopyStreamQuery } from 'pg-copy-streams' */
/** @import { DatabaseSettings } from './settings.js' */

/**
 * A connection to the database. `pg` speaks Postgres's protocol, `pg-copy-streams` the part of it that takes rows.
 *
 * @typedef {object} Connection
 * @property {(sql: string, values?: unknown[]) => Promise<any[]>} query The rows of the result; with several statements in
 *   `sql`, nothing.
 * @property {(sql: string) => Promise<number>} run How many rows a statement has written.
 * @property {(sql: string) => Promise<void>} begin Runs statements that begin a transaction.
 * @property {() => Promise<void>} commit Fails too if there was nothing that could be committed.
 * @property {(sql: string) => Promise<void>} finish Runs statements that end with a `COMMIT`, as one message: the server finishes
 *   them even if the client is gone. Fails too if there was nothing that could be committed.
 * @property {(sql: string) => CopyStreamQuery} copy A stream that takes the rows of a `COPY … FROM STDIN`.
 * @property {<Result>(answer: Promise<Result>) => Promise<Result>} awaited Breaks the connection if it is silent while the server takes
 *   or answers what such a stream has sent.
 * @property {Socket} socket
 * @property {() => Promise<void>} close Ends it. What is not committed is rolled back.
 * @property {() => void} leave Ends it at once. The server finishes what was sent.
 * @property {() => void} break Ends it at once.
 */

/**
 * @param {DatabaseSettings} settings
 * @param {AbortSignal} [stop] Ends the attempt to connect at once.
 * @returns {Promise<Connection>}
 * @throws {SluiceError} `database/…`, `storage/…`
 */
export async function connect(settings, stop) {
  const { client, socket } = await openClient(settings, stop);
  let session = /** @type {{ processID: number }} */ (/** @type {unknown} */ (client)).processID;
  const awaited = watchSilence(socket, () => isAtWork(settings, session));
  /**
   * @param {string} sql
   * @param {unknown[]} [values]
   * @returns {Promise<any>}
   */
  const query = (sql, values) => awaited(client.query(sql, values));
  /** @param {string} sql */
  const finish = async sql => {
    const { command } = [await query(sql)].flat().at(-1);
    // After a COMMIT of a failed transaction, only the command's name in the answer says ROLLBACK.
    if (command !== 'COMMIT') throw new Error('the transaction had failed');
  };
  return {
    async query(sql, values) {
      const { rows = [] } = await query(sql, values);
      return rows;
    },
    run: async sql => (await query(sql)).rowCount ?? 0,
    async begin(sql) {
      const results = await query(`${sql}; SELECT pg_backend_pid() AS session`);
      [{ session }] = results.at(-1).rows;
    },
    commit: () => finish('COMMIT'),
    finish,
    copy: sql => client.query(copyFrom(sql)),
    awaited,
    socket,
    async close() {
      const forced = setTimeout(() => socket.destroy(), CLOSE_MS);
      await client.end().catch(() => {});
      clearTimeout(forced);
    },
    leave() {
      socket.end(() => socket.destroy());
      // A network that takes nothing any more takes no end either.
      setTimeout(() => socket.destroy(), CLOSE_MS).unref();
    },
    break: () => void socket.destroy(),
  };
}

const CLOSE_MS = 1_000;
