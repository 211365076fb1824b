import { NewFile } from '../../scripts/generate-data/new-file.js';
import { ZipWriter } from '../../scripts/generate-data/zip-writer.js';

/**
 * An archive to measure growth along one axis, with everything else unchanged.
 *
 * @typedef {object} ScalingArchive
 * @property {number} count Of rows, entries or columns, by the axis.
 * @property {string} path
 * @property {number} entries
 * @property {number} records
 * @property {number} bytes Inflated.
 * @property {number} zipBytes
 *
 * @typedef {{ count: number, records: number, entries: number }} Plan Entries get the same number of records, give or take one.
 * @typedef {{ bytes: Uint8Array, deflated?: Uint8Array, records: number }} Block Each record ends with an LF and contains no
 *   other. `deflated`: by `deflatePart`.
 */

/** Distributes blocks of whole records among the entries of an archive. */
export class ScalingArchiveWriter {
  /**
   * @param {string} path
   * @param {Plan} plan
   * @returns {Promise<ScalingArchiveWriter>}
   */
  static async create(path, plan) {
    return new ScalingArchiveWriter(await NewFile.create(path), plan);
  }

  /**
   * @param {NewFile} file
   * @param {Plan} plan
   */
  constructor(file, plan) {
    this.bytes = 0;
    this.#file = file;
    this.#zip = new ZipWriter(bytes => file.write(bytes));
    this.#plan = plan;
  }

  /**
   * Adds records until the planned number is reached.
   *
   * @param {Block} block
   */
  async add({ bytes, deflated, records }) {
    let [start, taken] = [0, 0];
    while (taken < records && this.#records < this.#plan.records) {
      if (this.#records === this.#entryStart) await this.#zip.begin(entryName(this.#entry));
      const room = Math.min(records - taken, this.#entryEnd() - this.#records);
      const end = room === records ? bytes.length : endOfRecords(bytes, start, room);
      await this.#zip.part(bytes.subarray(start, end), room === records ? deflated : undefined);
      this.bytes += end - start;
      this.#records += room;
      [start, taken] = [end, taken + room];
      if (this.#records < this.#entryEnd()) continue;
      await this.#zip.end();
      this.#entry += 1;
      this.#entryStart = this.#records;
    }
  }

  /** @returns {Promise<ScalingArchive>} */
  async finish() {
    await this.#zip.finish();
    await this.#file.commit();
    const { count, entries } = this.#plan;
    return {
      count,
      path: this.#file.path,
      entries,
      records: this.#records,
      bytes: this.bytes,
      zipBytes: this.#file.bytes,
    };
  }

  /** Removes the file unless it is finished. */
  async discard() {
    await this.#file.discard();
  }

  #entryEnd() {
    const { records, entries } = this.#plan;
    return Math.floor(((this.#entry + 1) * records) / entries);
  }

  #file;
  #zip;
  #plan;
  #records = 0;
  #entry = 0;
  #entryStart = 0;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} records
 */
function endOfRecords(bytes, start, records) {
  let end = start;
  for (let left = records; left > 0; left--) end = bytes.indexOf(LINE_FEED, end) + 1;
  return end;
}

/** @param {number} index */
function entryName(index) {
  return `part-${String(index).padStart(5, '0')}.csv`;
}

const LINE_FEED = 0x0a;
