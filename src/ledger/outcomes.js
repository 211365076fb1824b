import { NameList } from '../memory/name-list.js';
import { CountTable } from './count-table.js';

/** @import { Addresses } from '../output-paths.js' */
/** @import { EntryOutcome } from '../engine/entry-outcome.js' */

/**
 * What became of each entry of an archive, in the archive's order. There may be very many, so they are held in columns: an
 * object for each would take four times as much memory.
 */
export class Outcomes {
  /**
   * @param {Addresses} addresses
   * @param {NameList} [paths] Of the outcomes that will be pushed, if they are known.
   */
  constructor({ output, rejected, reasons }, paths = new NameList()) {
    const room = Math.max(LEAST_ROOM, paths.length);
    this.outputOf = output;
    this.rejectedOf = rejected;
    this.reasonsOf = reasons;
    this.length = 0;
    this.paths = paths;
    this.kinds = new Uint8Array(room);
    this.checksums = new Uint32Array(room);
    this.sizes = new Float64Array(room * 2);
    this.counts = new CountTable(7);
    /** Few recipes have dates or conditions. */
    this.transformCounts = new CountTable(3);
    /** Which of `readings` each has; empty as long as all have the first. */
    this.readingNumbers = new Uint32Array(0);
    /** The distinct ones. An archive has few. */
    this.readings = [NO_READING];
    /** The number of each reading, by its JSON. */
    this.numbers = new Map([[JSON.stringify(NO_READING), 0]]);
    /** @type {Map<number, Pick<EntryOutcome, 'badRecords' | 'error'>>} Few entries have any. */
    this.details = new Map();
  }

  /** @param {EntryOutcome} outcome */
  push(outcome) {
    const { length } = this;
    if (length === this.kinds.length) this.grow(length * 2 + LEAST_ROOM);
    if (length === this.paths.length) this.paths.push(outcome.path);
    this.length += 1;
    this.set(length, outcome);
  }

  /**
   * @param {number} index
   * @param {EntryOutcome} outcome Of the same path.
   */
  set(index, outcome) {
    const { action, status, output, rejected, reasons, bytesIn, bytesOut, crc32 } = outcome;
    const { records, phones, dates, where, dialect, missing, badRecords, error } = outcome;
    this.kinds[index] =
      ACTIONS.indexOf(action) |
      (STATUSES.indexOf(status) << 2) |
      (output === null ? 0 : HAS_OUTPUT) |
      (rejected === null ? 0 : HAS_REJECTED) |
      (reasons === null ? 0 : HAS_REASONS);
    this.checksums[index] = Number.parseInt(crc32, 16);
    this.sizes[index * 2] = bytesIn;
    this.sizes[index * 2 + 1] = bytesOut;
    const { read, written, filtered, bad, skipped } = records;
    const room = this.kinds.length;
    this.counts.set(index, [read, written, filtered, bad, skipped, phones.formatted, phones.unparsed], room);
    this.transformCounts.set(index, [dates.formatted, dates.unparsed, where.unparsed], room);
    this.setReading(index, { dialect, missing });
    if (badRecords.length > 0 || error !== null) this.details.set(index, { badRecords, error });
    else this.details.delete(index);
  }

  /**
   * @param {number} index
   * @returns {EntryOutcome} A copy.
   */
  get(index) {
    const path = this.paths.get(index);
    const kind = this.kinds[index];
    const [read, written, filtered, bad, skipped, formatted, unparsed] = this.counts.get(index);
    const [datesFormatted, datesUnparsed, comparisonsUnparsed] = this.transformCounts.get(index);
    const { badRecords, error } = this.details.get(index) ?? { badRecords: [], error: null };
    return {
      path,
      action: ACTIONS[kind & 3],
      status: STATUSES[(kind >> 2) & 3],
      output: kind & HAS_OUTPUT ? this.outputOf(path) : null,
      rejected: kind & HAS_REJECTED ? this.rejectedOf(path) : null,
      reasons: kind & HAS_REASONS ? this.reasonsOf(path) : null,
      bytesIn: this.sizes[index * 2],
      bytesOut: this.sizes[index * 2 + 1],
      crc32: this.checksums[index].toString(16).padStart(8, '0'),
      records: { read, written, filtered, bad, skipped },
      phones: { formatted, unparsed },
      dates: { formatted: datesFormatted, unparsed: datesUnparsed },
      where: { unparsed: comparisonsUnparsed },
      badRecords,
      ...this.readings[this.readingNumbers[index] ?? 0],
      error,
    };
  }

  /**
   * @param {number} index
   * @param {Reading} reading
   */
  setReading(index, reading) {
    const key = JSON.stringify(reading);
    const number = this.numbers.get(key) ?? this.readings.length;
    if (number === this.readings.length) {
      this.readings.push(reading);
      this.numbers.set(key, number);
    }
    if (number > 0 && this.readingNumbers.length === 0) this.readingNumbers = new Uint32Array(this.kinds.length);
    if (this.readingNumbers.length > 0) this.readingNumbers[index] = number;
  }

  /** @param {number} index */
  isPending(index) {
    return STATUSES[(this.kinds[index] >> 2) & 3] === 'pending';
  }

  /**
   * @param {string} path
   * @returns {EntryOutcome | null}
   */
  find(path) {
    const index = this.paths.find(path);
    return index === -1 ? null : this.get(index);
  }

  /** @returns {Generator<EntryOutcome, void>} */
  *values() {
    for (let index = 0; index < this.length; index++) yield this.get(index);
  }

  [Symbol.iterator]() {
    return this.values();
  }

  toJSON() {
    return [...this];
  }

  /** @param {number} room */
  grow(room) {
    const { kinds, checksums, sizes, readingNumbers } = this;
    this.kinds = new Uint8Array(room);
    this.kinds.set(kinds);
    this.checksums = new Uint32Array(room);
    this.checksums.set(checksums);
    this.sizes = new Float64Array(room * 2);
    this.sizes.set(sizes);
    if (readingNumbers.length > 0) {
      this.readingNumbers = new Uint32Array(room);
      this.readingNumbers.set(readingNumbers);
    }
  }
}

/**
 * How an entry was read.
 * @typedef {Pick<EntryOutcome, 'dialect' | 'missing'>} Reading
 */

/** @type {EntryOutcome['action'][]} */
export const ACTIONS = ['csv', 'copy', 'skip'];
/** @type {EntryOutcome['status'][]} */
export const STATUSES = ['written', 'skipped', 'failed', 'pending'];
const HAS_OUTPUT = 16;
const HAS_REJECTED = 32;
const HAS_REASONS = 64;
/** @type {Reading} */
const NO_READING = { dialect: null, missing: [] };
const LEAST_ROOM = 64;
