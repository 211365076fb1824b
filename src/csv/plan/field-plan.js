/** @import { Decimal } from '../../recipe/decimal.js' */
/** @import { FieldFinder } from './find-fields.js' */
/** @import { PhoneFormatter } from '../../phone/formatter.js' */
/** @import { TypeName } from '../../recipe/recipe.js' */

/**
 * What to do with each record of an entry; `planFields` makes it. Fields are positions, counted from 0.
 *
 * @typedef {object} FieldPlan
 * @property {number} width How many fields a record has.
 * @property {RecordTest[]} tests Decide whether a record is written, from the first one on. Without any, all records are.
 * @property {TypedField[]} types Decide whether a record that is written is bad. Without any, none is.
 * @property {OutputPart[]} parts What is written of a record, in this order.
 * @property {Map<number, string>} renamed The new names of fields, for the header that is written.
 * @property {Set<number>} trimmed The fields whose values lose white space at both ends.
 * @property {TablePlan | null} table null if the records go into a file.
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
 * `text`: the value is one of these. `function`: null if the value cannot be compared, as it is no number or no date;
 * `number`: what it is compared with, and the orders in which that holds, for the engine; `ofText`: the same for a value in UTF-16;
 * `automaton`: the same for the engine, if it is a pattern (`pattern-automaton.js`).
 *
 * @typedef {{ kind: 'empty' } | { kind: 'text', values: Buffer[] } |
 *   { kind: 'function', holds: Comparison }} ValueTest
 * @typedef {((value: Buffer) => boolean | null) & { readonly number?: ComparedNumber,
 *   readonly ofText?: (text: string) => boolean, readonly automaton?: () => Uint8Array | null }} Comparison
 * @typedef {{ decimal: Decimal, less: boolean, equal: boolean, greater: boolean }} ComparedNumber
 */

/**
 * What becomes of the records in a table.
 *
 * @typedef {object} TablePlan
 * @property {TableColumn[]} columns In the order in which their values are written.
 * @property {{ index: number, name: string }[]} fields Those that are written, with the input's names, in the input's order.
 *
 * A column of a table. `nullAs`: which values stand for NULL in what is written: every `empty` one (COPY's `FORCE_NULL`),
 * `none` (`FORCE_NOT_NULL`), or an empty one that is `unquoted` (COPY's default).
 *
 * @typedef {{ name: string, type: TypeName, nullAs: 'empty' | 'none' | 'unquoted', isKey: boolean }} TableColumn
 */

/**
 * A field whose value has to fit a type, as it would be written.
 *
 * @typedef {object} TypedField
 * @property {number} index
 * @property {string} name
 * @property {string} type
 * @property {boolean} trims Whether white space at both ends of the value does not count.
 * @property {FieldChange | null} change What else is done with the value before.
 * @property {Fits} fits
 *
 * Whether a value that is not empty fits a type; null if everything does.
 * @typedef {((bytes: Buffer, start: number, end: number) => boolean) | null} Fits
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
 * @property {(((value: Buffer) => Buffer) & Partial<Mask>) | null} mask
 * @property {Nulls | null} nulls For a column of a table.
 *
 * Values that are written as NULL, which is an empty field; `quotesEmpty`: without quotes, because an empty value is a text.
 * @typedef {{ isOne: (value: Buffer) => boolean, quotesEmpty: boolean }} Nulls
 *
 * Returns the date in ISO 8601. `fixed`: where the parts of its format stand, if all dates are of the same width.
 * @typedef {((value: Buffer) => Buffer | 'stays' | 'unparsed') & { readonly fixed?: FixedDate }} DateReader
 * @typedef {{ width: number, year: number, month: number, day: number, text: { byte: number, position: number }[] }} FixedDate
 *
 * HMAC-SHA-256 in hexadecimal digits. `keyBlock`: its key as RFC 2104 pads it, with which the engine computes the same.
 * @typedef {((value: Buffer) => Buffer) & { readonly keyBlock?: Buffer }} Hasher
 *
 * How many characters of a value stay, and what stands for the others, if that is a byte for each character.
 * @typedef {{ readonly keepLast: number, readonly substitute: number | undefined }} Mask
 *
 * Replaces each character of a value, except the last ones. `substitute`: the byte that stands for a character, with which the
 * engine does the same.
 * @typedef {((value: Buffer, keepLast: number) => Buffer) & { readonly substitute?: number }} Masker
 *
 * What a rule's transforms need, opened once for entries in a row.
 *
 * @typedef {object} Transforms
 * @property {PhoneFormatter[]} phones One per phone of the rule, in the same order.
 * @property {DateReader[]} dates One per date of the rule.
 * @property {Hasher | null} hash null if the rule hashes nothing.
 * @property {Masker} mask
 * @property {(finder: FieldFinder, trimmed: Set<number>) => RecordTest[]} where Compiles the rule's condition.
 * @property {{ name: string, value: Buffer | 'record' }[]} set
 * @property {Fits[]} types One per column of the rule's `columns`, in the same order.
 */

/** What ends the tests: the record is written, or filtered out. */
export const PASS = -1;
export const FAIL = -2;
