import { finished } from 'node:stream/promises';
import { isSameOutput } from '../checkpoint/checkpoint.js';
import { isFinal } from '../errors.js';
import { outputPath, rejectedPath } from '../output-paths.js';

/** @import { Writable } from 'node:stream' */
/** @import { Checkpoint } from '../checkpoint/checkpoint.js' */
/** @import { Destination, Output } from '../destination/open.js' */

/** The outputs of one entry: its main one, and one for its rejected records as soon as there are some. */
export class EntryOutputs {
  /**
   * @param {object} entry
   * @param {Destination} entry.destination
   * @param {string} entry.outputFolder
   * @param {string} entry.name
   * @param {{ declaredBytes: number, resumable: boolean }} entry.options For each output.
   * @param {Checkpoint | null} entry.checkpoint To resume from.
   */
  constructor({ destination, outputFolder, name, options, checkpoint }) {
    this.destination = destination;
    this.options = options;
    this.checkpoint = checkpoint;
    this.path = outputPath(outputFolder, name);
    this.rejectedPath = rejectedPath(outputFolder, name);
    /** @type {Output | null} */
    this.main = null;
    /** @type {Promise<Output> | null} */
    this.rejected = null;
    /** @type {{ output: string | null, rejected: string | null }} The addresses of what is published. */
    this.published = { output: null, rejected: null };
  }

  /**
   * Opens the main output. Of a suspended entry both are resumed now, so that no work is wasted if one of them is gone.
   *
   * @returns {Promise<Writable>} The main output's.
   */
  async open() {
    const { destination, options, checkpoint } = this;
    this.main = await (checkpoint
      ? destination.resume(this.path, checkpoint.output, options)
      : destination.create(this.path, options));
    if (checkpoint?.rejected) {
      this.rejected = destination.resume(this.rejectedPath, checkpoint.rejected, options);
      await this.rejected;
    }
    return this.main.writable;
  }

  /**
   * Writes a rejected record.
   *
   * @param {Buffer} bytes
   */
  async reject(bytes) {
    this.rejected ??= this.destination.create(this.rejectedPath, this.options);
    const { writable } = await this.rejected;
    const main = /** @type {Output} */ (this.main).writable;
    // A pipeline that fails destroys the main output and then waits for its stages, so this write must fail too.
    if (main.destroyed) throw main.errored ?? new Error('the output was destroyed');
    const destroy = () => void writable.destroy();
    main.once('close', destroy);
    try {
      await write(writable, bytes);
    } finally {
      main.off('close', destroy);
    }
  }

  /** Publishes both, after the main one's writable has finished. */
  async commit() {
    const rejected = await this.rejected;
    if (rejected !== null) {
      await end(rejected);
      await rejected.commit();
      this.published.rejected = rejected.uri;
    }
    const main = /** @type {Output} */ (this.main);
    await main.commit();
    this.published.output = main.uri;
  }

  /**
   * Suspends both, after the main one's writable has finished.
   *
   * @returns {Promise<Pick<Checkpoint, 'output' | 'rejected'>>}
   */
  async suspend() {
    const rejected = await this.rejected;
    if (rejected !== null) await end(rejected);
    const output = await /** @type {Output} */ (this.main).suspend();
    try {
      return { output, rejected: (await rejected?.suspend()) ?? null };
    } catch (error) {
      const isInCheckpoint = this.checkpoint !== null && isSameOutput(output, this.checkpoint.output);
      if (!isInCheckpoint) await this.destination.discard(this.path, output).catch(() => {});
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
    const leave = (/** @type {Output | null} */ output) => (isFinal(error) ? output?.abort() : output?.release());
    // The rejected one may still be opening.
    await Promise.all([leave(this.main), this.rejected?.then(leave, () => {})]);
  }
}

/** @param {Output} output */
async function end({ writable }) {
  writable.end();
  await finished(writable);
}

/**
 * @param {Writable} writable
 * @param {Buffer} bytes
 * @returns {Promise<void>}
 */
function write(writable, bytes) {
  return new Promise((resolve, reject) => {
    writable.write(bytes, error => (error ? reject(error) : resolve()));
  });
}
