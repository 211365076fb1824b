import { DatabaseError } from '../../errors.js';
import { mayKeepRows } from './empty-table.js';
import { findCommitted, isRefusal } from './find-committed.js';
import { findLoad } from './loads-table.js';
import { openLocked } from './locked-table.js';
import { mayTakeRows } from './may-take-rows.js';
import { nameColumns } from './name-columns.js';
import { markOf, publishStatements } from './publish-statements.js';
import { openSession } from './session.js';
import { stagingGone } from './staging-gone.js';
import { isThere, notedRefusal } from './staging-notes.js';
import { findTable } from './table-name.js';
import { createTable, requireColumns } from './table-shape.js';
import { tableUri } from './table-uri.js';

/** @import { Connection } from './connect.js' */
/** @import { LoadKey, StoredLoad } from './loads-table.js' */
/** @import { LoadRequest, Publishing } from './open.js' */
/** @import { Reactions } from './publish-statements.js' */
/** @import { Session } from './session.js' */
/** @import { DatabaseSettings } from './settings.js' */
/** @import { StagedRows } from './staging-table.js' */
/** @import { FoundTable } from './table-name.js' */

/**
 * Begins to publish staged rows: a transaction that holds the table's lock. If an earlier turn is still publishing them, waits
 * for that.
 *
 * @param {DatabaseSettings} settings
 * @param {LoadRequest & { staged: StagedRows }} request
 * @returns {Promise<Publishing>}
 * @throws {DatabaseError | StoppedError} `database/publishing`, `database/staging-gone`
 */
export async function beginPublishing(settings, { staged, ...request }) {
  const session = await openSession(
    settings,
    request,
    table => `the rows of the table ${table} are all at the server, which may still be publishing them`,
  );
  try {
    const locked = await openLocked(session, request);
    // Another load may be there, over which this one is forced.
    if (locked.earlier?.id !== staged.id) {
      if (!(await isThere(session.connection, staged))) throw stagingGone();
      // Nobody was there any more when the server found it.
      await throwIfRefused(session.connection, locked.table, staged);
    }
    return new Publication({ settings, request, session, staged, ...locked });
  } catch (error) {
    const running = await runningFor(session.connection, staged, error);
    await session.close();
    throw running ?? session.explain(error);
  }
}

/**
 * @param {Connection} connection
 * @param {FoundTable} table
 * @param {StagedRows} staged
 */
async function throwIfRefused(connection, table, staged) {
  const refusal = await notedRefusal(connection, staged);
  if (refusal !== null) throw await nameColumns(connection, table, refusal);
}

/**
 * @param {Connection} connection
 * @param {StagedRows} staged
 * @param {unknown} error What failed while the lock was waited for.
 */
async function runningFor(connection, staged, error) {
  if (/** @type {{ code?: string }} */ (error).code !== '55P03') return null;
  try {
    await connection.query('ROLLBACK');
    const [found] = await connection.query(
      `SELECT round(extract(epoch FROM now() - query_start)) AS seconds FROM pg_stat_activity
        WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '/* ' || $1 || ' */%'`,
      [markOf(staged)],
    );
    if (found === undefined) return null;
    return new DatabaseError(
      'database/publishing',
      `the server is still publishing the rows that an earlier turn staged, for ${found.seconds} s so far; run it again later`,
      { retryable: true, cause: error },
    );
  } catch {
    return null;
  }
}

/** @implements {Publishing} */
class Publication {
  #settings;
  #request;
  #session;
  #connection;
  #staged;
  #key;
  /** @type {FoundTable} */
  #table;

  /**
   * @param {object} parts
   * @param {DatabaseSettings} parts.settings
   * @param {LoadRequest} parts.request
   * @param {Session} parts.session
   * @param {StagedRows} parts.staged
   * @param {FoundTable} parts.table
   * @param {LoadKey} parts.key
   * @param {StoredLoad | null} parts.earlier
   * @param {string | null} parts.latestSequencer
   */
  constructor({ settings, request, session, staged, table, key, earlier, latestSequencer }) {
    this.#settings = settings;
    this.#request = request;
    this.#session = session;
    this.#connection = session.connection;
    this.#staged = staged;
    this.#table = table;
    this.#key = key;
    this.earlier = earlier;
    this.latestSequencer = latestSequencer;
    this.uri = tableUri(settings, table);
  }

  get isPublished() {
    return this.earlier?.id === this.#staged.id;
  }

  /**
   * @param {{ recipe: string, sequencer: string | null, entries: string }} record
   * @param {() => Promise<void>} claim
   */
  async commit({ recipe, sequencer, entries }, claim) {
    const { table, stop } = this.#request;
    const { id, rows } = this.#staged;
    const { found, may } = await this.#prepare();
    const record = { id, recipe, sequencer, mode: table.mode, rows, entries };
    const statements = publishStatements(table, found, this.#staged, this.#key, record, may);
    await claim();
    this.#session.throwIfStopped();
    // From here on the server decides, even if the job is stopped.
    this.#session.forgetStop();
    const leave = () => this.#connection.leave();
    stop.addEventListener('abort', leave, { once: true });
    try {
      this.earlier = await this.#publish(statements);
    } finally {
      stop.removeEventListener('abort', leave);
      await this.#session.close();
    }
  }

  /**
   * Creates the table if it is missing, and checks that it still has the rows' columns: turns may be hours apart.
   *
   * @returns {Promise<{ found: FoundTable, may: Reactions }>}
   */
  async #prepare() {
    const connection = this.#connection;
    const { shapes } = this.#staged;
    try {
      if (this.#table.oid === null && shapes.length > 0) {
        await createTable(connection, this.#table, shapes[0]);
        this.#table = await findTable(connection, this.#table);
      }
      for (const shape of shapes) await requireColumns(connection, this.#table, namesOf(shape));
      const may = {
        mayTake: await mayTakeRows(connection, this.#table),
        mayKeep: this.#request.table.mode === 'replace' && (await mayKeepRows(connection, this.#table)),
      };
      return { found: this.#table, may };
    } catch (error) {
      throw this.#session.explain(error);
    }
  }

  /**
   * @param {string} statements
   * @returns {Promise<StoredLoad | null>} The load, as it is recorded.
   */
  async #publish(statements) {
    try {
      await this.#connection.finish(statements);
      const found = await findLoad(this.#connection, this.#key);
      if (found?.id !== this.#staged.id) await throwIfRefused(this.#connection, this.#table, this.#staged);
      return found;
    } catch (error) {
      const lost = this.#session.explain(error, namesOf(this.#staged.shapes.flat()));
      if (this.#request.stop.aborted || isRefusal(error)) throw lost;
      this.#connection.break();
      const found = await findCommitted(this.#settings, this.#request, this.#staged.id, lost);
      if (found === null) throw lost;
      return found;
    }
  }

  async rollback() {
    await this.#session.close();
  }
}

/** @param {readonly { name: string }[]} columns */
function namesOf(columns) {
  return columns.map(({ name }) => name);
}
