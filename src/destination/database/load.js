import { printable } from '../../printable.js';
import { stoppedWaiting } from '../../storage/stopped-waiting.js';
import { copyRows } from './copy-rows.js';
import { copyStatement } from './copy-statement.js';
import { emptyTable } from './empty-table.js';
import { checkEntryColumns } from './entry-columns.js';
import { findCommitted, isRefusal } from './find-committed.js';
import { leaveLater } from './leave-later.js';
import { recordLoad } from './loads-table.js';
import { openLocked } from './locked-table.js';
import { insertStaging, mergeStaging, prepareStaging, STAGING } from './merge-rows.js';
import { nameColumns } from './name-columns.js';
import { openSession } from './session.js';
import { findTable } from './table-name.js';
import { createTable, requireColumns } from './table-shape.js';
import { tableUri } from './table-uri.js';

/** @import { StoredLoad } from './loads-table.js' */
/** @import { LoadRequest, RowColumn, RowOutput, TableLoad } from './open.js' */
/** @import { Session } from './session.js' */
/** @import { DatabaseSettings } from './settings.js' */
/** @import { FoundTable } from './table-name.js' */

/**
 * Begins the load of an archive's rows straight into a table: one transaction, which holds the table's lock.
 *
 * @param {DatabaseSettings} settings
 * @param {LoadRequest} request
 * @returns {Promise<TableLoad>}
 * @throws {DatabaseError | StoppedError}
 */
export async function beginLoad(settings, request) {
  const session = await openSession(settings, request, startsAgain);
  try {
    return new Transaction({ settings, request, session, ...(await openLocked(session, request)) });
  } catch (error) {
    await session.close();
    throw session.explain(error);
  }
}

/** @param {string} table */
function startsAgain(table) {
  return `the rows of the table ${table} were being loaded in one go, and start again`;
}

/** @implements {TableLoad} */
class Transaction {
  #settings;
  #request;
  #session;
  #connection;
  #id = crypto.randomUUID();
  /** How many rows the table has got: without those that triggers took, except under `merge`. */
  #rows = 0;
  #checkColumns;
  /** Whether the table is there, and under `replace` empty. */
  #isPrepared = false;
  /** The columns that the rows of the last entry had, if they are collected. @type {readonly RowColumn[] | null} */
  #staged = null;
  /** Whether the keys of earlier entries are kept, under `merge`. */
  #hasKeys = false;
  /** @type {FoundTable} */
  #table;

  /**
   * @param {object} parts
   * @param {DatabaseSettings} parts.settings
   * @param {LoadRequest} parts.request
   * @param {Session} parts.session
   * @param {FoundTable} parts.table
   * @param {StoredLoad | null} parts.earlier
   * @param {string | null} parts.latestSequencer
   */
  constructor({ settings, request, session, table, earlier, latestSequencer }) {
    this.#settings = settings;
    this.#request = request;
    this.#checkColumns = checkEntryColumns(request.table);
    this.#session = session;
    this.#connection = session.connection;
    this.#table = table;
    this.earlier = earlier;
    this.latestSequencer = latestSequencer;
    this.uri = tableUri(settings, table);
  }

