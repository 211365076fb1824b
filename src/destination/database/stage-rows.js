import { copyRows } from './copy-rows.js';
import { copyStatement } from './copy-statement.js';
import { checkEntryColumns } from './entry-columns.js';
import { ensureLoadsTable, findLoads } from './loads-table.js';
import { beginTransaction } from './lock-table.js';
import { openSession } from './session.js';
import { StagedShapes } from './staged-shapes.js';
import { isWithout, stagingGone } from './staging-gone.js';
import { isThere, noteTurn } from './staging-notes.js';
import { newStaging, nextTurn, stagingSql } from './staging-table.js';
import { findTable } from './table-name.js';
import { tableUri } from './table-uri.js';

/** @import { StoredLoad } from './loads-table.js' */
/** @import { LoadRequest, RowColumn, RowOutput, StagingTurn } from './open.js' */
/** @import { Session } from './session.js' */
/** @import { DatabaseSettings } from './settings.js' */
/** @import { StagedRows } from './staging-table.js' */
/** @import { FoundTable } from './table-name.js' */

/**
 * Begins a turn that collects rows in a staging table. It does not hold the table's lock, nor one on the staging table: if the same
 * job is delivered twice, both collect rows, and the checkpoint that is written first decides whose rows count.
 *
 * @param {DatabaseSettings} settings
 * @param {LoadRequest & { staged: StagedRows | null }} request `staged`: what earlier turns have collected.
 * @returns {Promise<StagingTurn>}
 * @throws {DatabaseError | StoppedError} `database/staging-gone` if the rows of earlier turns are gone.
 */
export async function beginStaging(settings, { staged, ...request }) {
  const session = await openSession(settings, request, rowsAreLost);
  const { connection } = session;
  try {
    await ensureLoadsTable(connection);
    const table = await findTable(connection, request.table);
    const key = { archive: request.archive, version: request.version, table: table.path };
    const { earlier, latestSequencer } = await findLoads(connection, key);
    // Another load may be there, over which this one is forced.
    const isPublished = staged !== null && earlier?.id === staged.id;
    if (staged !== null && !isPublished && !(await isThere(connection, staged))) throw stagingGone();
    return new Staging({
      ...{ settings, request, session, table, staged: staged ?? newStaging() },
      ...{ earlier, latestSequencer },
    });
  } catch (error) {
    await session.close();
    throw session.explain(error);
  }
}

/** @implements {StagingTurn} */
class Staging {
  #settings;
  #request;
  #session;
  #connection;
  #checkColumns;
  #shapes;
  /** Including rows that are not committed yet. @type {StagedRows} */
  #staged;
  /** As of the last commit. @type {StagedRows} */
  #committed;
  /** This turn's number; 0 before its first rows. */
  #turn = 0;
  #inTransaction = false;
  /** Whether an entry has begun that is neither kept nor suspended. */
  #isOpen = false;
  /** When the last commit was, by `performance.now()`. */
  #lastCommit = performance.now();

  /**
   * @param {object} parts
   * @param {DatabaseSettings} parts.settings
   * @param {LoadRequest} parts.request
   * @param {Session} parts.session
   * @param {FoundTable} parts.table
   * @param {StagedRows} parts.staged
   * @param {StoredLoad | null} parts.earlier
   * @param {string | null} parts.latestSequencer
   */
  constructor({ settings, request, session, table, staged, earlier, latestSequencer }) {
    this.#settings = settings;
    this.#request = request;
    this.#session = session;
    this.#connection = session.connection;
    this.#checkColumns = checkEntryColumns(request.table, OWN_COLUMNS);
    this.#shapes = new StagedShapes(session.connection, request.table, table);
    this.#staged = structuredClone(staged);
    this.#committed = structuredClone(staged);
    this.earlier = earlier;
    this.latestSequencer = latestSequencer;
    this.uri = tableUri(settings, table);
  }

  get staged() {
    return this.#committed;
  }

