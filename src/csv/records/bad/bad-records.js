import { BadTallies } from './bad-tallies.js';
import { Reasons } from './reasons.js';
import { isTooMany, roughLimit, tooManyBad } from './too-many-bad.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { BadRecord, SkippedLine } from './bad-record.js' */
/** @import { Tally } from './bad-tallies.js' */
/** @import { ReasonsState } from './reasons.js' */
/** @import { Shape } from '../../shape.js' */
/** @import { CsvCounts } from '../../counts.js' */
/** @import { Comments } from './too-many-bad.js' */

/**
 * What another process needs to resume. Each member is absent from checkpoints of versions that did not have it.
 * @typedef {{ tallies?: Tally[], comments?: Comments | null, brokenAt?: number, rest?: number, fewest?: number,
 *   short?: number } &
 *   Partial<ReasonsState>} BadRecordsState
 */

/**
 * Counts and describes an entry's bad records and skipped lines, gives the reason for each, and judges whether there are
 * too many.
 */
export class BadRecords {
  /**
   * @param {object} options
   * @param {CsvRule} options.rule
   * @param {number} options.maxDescribed How many bad records to describe in `counts`.
   * @param {number} [options.entryBytes] Inflated.
   * @param {CsvCounts} options.counts Updated here.
   * @param {string} [options.entry] Its name.
   */
  constructor({ rule, maxDescribed, entryBytes = Number.POSITIVE_INFINITY, counts, entry = '' }) {
    this.rule = rule;
    this.maxDescribed = maxDescribed;
    this.entryBytes = entryBytes;
    /** Whether the entry has too many bad records, whatever follows. */
    this.isHopeless = false;
    this.counts = counts;
    this.tallies = new BadTallies();
    this.reasons = new Reasons(entry);
    /** @type {Comments | null} */
    this.comments = null;
    /**
     * The number of the last record with a quote that is open at the end of its line, or of the last line behind it that may be the rest of
     * its value; 0 if there is none.
     */
    this.brokenAt = 0;
    /** How many lines behind that quote may be the rest of its value. */
    this.rest = 0;
    /** How many fields the shortest record had that was filled up. */
    this.fewest = Number.POSITIVE_INFINITY;
    /** How many records were filled up that had at most half of the fields. */
    this.short = 0;
    this.width = 0;
    const { badRecords, maxBad } = rule;
    const hasLimit = badRecords === 'quarantine' || badRecords === 'skip';
    this.maxBad = hasLimit ? maxBad : '100%';
    this.mostBad = hasLimit && typeof maxBad === 'number' ? maxBad : Number.POSITIVE_INFINITY;
    this.limit = roughLimit(this.maxBad);
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
   * @param {BadRecord} bad
   * @param {number} bytes How many it has.
   * @param {boolean} [isOpen] Whether a quote is open at the end of its line.
   * @throws {CsvError} `csv/too-many-bad` as soon as a count is exceeded.
   */
  addBad(bad, bytes, isOpen = false) {
    const { records } = this.counts;
    records.bad += 1;
    this.describe(bad);
    this.tallies.add(bad);
    const isRest = bad.fields !== undefined && this.mayBeRest(bad.fields, bad.record);
    if (isOpen || isRest) {
      this.brokenAt = bad.record;
      this.rest = isOpen ? 0 : this.rest + 1;
    }
    if (records.bad > this.mostBad) throw this.error(true);
    if (this.rule.badRecords !== 'quarantine' || this.isHopeless) return;
    const { count, share } = this.limit;
    const isBeyond = records.bad > count && records.bad > share * records.read;
    const recordsLeft = Math.max(0, this.entryBytes - bad.byte - bytes) / LEAST_RECORD_BYTES;
    this.isHopeless = isBeyond && records.bad > share * (records.read + recordsLeft) + 1;
    this.reasons.add(bad, bytes, isBeyond);
  }

  /**
   * Whether a record may be the rest of a value whose quote is broken: it follows the line with that quote, or up to 100 lines that may be a
   * part of that rest, and has at most half as many fields as the table, unless several such records were filled up before, one of them as
   * short. Where bad records are kept, it is filled up nevertheless: it would be written with no field masked.
   *
   * @param {number} fields How many it has.
   * @param {number} [record] Its number. By default, it is the next one.
   */
  mayBeRest(fields, record = this.counts.records.read + 1) {
    if (this.brokenAt === 0 || this.brokenAt !== record - 1 || this.rule.badRecords === 'keep') return false;
    if (this.rest >= MAX_REST || fields * 2 > this.width) return false;
    return fields < this.fewest || this.short < MIN_SHORT;
  }

  /** @param {number} fields How many a record had before it was filled up or cut. */
  noteFitted(fields) {
    this.fewest = Math.min(this.fewest, fields);
    if (fields * 2 <= this.width) this.short += 1;
  }

  /** @param {BadRecord} bad */
  describe({ record, byte, code }) {
    const { badRecords } = this.counts;
    if (badRecords.length < this.maxDescribed) badRecords.push({ record, byte, code });
  }

  /**
   * @param {SkippedLine} line
   * @param {number} bytes How many it has.
   */
  addSkipped(line, bytes) {
    this.counts.records.skipped += 1;
    if (this.rule.badRecords !== 'skip') this.reasons.add(line, bytes);
  }

  /**
   * Adds a line that is taken for a comment only because it begins with `#` and is no good record.
   *
   * @param {SkippedLine} line
   * @param {number} bytes How many it has.
   */
  addComment(line, bytes) {
    this.comments ??= { count: 0, record: line.record, byte: line.byte };
    this.comments.count += 1;
    this.addSkipped(line, bytes);
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
   * Judges the entry at its end. Lines taken for comments count as bad records here if they are at least as many as the
   * good ones: they may be records whose first field begins with `#`.
   *
   * @throws {CsvError} `csv/too-many-bad`
   */
  judge() {
    const { read, written, filtered, bad } = this.counts.records;
    const { comments } = this;
    const suspect = comments !== null && comments.count >= written + filtered ? comments : null;
    const count = suspect?.count ?? 0;
    if (isTooMany(this.maxBad, { read: read + count, bad: bad + count })) throw this.error(false, suspect);
    this.reasons.end();
  }

  /** @returns {BadRecordsState} Plain data, from which `restore` resumes once all blocks are taken. */
  snapshot() {
    return {
      tallies: this.tallies.all(),
      ...this.reasons.snapshot(),
      comments: this.comments && { ...this.comments },
      ...(this.brokenAt > 0 && { brokenAt: this.brokenAt }),
      ...(this.rest > 0 && { rest: this.rest }),
      ...(this.fewest < this.width && { fewest: this.fewest }),
      ...(this.short > 0 && { short: this.short }),
    };
  }

  /** @param {BadRecordsState} [state] */
  restore({ tallies = [], comments = null, ...state } = {}) {
    const { brokenAt = 0, rest = 0, fewest = Number.POSITIVE_INFINITY, short = 0, ...reasons } = state;
    this.tallies = new BadTallies(tallies);
    this.brokenAt = brokenAt;
    this.rest = rest;
    this.fewest = fewest;
    this.short = short;
    this.reasons.restore(reasons);
    this.comments = comments && { ...comments };
  }

  /**
   * @param {boolean} isEarly
   * @param {Comments | null} [comments] Judged as bad records.
   */
  error(isEarly, comments = null) {
    const { maxBad, width, tallies } = this;
    const { counts, rule } = this;
    const isNamed = Array.isArray(rule.header);
    return tooManyBad({ ...counts.records, maxBad, width, isNamed, tallies: tallies.commonest(), comments, isEarly });
  }
}

/** Values in which a quote is broken hardly have more lines. */
const MAX_REST = 100;
/** From how many short records on such records are usual. */
const MIN_SHORT = 3;
/** A field of one character and a line end. */
const LEAST_RECORD_BYTES = 2;
