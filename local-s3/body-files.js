import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** @typedef {import('./state.js').Segment} Segment */

/**
 * The files with the bytes of objects and parts. A file has a generated name, is written once and never changed. A
 * dropped file is removed once nobody reads it, so a running read survives an overwrite.
 */
export class BodyFiles {
  /** @type {Map<string, number>} */
  #readers = new Map();
  /** @type {Set<string>} */
  #dropped = new Set();
  /** @type {Set<Promise<void>>} */
  #removals = new Set();

  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
  }

  /**
   * Creates the folder, and removes files that a killed process left behind.
   *
   * @param {Iterable<Segment>} kept The files still in use.
   */
  async open(kept) {
    await mkdir(this.folder, { recursive: true });
    const names = new Set();
    for (const segment of kept) names.add(segment.file);
    for (const name of await readdir(this.folder)) if (!names.has(name)) await rm(join(this.folder, name));
  }

  /** @returns {string} A new name. */
  newFile() {
    return randomUUID();
  }

  /** @param {string} file */
  path(file) {
    return join(this.folder, file);
  }

  /**
   * Reads the bytes [start, end) of a body. The files are held until `release` is called.
   *
   * @param {Segment[]} segments
   * @param {number} start
   * @param {number} end
   * @returns {AsyncIterable<Buffer> & { release(): void }}
   */
  read(segments, start, end) {
    const release = this.hold(segments);
    return { [Symbol.asyncIterator]: () => this.#chunks(segments, start, end), release };
  }

  /**
   * Keeps files from being removed, even if they are dropped.
   *
   * @param {Segment[]} segments
   * @returns {() => void} Releases them. May be called again.
   */
  hold(segments) {
    for (const { file } of segments) this.#readers.set(file, (this.#readers.get(file) ?? 0) + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      for (const { file } of segments) this.#release(file);
    };
  }

  /**
   * Links the files under new names for another object. The file system counts links, so each object drops its own
   * names.
   *
   * @param {Segment[]} segments Must be held.
   * @returns {Promise<Segment[]>}
   */
  async link(segments) {
    const linked = segments.map(({ size }) => ({ file: this.newFile(), size }));
    try {
      for (const [index, { file }] of linked.entries()) {
        const source = this.path(/** @type {Segment} */ (segments[index]).file);
        const target = this.path(file);
        // Not every file system supports links, and ext4 allows 65,000 per file.
        await link(source, target).catch(() => copyFile(source, target, constants.COPYFILE_FICLONE));
      }
    } catch (error) {
      this.drop(linked);
      throw error;
    }
    return linked;
  }

  /** @param {Segment[]} segments Nothing else may refer to them. */
  drop(segments) {
    for (const { file } of segments) {
      if (this.#readers.has(file)) this.#dropped.add(file);
      else this.#remove(file);
    }
  }

  /** Waits until all dropped files are removed. */
  async finishRemovals() {
    await Promise.all(this.#removals);
  }

  /**
   * @param {Segment[]} segments
   * @param {number} start
   * @param {number} end
   */
  async *#chunks(segments, start, end) {
    let offset = 0;
    for (const { file, size } of segments) {
      const from = Math.max(0, start - offset);
      const to = Math.min(size, end - offset);
      offset += size;
      if (from >= to) continue;
      yield* createReadStream(this.path(file), { start: from, end: to - 1, highWaterMark: READ_BYTES });
    }
  }

  /** @param {string} file */
  #release(file) {
    const readers = /** @type {number} */ (this.#readers.get(file)) - 1;
    if (readers > 0) {
      this.#readers.set(file, readers);
      return;
    }
    this.#readers.delete(file);
    if (this.#dropped.delete(file)) this.#remove(file);
  }

  /** @param {string} file */
  #remove(file) {
    const removal = rm(this.path(file), { force: true }).finally(() => this.#removals.delete(removal));
    this.#removals.add(removal);
  }
}

const READ_BYTES = 256 * 1024;
