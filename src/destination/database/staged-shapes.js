import { tryPublishing } from './publish-statements.js';
import { addStagingColumns, createStagingTable } from './staging-table.js';
import { requireColumns, requireListed } from './table-shape.js';

/** @import { Connection } from './connect.js' */
/** @import { LoadRequest, RowColumn } from './open.js' */
/** @import { StagedRows } from './staging-table.js' */
/** @import { FoundTable } from './table-name.js' */

/** The distinct lists of columns that entries of a load have: each is checked once in a turn, and has its columns in the staging table. */
export class StagedShapes {
  #connection;
  #table;
  #found;
  /** Those that were found to fit, in this turn. @type {Set<number>} */
  #tried = new Set();

  /**
   * @param {Connection} connection
   * @param {LoadRequest['table']} table
   * @param {FoundTable} found
   */
  constructor(connection, table, found) {
    this.#connection = connection;
    this.#table = table;
    this.#found = found;
  }

  /**
   * @param {StagedRows} staged Gets the shape, if it is new.
   * @param {readonly RowColumn[]} columns
   * @returns {Promise<number>} The number of their shape.
   * @throws {DatabaseError} If they do not fit the table.
   */
  async admit(staged, columns) {
    const connection = this.#connection;
    const shape = shapeOf(staged, columns);
    const isTried = this.#tried.has(shape);
    if (!isTried) await this.#require(staged, columns);
    if (staged.shapes.length === 0) {
      await createStagingTable(connection, staged, this.#found, columns, this.#table.mode === 'merge');
    } else if (shape === staged.shapes.length) {
      await addStagingColumns(connection, staged, this.#found, columns);
    }
    if (shape === staged.shapes.length) staged.shapes.push([...columns]);
    if (!isTried) await tryPublishing(connection, this.#table, this.#found, staged, columns);
    this.#tried.add(shape);
    return shape;
  }

  /**
   * Checks an entry's columns. A missing table will be created with those of the first rows.
   *
   * @param {StagedRows} staged
   * @param {readonly RowColumn[]} columns
   */
  async #require({ shapes: [first] }, columns) {
    const names = columns.map(({ name }) => name);
    if (this.#found.oid !== null) await requireColumns(this.#connection, this.#found, names);
    else if (first !== undefined)
      requireListed(
        this.#found.path,
        first.map(({ name }) => name),
        names,
      );
  }
}

/**
 * @param {StagedRows} staged
 * @param {readonly RowColumn[]} columns
 * @returns {number} The number of the shape, which is new if it is as many as there are.
 */
function shapeOf({ shapes }, columns) {
  const sought = JSON.stringify(columns);
  const found = shapes.findIndex(shape => JSON.stringify(shape) === sought);
  return found === -1 ? shapes.length : found;
}
