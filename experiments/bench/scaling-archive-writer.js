import { NewFile } from '../../scripts/generate-data/new-file.js';
import { ZipWriter } from '../../scripts/generate-data/zip-writer.js';

/**
 * An archive to see how work grows with one thing while all others stay what they are.
 *
 * @typedef {object} ScalingArchive
 * @property {number} count Of what grows: rows, entries or columns.
 * @property {string} path
 * @property {number} entries
 * @property {number} records
 * @property {number} bytes Inflated.
 * @property {number} zipBytes
 *
 * @typedef {{ count: number, records: number, entries: number }} Plan Each entry gets as many records, to one.
 * @typedef {{ bytes: Uint8Array, deflated?: Uint8Array, records: number }} Block Each record ends with an LF, and has no
 *   other. `deflated`: by `deflatePart`.
 */

/** Takes blocks of whole records, as they come, and shares them out among entries. */
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
   * Adds as many records as are still missing.
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

  /** Removes it, unless it is finished. */
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
