import { HELD_BLOCK_BYTES } from '../memory/held-bytes.js';
import { outputPath, reasonsPath, rejectedPath } from '../output-paths.js';

/** @import { Destination, HeldOutput } from '../destination/open.js' */
/** @import { Held, HeldBytes } from '../memory/held-bytes.js' */

/** The outputs of a small entry, in memory: what `EntryOutputs` is for a larger one. */
export class HeldOutputs {
  /** How many bytes they have. */
  bytes = 0;
  /** @type {{ output: string | null, rejected: string | null, reasons: string | null }} The addresses of what is published. */
  published = { output: null, rejected: null, reasons: null };
  #destination;
  #memory;
  /** In the order in which they are published: the main one last. @type {OutputInMemory[]} */
  #outputs;

  /**
   * @param {object} entry
   * @param {Destination} entry.destination
   * @param {string} entry.outputFolder
   * @param {string} entry.name
   * @param {HeldBytes} entry.memory
   */
  constructor({ destination, outputFolder, name, memory }) {
    this.#destination = destination;
    this.#memory = memory;
    this.#outputs = [
      { kind: 'reasons', path: reasonsPath(outputFolder, name), chunks: [], held: null, ready: null },
      { kind: 'rejected', path: rejectedPath(outputFolder, name), chunks: [], held: null, ready: null },
      { kind: 'output', path: outputPath(outputFolder, name), chunks: [], held: null, ready: null },
    ];
  }

  /**
   * Writes the reasons for rejected records.
   *
   * @param {Buffer} bytes
   */
  async explain(bytes) {
    this.#add(0, bytes);
  }

  /**
   * Writes rejected records.
   *
   * @param {Buffer} bytes
   */
  async reject(bytes) {
    this.#add(1, bytes);
  }

  /**
   * Writes to the main output.
   *
   * @param {Buffer} bytes
   */
  write(bytes) {
    this.#add(2, bytes);
  }

  /** Moves what was written into memory that is used again. Call it when all is written. */
  end() {
    // Only the main output is published even if it is empty.
    this.#outputs = this.#outputs.filter(({ kind, chunks }) => kind === 'output' || chunks.length > 0);
    for (const output of this.#outputs) output.held = this.#memory.hold(output.chunks.splice(0));
  }

  /** Checks what can be found wrong with the outputs before anything is written. */
  async prepare() {
    for (const output of this.#outputs) {
      const { bytes } = /** @type {Held} */ (output.held);
      output.ready = await this.#destination.hold(output.path, bytes);
    }
  }

  /** Publishes all. */
  async commit() {
    for (const { kind, ready } of this.#outputs) {
      const { uri, commit } = /** @type {HeldOutput} */ (ready);
      await commit();
      this.published[kind] = uri;
    }
    this.#release();
  }

  /** Publishes nothing more. */
  async giveUp() {
    this.#release();
  }

  #release() {
    for (const { held } of this.#outputs.splice(0)) held?.release();
  }

  /**
   * @param {number} index
   * @param {Buffer} bytes
   */
  #add(index, bytes) {
    this.bytes += bytes.length;
    if (this.bytes > HELD_BLOCK_BYTES) throw new OutgrownError();
    this.#outputs[index].chunks.push(bytes);
  }
}

/** The outputs of a small entry are too large to be held in memory. */
export class OutgrownError extends Error {
  constructor() {
    super(`the outputs have more than ${HELD_BLOCK_BYTES} bytes`);
  }
}

/**
 * @typedef {{ kind: 'reasons' | 'rejected' | 'output', path: string, chunks: Buffer[], held: Held | null,
 *   ready: HeldOutput | null }} OutputInMemory
 */