  /** @returns {RowOutput} */
  openOutput() {
    /** @type {readonly RowColumn[]} */
    let columns = [];
    let delimiter = '';
    this.#isOpen = true;
    const explain = async (/** @type {unknown} */ error) =>
      this.#explain(
        error,
        columns.map(({ name }) => name),
      );
    const writable = copyRows(this.#connection, {
      begin: async () => (columns.length === 0 ? null : this.#beginEntry(columns, delimiter)),
      finish: async rows => {
        this.#staged.rows += rows;
        const place = this.#staged.kept;
        this.#staged.entryShapes[place] ??= -1;
      },
      explain,
    });
    const drop = async () => void writable.destroy();
    return {
      uri: this.uri,
      writable,
      setColumns: (given, between) => {
        columns = this.#checkColumns(given);
        delimiter = between;
      },
      ...{ repeatedKeys: () => 0, takenByTriggers: () => 0 },
      // Its rows count once a checkpoint names their turn, and are published with those of all entries.
      commit: async () => /** @type {const} */ ('written'),
      suspend: async () => {
        this.#isOpen = false;
        return { state: { storage: 'database' }, rest: Buffer.alloc(0) };
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
    const connection = this.#connection;
    const staged = this.#staged;
    await this.#begin();
    const shape = await this.#shapes.admit(staged, columns);
    if (this.#turn === 0) this.#turn = await nextTurn(connection, staged);
    if (!staged.turns.includes(this.#turn)) staged.turns.push(this.#turn);
    staged.entryShapes[staged.kept] = shape;
    await connection.query(`SET LOCAL sluice.turn = ${this.#turn}; SET LOCAL sluice.entry = ${staged.kept}`);
    return copyStatement(stagingSql(staged), columns, delimiter);
  }

  async #begin() {
    if (this.#inTransaction) return;
    await beginTransaction(this.#connection);
    this.#inTransaction = true;
  }

  async keep() {
    this.#isOpen = false;
    this.#staged.kept += 1;
    // Entries that cannot be suspended would otherwise be lost with the one at which the time runs out.
    const isDue = this.#inTransaction && performance.now() - this.#lastCommit > MAX_UNCOMMITTED_MS;
    if (isDue) await this.#commit(() => this.#connection.commit());
  }

  async finish() {
    if (this.#isOpen) return this.#finishBroken();
    await this.#commit(async () => {
      if (this.#turn > 0) await this.#begin();
      if (this.#turn > 0) await noteTurn(this.#connection, this.#staged, this.#turn);
      if (this.#inTransaction) await this.#connection.commit();
    });
    return this.#committed;
  }

  /** @param {() => Promise<void>} how */
  async #commit(how) {
    try {
      await how();
    } catch (error) {
      throw this.#explain(error);
    }
    this.#inTransaction = false;
    this.#lastCommit = performance.now();
    this.#committed = structuredClone(this.#staged);
  }

  /**
   * @param {unknown} error
   * @param {string[]} [columns] Those that were sent.
   */
  #explain(error, columns) {
    return isWithout(this.#staged, error) ? stagingGone() : this.#session.explain(error, columns);
  }

  /** No rows count of an entry that was broken off. Its connection cannot be used any more. */
  async #finishBroken() {
    await this.#session.close();
    if (!this.#committed.turns.includes(this.#turn)) return this.#committed;
    const session = await openSession(this.#settings, this.#request, rowsAreLost);
    const { connection } = session;
    try {
      await beginTransaction(connection);
      await noteTurn(connection, this.#committed, this.#turn);
      await connection.commit();
    } catch (error) {
      if (isWithout(this.#committed, error)) throw stagingGone();
      throw session.explain(error);
    } finally {
      await session.close();
    }
    return this.#committed;
  }

  async rollback() {
    await this.#session.close();
  }
}

const rowsAreLost = () => 'the rows of this turn are lost';

/** The turn, the entry, and under `merge` the row's number. */
const OWN_COLUMNS = 3;
/** A commit makes the server wait for its disk, so small entries share one. */
const MAX_UNCOMMITTED_MS = 1_000;
