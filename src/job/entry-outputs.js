import { discardOutputs } from '../checkpoint/discard-checkpoint.js';
import { isFinal } from '../errors.js';
import { outputPath, reasonsPath, rejectedPath } from '../output-paths.js';
import { SideOutput } from './side-output.js';

/** @import { Writable } from 'node:stream' */
/** @import { Checkpoint, SuspendedOutputs } from '../checkpoint/checkpoint.js' */
/** @import { RowColumn, RowOutput, TableLoad } from '../destination/database/open.js' */
/** @import { Destination, Output } from '../destination/open.js' */

/** The outputs of one entry: its main one, and as soon as there are some, its rejected records and the reasons for them. */
export class EntryOutputs {
  /**
   * @param {object} entry
   * @param {Destination} entry.destination
   * @param {string} entry.outputFolder
   * @param {string} entry.name
   * @param {{ declaredBytes: number, resumable: boolean }} entry.options For the main output and the rejected records.
   * @param {Checkpoint | null} entry.checkpoint To resume from.
   * @param {Pick<TableLoad, 'openOutput'> | null} entry.load For rows that go into a table, instead of a main output at the destination.
   */
  constructor({ destination, outputFolder, name, options, checkpoint, load }) {
    this.destination = destination;
    this.load = load;
    this.options = options;
    this.checkpoint = checkpoint;
    this.outputFolder = outputFolder;
    this.name = name;
    this.path = outputPath(outputFolder, name);
    /** @type {Output | null} */
    this.main = null;
    this.rejected = new SideOutput(destination, rejectedPath(outputFolder, name), options);
    this.reasons = new SideOutput(destination, reasonsPath(outputFolder, name), REASONS_OPTIONS);
    /** The addresses of what is published, and what only the database knows. @type {Published} */
    this.published = { output: null, rejected: null, reasons: null };
  }

  /**
   * Opens the main output. Of a suspended entry all are resumed now, so that no work is wasted if one of them is gone.
   *
   * @returns {Promise<Writable>} The main output's.
   */
  async open() {
    const { destination, options, checkpoint, load } = this;
    if (load !== null) this.main = load.openOutput();
    else if (checkpoint !== null) this.main = await destination.resume(this.path, checkpoint.output, options);
    else this.main = await destination.create(this.path, options);
    if (checkpoint?.rejected) await this.rejected.resume(checkpoint.rejected);
    if (checkpoint?.reasons) await this.reasons.resume(checkpoint.reasons);
    return this.main.writable;
  }

  /**
   * Writes rejected records.
   *
   * @param {Buffer} bytes
   */
  async reject(bytes) {
    await this.rejected.write(bytes, this.writable);
  }

  /**
   * Writes the reasons for rejected records.
   *
   * @param {Buffer} bytes
   */
  async explain(bytes) {
    await this.reasons.write(bytes, this.writable);
  }

  /**
   * Names the columns of the rows that follow, for a table.
   *
   * @param {readonly RowColumn[]} columns
   * @param {string} delimiter What is between their fields.
   */
  setColumns(columns, delimiter) {
    /** @type {RowOutput} */ (this.main).setColumns(columns, delimiter);
  }

  /** Nothing is left to check: the destination has done that when it created the outputs. */
  async prepare() {}

  /**
   * Publishes all, after the main one's writable has finished.
   *
   * @param {number} written How many records it has got.
   */
  async commit(written) {
    this.published.reasons = await this.reasons.commit();
    this.published.rejected = await this.rejected.commit();
    const main = /** @type {Output} */ (this.main);
    await main.commit();
    this.published.output = main.uri;
    const rows = /** @type {Partial<RowOutput>} */ (main);
    const repeatedKeys = rows.repeatedKeys?.() ?? 0;
    if (repeatedKeys > 0) this.published.repeatedKeys = repeatedKeys;
    const takenByTriggers = rows.takenByTriggers?.(written) ?? 0;
    if (takenByTriggers > 0) this.published.takenByTriggers = takenByTriggers;
  }

  /**
   * Suspends all, after the main one's writable has finished.
   *
   * @returns {Promise<SuspendedOutputs>}
   */
  async suspend() {
    await this.rejected.end();
    await this.reasons.end();
    const output = await /** @type {Output} */ (this.main).suspend();
    /** @type {SuspendedOutputs} */
    const suspended = { output, rejected: null, reasons: null };
    try {
      suspended.rejected = await this.rejected.suspend();
      suspended.reasons = await this.reasons.suspend();
      return suspended;
    } catch (error) {
      const { destination, outputFolder, name: path, checkpoint } = this;
      await discardOutputs(destination, outputFolder, { outcome: { path }, ...suspended }, checkpoint).catch(() => {});
      throw error;
    }
  }

  /**
   * Closes what is open, and publishes nothing more.
   *
   * @param {unknown} error If it is final, the outputs are aborted. Otherwise they are released: those that the checkpoint
   *   names can be resumed again.
   */
  async giveUp(error) {
    const leave = (/** @type {Output} */ output) => (isFinal(error) ? output.abort() : output.release());
    await Promise.all([this.main && leave(this.main), this.rejected.giveUp(leave), this.reasons.giveUp(leave)]);
  }

  get writable() {
    return /** @type {Output} */ (this.main).writable;
  }
}

/**
 * @typedef {{ output: string | null, rejected: string | null, reasons: string | null, repeatedKeys?: number,
 *   takenByTriggers?: number }} Published
 */

/**
 * A resumable upload of the smallest parts takes the least memory. It has room for 50 GB; how many bytes the reasons take
 * does not follow from the entry's size.
 */
const REASONS_OPTIONS = { declaredBytes: 0, resumable: true };
