/** @import { Dialect } from './dialect.js' */

/**
 * The counts of an entry's records. `read` = `written` + `filtered` + `bad`; `skipped` counts lines that are no records.
 *
 * @typedef {object} CsvCounts
 * @property {number} bytesOut
 * @property {{ read: number, written: number, filtered: number, bad: number, skipped: number }} records
 * @property {{ formatted: number, unparsed: number }} phones
 * @property {{ formatted: number, unparsed: number }} dates
 * @property {{ unparsed: number }} where How often a comparison met a value that is not empty and no number or date.
 * @property {{ record: number, byte: number, code: string }[]} badRecords The first ones. `record` counts from 1;
 *   `byte` counts from 0 in the inflated entry.
 * @property {Dialect | null} dialect As found; null until the header is known.
 * @property {string[]} missing The fields that the rule names and the entry lacks, under `"missing": "ignore"`.
 * @property {NotUtf8} [notUtf8] Absent without such values.
 */

/**
 * Values that are not UTF-8, in an entry that is read as UTF-8 because nothing says otherwise.
 *
 * @typedef {object} NotUtf8
 * @property {number} values How many there are; `MOST_COUNTED` of values-not-utf8.js stands for that many or more.
 * @property {string | null} [encoding] The charset that the text looks like; null or absent if most of it is UTF-8.
 */

export {};
