import { finished } from 'node:stream/promises';

/** @import { Writable } from 'node:stream' */
/** @import { Destination, Output, SuspendedOutput } from '../destination/open.js' */

/** An output beside an entry's main one. It is opened with its first bytes. */
export class SideOutput {
  /**
   * @param {Destination} destination
   * @param {string} path
   * @param {{ declaredBytes: number, resumable: boolean }} options
   */
  constructor(destination, path, options) {
    this.destination = destination;
    this.path = path;
    this.options = { ...options, isSide: true };
    /** @type {Promise<Output> | null} */
    this.output = null;
  }

  /** @param {SuspendedOutput} suspended */
  async resume(suspended) {
    this.output = this.destination.resume(this.path, suspended, this.options);
    await this.output;
  }

  /**
   * @param {Buffer} bytes
   * @param {Writable} main If it is destroyed, the write fails.
   */
  async write(bytes, main) {
    this.output ??= this.destination.create(this.path, this.options);
    const { writable } = await this.output;
    // A pipeline that fails destroys the main output and then waits for its stages, so this write must fail too.
    if (main.destroyed) throw main.errored ?? new Error('the output was destroyed');
    const { promise: ended, reject } = Promise.withResolvers();
    const onClose = () => reject(main.errored ?? new Error('the output was destroyed'));
    main.once('close', onClose);
    try {
      await Promise.race([write(writable, bytes), ended]);
    } finally {
      main.off('close', onClose);
    }
  }

  /** @returns {Promise<string | null>} Its address; null if there is none. */
  async commit() {
    const output = await this.end();
    await output?.commit();
    return output?.uri ?? null;
  }

  /** Writes what is still buffered. */
  async end() {
    const output = await this.output;
    if (output === null) return null;
    output.writable.end();
    await finished(output.writable);
    return output;
  }

  /** @returns {Promise<SuspendedOutput | null>} */
  async suspend() {
    return (await (await this.output)?.suspend()) ?? null;
  }

  /** @param {(output: Output) => Promise<void>} leave Aborts or releases it. It may still be opening. */
  async giveUp(leave) {
    await this.output?.then(leave, () => {});
  }
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
