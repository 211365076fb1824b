import { isTableUri } from '../destination/database/table-uri.js';
import { ACTIONS, STATUSES } from '../entry-outcome.js';
import { NameList } from '../memory/name-list.js';
import { CountTable } from './count-table.js';
import { OutcomeDetails } from './outcome-details.js';
import { NO_READING, OutcomeReadings } from './outcome-readings.js';
import { sumUp } from './totals.js';

/** @import { Addresses } from '../output-paths.js' */
/** @import { EntryOutcome } from '../entry-outcome.js' */
/** @import { Totals } from './totals.js' */

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
    this.sizes = new CountTable(2);
    this.counts = new CountTable(7);
    /** Few archives have anything to count here. */
    this.rareCounts = new CountTable(6);
    this.readings = new OutcomeReadings();
    this.details = new OutcomeDetails();
    /** What was counted, but had no room in the manifest that they were read from. @type {Partial<Totals>} */
    this.unlisted = {};
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
   * Of the first thousand errors the message is kept too, of the others the code only.
   *
   * @param {number} index
   * @param {EntryOutcome} outcome Of the same path.
   */
  set(index, outcome) {
    const { action, status, output, rejected, reasons, bytesIn, bytesOut, crc32 } = outcome;
    const { records, phones, dates, where, repeatedKeys = 0, takenByTriggers = 0, notUtf8 } = outcome;
    this.kinds[index] =
      ACTIONS.indexOf(action) |
      (STATUSES.indexOf(status) << 2) |
      (output === null ? 0 : HAS_OUTPUT) |
      (rejected === null ? 0 : HAS_REJECTED) |
      (reasons === null ? 0 : HAS_REASONS) |
      (crc32 === null ? HAS_NO_CHECKSUM : 0);
    this.checksums[index] = crc32 === null ? 0 : Number.parseInt(crc32, 16);
    const room = this.kinds.length;
    this.sizes.set(index, [bytesIn, bytesOut], room);
    const { read, written, filtered, bad, skipped } = records;
    this.counts.set(index, [read, written, filtered, bad, skipped, phones.formatted, phones.unparsed], room);
    const ofRows = [repeatedKeys, notUtf8?.values ?? 0, takenByTriggers];
    this.rareCounts.set(index, [dates.formatted, dates.unparsed, where.unparsed, ...ofRows], room);
    const { dialect, missing } = this.details.set(index, outcome) ? outcome : NO_READING;
    const charset = notUtf8?.encoding ?? null;
    this.readings.set(index, { dialect, missing, table: isTableUri(output) ? output : null, charset }, room);
  }

  /**
   * @param {number} index
   * @returns {EntryOutcome} A copy.
   */
  get(index) {
    const path = this.paths.get(index);
    const kind = this.kinds[index];
    const { sizes, counts, rareCounts } = this;
    const { dialect, missing, table, charset } = this.readings.get(index);
    const { badRecords, error } = this.details.get(index);
    return {
      path,
      action: ACTIONS[kind & 3],
      status: STATUSES[(kind >> 2) & 3],
      output: kind & HAS_OUTPUT ? (table ?? this.outputOf(path)) : null,
      rejected: kind & HAS_REJECTED ? this.rejectedOf(path) : null,
      reasons: kind & HAS_REASONS ? this.reasonsOf(path) : null,
      bytesIn: sizes.get(index, 0),
      bytesOut: sizes.get(index, 1),
      crc32: kind & HAS_NO_CHECKSUM ? null : this.checksums[index].toString(16).padStart(8, '0'),
      records: {
        read: counts.get(index, 0),
        written: counts.get(index, 1),
        filtered: counts.get(index, 2),
        bad: counts.get(index, 3),
        skipped: counts.get(index, 4),
      },
      phones: { formatted: counts.get(index, 5), unparsed: counts.get(index, 6) },
      dates: { formatted: rareCounts.get(index, 0), unparsed: rareCounts.get(index, 1) },
      where: { unparsed: rareCounts.get(index, 2) },
      badRecords,
      dialect,
      missing,
      ...(rareCounts.get(index, 4) > 0 && { notUtf8: { values: rareCounts.get(index, 4), encoding: charset } }),
      ...(rareCounts.get(index, 3) > 0 && { repeatedKeys: rareCounts.get(index, 3) }),
      ...(rareCounts.get(index, 5) > 0 && { takenByTriggers: rareCounts.get(index, 5) }),
      error,
    };
  }

  /** Forgets all outcomes. */
  clear() {
    this.length = 0;
    this.paths = new NameList();
    this.details.clear();
  }

  /** How much memory their columns take. */
  get bytes() {
    const { paths, kinds, checksums, sizes, counts, rareCounts, readings } = this;
    const tables = [sizes, counts, rareCounts].reduce((sum, { values }) => sum + values.byteLength, readings.bytes);
    return paths.bytes.length + paths.ends.byteLength + kinds.byteLength + checksums.byteLength + tables;
  }

  /** @param {number} index */
  isPending(index) {
    return STATUSES[(this.kinds[index] >> 2) & 3] === 'pending';
  }

  /**
   * @param {number} index
   * @returns {number} `HAS_OUTPUT`, `HAS_REJECTED` and `HAS_REASONS` of what an entry uses, added up. A table is no such output. A
   *   pending entry may use all: a job that was killed may have published them, or a concurrent one may do so yet.
   */
  uses(index) {
    if (this.isPending(index)) return USES_ALL;
    return this.kinds[index] & (this.readings.get(index).table === null ? USES_ALL : USES_ALL & ~HAS_OUTPUT);
  }

  /** @param {EntryOutcome['status']} status */
  hasAny(status) {
    const sought = STATUSES.indexOf(status);
    for (let index = 0; index < this.length; index++) if (((this.kinds[index] >> 2) & 3) === sought) return true;
    return false;
  }

  /** @returns {Totals} */
  sumUp() {
    return sumUp(this);
  }

  /** Whether of some errors only the code was kept. */
  get hasCodesOnly() {
    return this.details.codes > 0;
  }

  /** How many bad records are described. */
  get described() {
    return this.details.badRecords;
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
    const { kinds, checksums } = this;
    this.kinds = new Uint8Array(room);
    this.kinds.set(kinds);
    this.checksums = new Uint32Array(room);
    this.checksums.set(checksums);
  }
}

export const HAS_OUTPUT = 16;
export const HAS_REJECTED = 32;
export const HAS_REASONS = 64;
export const USES_ALL = HAS_OUTPUT | HAS_REJECTED | HAS_REASONS;
const HAS_NO_CHECKSUM = 128;
const LEAST_ROOM = 64;