  /** @returns {RowOutput} */
  openOutput() {
    /** @type {readonly RowColumn[]} */
    let columns = [];
    let delimiter = '';
    let placed = { rows: 0, accounted: 0, repeated: 0 };
    const writable = copyRows(this.#connection, {
      begin: async () => (columns.length === 0 ? null : this.#beginEntry(columns, delimiter)),
      finish: async rows => {
        placed = await this.#place(rows, columns);
        this.#rows += placed.rows;
      },
      explain: error =>
        this.#explain(
          error,
          columns.map(({ name }) => name),
        ),
    });
    const drop = async () => void writable.destroy();
    return {
      uri: this.uri,
      writable,
      setColumns: (given, between) => {
        columns = this.#checkColumns(given);
        delimiter = between;
      },
      repeatedKeys: () => placed.repeated,
      takenByTriggers: sent => sent - placed.accounted,
      // Its rows are the transaction's, which is committed with those of all entries.
      commit: async () => /** @type {const} */ ('written'),
      suspend: async () => {
        throw new Error('the rows of a table are never suspended');
      },
      release: drop,
      abort: drop,
    };
  }

  /**
   * @param {readonly RowColumn[]} columns
   * @param {string} delimiter
   * @returns {Promise<string>} The statement that takes the entry's rows.
   */
  async #beginEntry(columns, delimiter) {
    const names = columns.map(({ name }) => name);
    if (this.#table.oid === null) {
      await createTable(this.#connection, this.#table, columns);
      this.#table = await findTable(this.#connection, this.#table);
      this.#isPrepared = true;
    }
    await requireColumns(this.#connection, this.#table, names);
    await this.#prepare();
    if (this.#isCollected) {
      await prepareStaging(this.#connection, this.#table, columns, this.#staged, this.#hasKeys);
      this.#hasKeys = this.#isMerge && this.#staged !== null;
      this.#staged = columns;
    }
    return copyStatement(this.#isCollected ? STAGING : this.#table.sql, columns, delimiter);
  }

  /**
   * @param {number} rows How many were copied.
   * @param {readonly RowColumn[]} columns
   * @returns {Promise<{ rows: number, accounted: number, repeated: number }>} `accounted`: all but those that triggers took.
   */
  async #place(rows, columns) {
    if (!this.#isCollected || columns.length === 0) return { rows, accounted: rows, repeated: 0 };
    if (!this.#isMerge) {
      const inserted = await insertStaging(this.#connection, this.#table, columns);
      return { rows: inserted, accounted: inserted, repeated: 0 };
    }
    const staged = { rows, hasKeys: this.#hasKeys };
    const { repeated, takenByTriggers } = await mergeStaging(this.#connection, this.#table, columns, staged);
    return { rows, accounted: rows - takenByTriggers, repeated };
  }

  get #isMerge() {
    return this.#request.table.mode === 'merge';
  }

  /** Whether an entry's rows go into a table of their own first. */
  get #isCollected() {
    return this.#isMerge || this.#table.needsInsert;
  }

  /** Empties the table under `replace`, once. */
  async #prepare() {
    if (this.#isPrepared) return;
    this.#isPrepared = true;
    if (this.#request.table.mode !== 'replace' || this.#table.oid === null) return;
    await emptyTable(this.#connection, this.#table);
  }

  /**
   * @param {{ recipe: string, sequencer: string | null, entries: string }} record
   * @param {() => Promise<void>} claim
   */
  async commit({ recipe, sequencer, entries }, claim) {
    const { table, archive, version } = this.#request;
    const key = { archive, version, table: this.#table.path };
    try {
      await this.#prepare();
      await recordLoad(this.#connection, key, {
        ...{ id: this.#id, recipe, sequencer, entries },
        ...{ mode: table.mode, rows: this.#rows },
      });
    } catch (error) {
      throw await this.#explain(error);
    }
    await claim();
    // From here on the server decides, and a job that is stopped waits for it.
    this.#session.forgetStop();
    const { end } = this.#request;
    const patience = leaveLater(this.#connection, end);
    try {
      await this.#connection.commit();
    } catch (error) {
      if (isRefusal(error)) throw await this.#explain(error);
      this.#connection.break();
      const lost = this.#session.explain(error);
      if (end?.aborted) throw stoppedWaiting(`the database to commit ${printable(this.uri)}`, error);
      if ((await findCommitted(this.#settings, this.#request, this.#id, lost)) === null) throw lost;
    } finally {
      patience.clear();
      await this.#session.close();
    }
  }

  /**
   * @param {unknown} error
   * @param {string[]} [columns] Those that were sent.
   */
  async #explain(error, columns) {
    return this.#session.explain(await nameColumns(this.#connection, this.#table, error), columns);
  }

  async rollback() {
    await this.#session.close();
  }
}
