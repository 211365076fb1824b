import { BadTallies } from './bad-tallies.js';
import { Reasons } from './reasons.js';
import { isTooMany, tooManyBad } from './too-many-bad.js';

/** @import { CsvRule } from '../recipe/recipe.js' */
/** @import { Tally } from './bad-tallies.js' */
/** @import { Shape } from './block-editor.js' */
/** @import { CsvCounts } from './record-editor.js' */

/**
 * Why a record is bad.
 * @typedef {'csv/field-count' | 'csv/after-quote' | 'csv/unterminated-quote'} BadRecordCode
 *
 * A record that is bad, or lines that are skipped. `record` counts from 1 (a skipped line has the number of the record
 * that follows), `byte` from 0 in the inflated entry; `fields` is how many fields the record has, if its quotes are sound;
 * `field` is the name of the field that is wrong, if it is one.
 *
 * @typedef {{ record: number, byte: number, code: BadRecordCode, fields?: number, field?: string }} BadRecord
 * @typedef {{ record: number, byte: number, code: 'csv/skipped' }} SkippedLine
 * @typedef {BadRecord | SkippedLine} Reason
 *
 * What another process needs to resume. Each member is absent from checkpoints of versions that did not have it.
 * @typedef {{ tallies?: Tally[], held?: Reason[], hasHead?: boolean }} BadRecordsState
 */

/**
 * Counts and describes an entry's bad records and skipped lines, gives the reason for each, and judges whether there are
 * too many.
 *
 * The latest reasons are held back, because they may turn out to be of a footer.
 */
export class BadRecords {
  /**
   * @param {object} options
   * @param {CsvRule} options.rule
   * @param {number} options.maxDescribed How many bad records to describe in `counts`.
   * @param {CsvCounts} options.counts Updated here.
   * @param {string} [options.entry] Its name.
   */
  constructor({ rule, maxDescribed, counts, entry = '' }) {
    this.rule = rule;
    this.maxDescribed = maxDescribed;
    this.counts = counts;
    this.tallies = new BadTallies();
    this.reasons = new Reasons(entry);
    this.width = 0;
    /**
     * The last ten bad records, and the skipped lines between and after them.
     * @type {Reason[]}
     */
    this.held = [];
    this.heldBad = 0;
    const { badRecords, maxBad } = rule;
    const hasLimit = badRecords === 'quarantine' || badRecords === 'skip';
    this.maxBad = hasLimit ? maxBad : '100%';
    this.mostBad = hasLimit && typeof maxBad === 'number' ? maxBad : Number.POSITIVE_INFINITY;
  }

  /**
   * Tells what the opening of the entry has shown. Nothing can be taken before.
   *
   * @param {Shape} shape
   */
  begin(shape) {
    this.width = shape.width;
    this.reasons.begin(shape);
  }

  /**
   * @param {BadRecord} bad Kept.
   * @throws {CsvError} `csv/too-many-bad` as soon as it is certain that a count is exceeded.
   */
  addBad(bad) {
    const { records, badRecords } = this.counts;
    const { record, byte, code } = bad;
    records.bad += 1;
    if (badRecords.length < this.maxDescribed) badRecords.push({ record, byte, code });
    this.tallies.add(bad);
    this.hold(bad);
    if (records.bad - this.heldBad > this.mostBad) throw this.error(true);
  }

  /** @param {SkippedLine} line Kept. */
  addSkipped(line) {
    this.counts.records.skipped += 1;
    this.hold(line);
  }

  /**
   * Turns the last bad records into skipped lines: they were a footer.
   *
   * @param {number} lines At most ten.
   */
  skipLast(lines) {
    const { records, badRecords } = this.counts;
    const footer = this.held.filter(isBad).slice(-lines);
    if (lines === 0 || footer.length === 0) return;
    const [{ record }] = footer;
    for (const bad of footer) this.tallies.remove(bad);
    this.held = this.held.map(reason =>
      reason.record < record ? reason : { record, byte: reason.byte, code: 'csv/skipped' },
    );
    this.heldBad -= footer.length;
    while (badRecords.length > 0 && badRecords[badRecords.length - 1].record >= record) badRecords.pop();
    records.bad -= footer.length;
    records.read -= footer.length;
    records.skipped += footer.length;
  }

  /**
   * Takes what is to be written to the reasons file.
   *
   * @param {boolean} final Whether to flush a block that is not full too.
   * @returns {Buffer[]}
   */
  take(final) {
    return this.reasons.take(final);
  }

  /**
   * Judges the entry at its end, and releases the reasons that were held back.
   *
   * @throws {CsvError} `csv/too-many-bad`
   */
  judge() {
    if (isTooMany(this.maxBad, this.counts.records)) throw this.error(false);
    for (const reason of this.held) this.give(reason);
    this.held = [];
    this.heldBad = 0;
  }

  /** @returns {BadRecordsState} Plain data, from which `restore` resumes once all blocks are taken. */
  snapshot() {
    return { tallies: this.tallies.all(), held: [...this.held], hasHead: this.reasons.hasHead };
  }

  /** @param {BadRecordsState} [state] */
  restore({ tallies = [], held = [], hasHead = false } = {}) {
    this.tallies = new BadTallies(tallies);
    this.held = [...held];
    this.heldBad = held.filter(isBad).length;
    this.reasons.hasHead = hasHead;
  }

  /** @param {Reason} reason */
  hold(reason) {
    this.held.push(reason);
    if (isBad(reason)) this.heldBad += 1;
    while (this.heldBad > MAX_FOOTER_LINES || this.held.length > MAX_HELD) {
      const oldest = /** @type {Reason} */ (this.held.shift());
      if (isBad(oldest)) this.heldBad -= 1;
      this.give(oldest);
    }
  }

  /** @param {Reason} reason */
  give(reason) {
    const { badRecords } = this.rule;
    if (isBad(reason) ? badRecords === 'quarantine' : badRecords !== 'skip') this.reasons.add(reason);
  }

  /** @param {boolean} isEarly */
  error(isEarly) {
    const { maxBad, width, tallies } = this;
    return tooManyBad({ ...this.counts.records, maxBad, width, tallies: tallies.commonest(), isEarly });
  }
}

/**
 * @param {Reason} reason
 * @returns {reason is BadRecord}
 */
function isBad(reason) {
  return reason.code !== 'csv/skipped';
}

const MAX_FOOTER_LINES = 10;
/** Lines that are skipped between bad records may be very many. */
const MAX_HELD = 64;
