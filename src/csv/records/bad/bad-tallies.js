/** @import { BadRecord, Reason } from './bad-record.js' */

/**
 * How many records are bad for one reason, and the first of them. `fields`: of how many fields, if that is the reason; null
 * for the numbers that are not counted one by one. `field` and `type`: of which field the value does not fit, if that is the
 * reason; absent for the fields that are not counted one by one.
 *
 * @typedef {{ code: Reason['code'], fields: number | null, count: number, record: number, byte: number, field?: string,
 *   type?: string }} Tally
 */

/** Counts bad records by reason, in bounded memory. */
export class BadTallies {
  /** @param {Tally[]} [tallies] To continue from. */
  constructor(tallies = []) {
    /** @type {Map<string, Tally>} */
    this.tallies = new Map();
    /** @type {Tally | null} What was added to last: often the next record is bad for the same reason. */
    this.last = null;
    for (const tally of tallies) this.tallies.set(keyOf(tally), { ...tally });
  }

  get isEmpty() {
    return this.tallies.size === 0;
  }

  /** @param {Reason} reason */
  add(reason) {
    const bad = /** @type {BadRecord} */ (reason);
    const { last } = this;
    const isAsLast = last?.code === bad.code && last.fields === (bad.fields ?? null) && last.field === bad.field;
    const tally = isAsLast ? last : this.find(bad);
    if (tally) {
      tally.count += 1;
      this.last = tally;
      return;
    }
    const { code, record, byte, fields = null, field, type } = bad;
    const position = { count: 1, record, byte };
    if (this.tallies.size >= MAX_TALLIES) this.last = { code, fields: null, ...position };
    else if (field === undefined) this.last = { code, fields, ...position };
    else this.last = { code, fields, ...position, field, ...(type !== undefined && { type }) };
    this.tallies.set(keyOf(this.last), this.last);
  }

  /** @param {BadRecord} bad */
  find(bad) {
    return this.tallies.get(keyOf(bad)) ?? this.tallies.get(bad.code);
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

/** @param {{ code: Reason['code'], fields?: number | null, field?: string }} reason */
function keyOf({ code, fields = null, field = '' }) {
  return fields === null && field === '' ? code : `${code} ${fields ?? field}`;
}

const MAX_TALLIES = 64;
