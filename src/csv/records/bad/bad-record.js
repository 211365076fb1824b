/**
 * Why a record is bad.
 * @typedef {'csv/field-count' | 'csv/after-quote' | 'csv/unterminated-quote' | 'csv/wrong-type' |
 *   'csv/not-utf-8'} BadRecordCode
 *
 * A record that is bad, or lines that are skipped. `record` counts from 1 (a skipped line has the number of the record
 * that follows), `byte` from 0 in the inflated entry; `fields` is how many fields the record has, if its quotes are sound;
 * `field` is the name of the field whose value does not fit its `type`, or is no text.
 *
 * @typedef {{ record: number, byte: number, code: BadRecordCode, fields?: number, field?: string, type?: string }} BadRecord
 * @typedef {{ record: number, byte: number, code: 'csv/skipped' }} SkippedLine
 * @typedef {BadRecord | SkippedLine} Reason
 */

export {};
