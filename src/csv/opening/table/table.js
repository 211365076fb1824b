/** @import { Reading, SplitRecord } from '../text/reading.js' */

/**
 * The beginning of an entry, one character a byte. `whole`: whether it is the whole entry.
 * @typedef {{ text: string, whole: boolean }} Sample
 *
 * What the rule says about the opening. `named`: whether the first record names the fields. `sure`: whether there is certainly
 * such a record. `used`: the names of fields that the rule uses. `skips`: whether lines before the first record may be
 * skipped. `hashes`: whether a line with `#` that is no good record is a comment.
 * @typedef {{ named: boolean, sure: boolean, used: readonly string[], skips: boolean, hashes: boolean }} TableOptions
 */

/**
 * A sample's table under one reading.
 *
 * @typedef {object} Table
 * @property {Reading} reading
 * @property {SplitRecord[]} records All records of the sample.
 * @property {number} first Which of them begins the table: its header, or its first record if it has none.
 * @property {number} width How many fields the table has.
 * @property {number} good How many records after `first` are good.
 * @property {number} bad
 * @property {number} share The good ones' share of all records, `first` and those before it included: from 0 to 1.
 * @property {number} comments How many lines with `#` are counted neither as good nor as bad.
 * @property {number} goodHashes How many good records begin with `#`.
 * @property {boolean} trailingDelimiter
 * @property {boolean} emptyLastName Whether the header ends with a delimiter that the records lack.
 * @property {boolean} lacksName Whether nearly all records have one field more than the header.
 */

export {};
