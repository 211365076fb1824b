import { StoppedError } from '../../errors.js';
import { printable } from '../../printable.js';
import { stoppedWaiting } from '../../storage/stopped-waiting.js';
import { connect } from './connect.js';
import { toDatabaseError } from './database-error.js';

/** @import { Connection } from './connect.js' */
/** @import { LoadRequest } from './open.js' */
/** @import { DatabaseSettings } from './settings.js' */

/**
 * A connection that works for one table. It breaks when the job is stopped.
 *
 * @typedef {object} Session
 * @property {Connection} connection
 * @property {(error: unknown, columns?: readonly string[]) => Error} explain What to throw for an error: a StoppedError if the job
 *   was stopped. `columns`: those that were sent.
 * @property {() => void} throwIfStopped
 * @property {() => void} forgetStop From here on the connection does not break by itself.
 * @property {() => Promise<void>} close Ends it. What is not committed is rolled back.
 */

/**
 * Connects.
 *
 * @param {DatabaseSettings} settings
 * @param {Pick<LoadRequest, 'table' | 'stop'>} request
 * @param {(table: string) => string} why What a StoppedError says. It gets the table's name, escaped.
 * @returns {Promise<Session>}
 * @throws {DatabaseError | StoppedError}
 */
export async function openSession(settings, { table, stop }, why) {
  const named = printable([table.schema, table.name].filter(Boolean).join('.'));
  const stopped = () => new StoppedError({ cause: stop.reason, why: why(named) });
  const throwIfStopped = () => {
    if (stop.aborted) throw stopped();
  };
  throwIfStopped();
  const connection = await connectUnlessStopped(settings, stop);
  const breakOff = () => connection.break();
  stop.addEventListener('abort', breakOff, { once: true });
  const forgetStop = () => stop.removeEventListener('abort', breakOff);
  return {
    connection,
    explain: (error, columns) =>
      stop.aborted ? stopped() : toDatabaseError(error, `load the table ${named}`, columns),
    throwIfStopped,
    forgetStop,
    async close() {
      forgetStop();
      await connection.close();
    },
  };
}

/**
 * A server may take a connection and never say a word.
 *
 * @param {DatabaseSettings} settings
 * @param {AbortSignal} stop
 * @returns {Promise<Connection>}
 */
async function connectUnlessStopped(settings, stop) {
  try {
    const connection = await connect(settings, stop);
    if (!stop.aborted) return connection;
    connection.break();
  } catch (error) {
    const hasReason = error instanceof StoppedError && error.why !== undefined;
    if (!stop.aborted || hasReason) throw error;
  }
  throw stoppedWaiting(`the database ${printable(settings.uri)}`, stop.reason);
}
