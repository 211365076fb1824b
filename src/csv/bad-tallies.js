/** @import { BadRecord, BadRecordCode } from './bad-records.js' */

/**
 * How many records are bad for one reason, and the first of them. `fields`: of how many fields, if that is the reason; null
 * for the numbers that are not counted one by one.
 *
 * @typedef {{ code: BadRecordCode, fields: number | null, count: number, record: number, byte: number }} Tally
 */

/** Counts bad records by reason, in bounded memory. */
export class BadTallies {
  /** @param {Tally[]} [tallies] To continue from. */
  constructor(tallies = []) {
    /** @type {Map<string, Tally>} */
    this.tallies = new Map();
    /** @type {Tally | null} What was added to last: often the next record is bad for the same reason. */
    this.last = null;
    for (const tally of tallies) this.tallies.set(keyOf(tally.code, tally.fields), { ...tally });
  }

  /** @param {BadRecord} bad */
  add({ code, fields, record, byte }) {
    const isAsLast = this.last !== null && this.last.code === code && this.last.fields === (fields ?? null);
    const tally = isAsLast ? this.last : this.find(code, fields);
    if (tally) {
      tally.count += 1;
      this.last = tally;
      return;
    }
    const counted = this.tallies.size < MAX_TALLIES ? (fields ?? null) : null;
    this.last = { code, fields: counted, count: 1, record, byte };
    this.tallies.set(keyOf(code, counted), this.last);
  }

  /**
   * @param {BadRecordCode} code
   * @param {number} [fields]
   */
  find(code, fields) {
    return this.tallies.get(keyOf(code, fields)) ?? this.tallies.get(keyOf(code, null));
  }

  /** @returns {Tally[]} The commonest first; of equal ones, the one that was found first. */
  commonest() {
    return this.all().sort((one, other) => other.count - one.count || one.byte - other.byte);
  }

  /** @returns {Tally[]} */
  all() {
    return Array.from(this.tallies.values(), tally => ({ ...tally }));
  }
}

/**
 * @param {BadRecordCode} code
 * @param {number | null} [fields]
 */
function keyOf(code, fields = null) {
  return fields === null ? code : `${code} ${fields}`;
}

const MAX_TALLIES = 64;
