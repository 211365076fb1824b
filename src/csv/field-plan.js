/** @import { FieldFinder } from './find-fields.js' */
/** @import { PhoneFormatter } from '../phone/formatter.js' */

/**
 * What to do with each record of an entry; `planFields` makes it. Fields are positions, counted from 0.
 *
 * @typedef {object} FieldPlan
 * @property {number} width How many fields a record has.
 * @property {RecordTest[]} tests Decide whether a record is written, from the first one on. Without any, all records are.
 * @property {OutputPart[]} parts What is written of a record, in this order.
 * @property {Map<number, string>} renamed The new names of fields, for the header that is written.
 * @property {Set<number>} trimmed The fields whose values lose white space at both ends.
 * @property {string[]} missing What the rule names and the entry lacks, under `"missing": "ignore"`: names, or `position 7`.
 */

/**
 * A test of one field, and which test follows if it holds and if not: a position in `tests`, PASS or FAIL.
 *
 * @typedef {object} RecordTest
 * @property {number} index The field.
 * @property {boolean} trims Whether white space at both ends of the value does not count.
 * @property {ValueTest} test
 * @property {number} onTrue
 * @property {number} onFalse
 *
 * `text`: the value is one of these. `function`: null if the value cannot be compared, as it is no number or no date.
 *
 * @typedef {{ kind: 'empty' } | { kind: 'text', values: Buffer[] } |
 *   { kind: 'function', holds: (value: Buffer) => boolean | null }} ValueTest
 */

/**
 * Adjacent fields, which are copied as one range, or a column that the rule adds.
 *
 * @typedef {Run | SetColumn} OutputPart
 *
 * @typedef {object} Run
 * @property {'fields'} kind
 * @property {number} first
 * @property {number} last The last field of the run.
 * @property {FieldChange[]} changes Of its fields, in order.
 *
 * @typedef {object} SetColumn
 * @property {'set'} kind
 * @property {string} name
 * @property {Buffer | 'record'} value Not quoted; `record` stands for the record's number.
 */

/**
 * What is done with a field's value, in this order; null or false stands for nothing.
 *
 * @typedef {object} FieldChange
 * @property {number} index
 * @property {boolean} trims
 * @property {DateReader | null} date
 * @property {{ format: PhoneFormatter } | null} phone
 * @property {Hasher | null} hash
 * @property {((value: Buffer) => Buffer) | null} mask
 *
 * Returns the date in ISO 8601.
 * @typedef {(value: Buffer) => Buffer | 'stays' | 'unparsed'} DateReader
 *
 * HMAC-SHA-256 in hexadecimal digits. `keyBlock`: its key as RFC 2104 pads it, with which the engine computes the same.
 * @typedef {((value: Buffer) => Buffer) & { readonly keyBlock?: Buffer }} Hasher
 *
 * What a rule's transforms need, opened once for an entry.
 *
 * @typedef {object} Transforms
 * @property {PhoneFormatter[]} phones One per phone of the rule, in the same order.
 * @property {DateReader[]} dates One per date of the rule.
 * @property {Hasher | null} hash null if the rule hashes nothing.
 * @property {(value: Buffer, keepLast: number) => Buffer} mask
 * @property {(finder: FieldFinder, trimmed: Set<number>) => RecordTest[]} where Compiles the rule's condition.
 * @property {{ name: string, value: Buffer | 'record' }[]} set
 */

/** What ends the tests: the record is written, or filtered out. */
export const PASS = -1;
export const FAIL = -2;
