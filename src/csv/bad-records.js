/** @import { CsvRule } from '../recipe/recipe.js' */
/** @import { CsvCounts } from './record-editor.js' */

/**
 * Why a record is bad.
 * @typedef {'csv/field-count' | 'csv/after-quote' | 'csv/unterminated-quote'} BadRecordCode
 *
 * A record that is bad, or lines that are skipped. `record` counts from 1 (a skipped line has the number of the record
 * that follows), `byte` from 0 in the inflated entry; `fields` is how many fields the record has, if its quotes are sound.
 *
 * @typedef {{ record: number, byte: number, code: BadRecordCode, fields?: number }} BadRecord
 * @typedef {{ record: number, byte: number, code: 'csv/skipped' }} SkippedLine
 */

/** Counts and describes an entry's bad records and skipped lines. */
export class BadRecords {
  /**
   * @param {object} options
   * @param {CsvRule} options.rule
   * @param {number} options.maxDescribed How many bad records to describe in `counts`.
   * @param {CsvCounts} options.counts Updated here.
   */
  constructor({ rule, maxDescribed, counts }) {
    this.rule = rule;
    this.maxDescribed = maxDescribed;
    this.counts = counts;
  }

  /** @param {BadRecord} bad */
  addBad({ record, byte, code }) {
    const { records, badRecords } = this.counts;
    records.bad += 1;
    if (badRecords.length < this.maxDescribed) badRecords.push({ record, byte, code });
  }

  /** @param {SkippedLine} _line */
  addSkipped(_line) {
    this.counts.records.skipped += 1;
  }

  /**
   * Turns the last bad records into skipped lines: they were a footer.
   *
   * @param {number} lines
   */
  skipLast(lines) {
    const { records, badRecords } = this.counts;
    const described = badRecords.filter(({ record }) => record > records.read - lines).length;
    badRecords.splice(badRecords.length - described, described);
    records.bad -= lines;
    records.read -= lines;
    records.skipped += lines;
  }

  /**
   * Takes what is to be written to the reasons' file: JSON lines, without the first line.
   *
   * @param {boolean} _final Whether to flush a block that is not full too.
   * @returns {Buffer[]}
   */
  take(_final) {
    return [];
  }

  /**
   * Judges the entry at its end.
   *
   * @throws {CsvError} `csv/too-many-bad`
   */
  judge() {}

  /** @returns {object} Plain data, from which `restore` resumes. */
  snapshot() {
    return {};
  }

  /** @param {object} _state */
  restore(_state) {}
}
