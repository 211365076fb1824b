/** @import { CsvCounts } from '../csv/record-editor.js' */

/**
 * What became of an entry.
 *
 * @typedef {object} EntryOutcome
 * @property {string} path
 * @property {'csv' | 'copy' | 'skip'} action
 * @property {'written' | 'skipped' | 'failed' | 'pending'} status
 * @property {string | null} output Where it is.
 * @property {string | null} rejected Where its bad records are.
 * @property {number} bytesIn Inflated.
 * @property {number} bytesOut
 * @property {string} crc32 Of the inflated bytes.
 * @property {CsvCounts['records']} records
 * @property {CsvCounts['phones']} phones
 * @property {CsvCounts['badRecords']} badRecords
 * @property {ErrorReport | null} error
 */

/**
 * @typedef {object} ErrorReport
 * @property {string} code
 * @property {string} message
 * @property {number} [record]
 * @property {number} [byte]
 */

export {};
