/** @import { CsvCounts } from '../csv/record-editor.js' */

/**
 * The outcome of an entry, as in the manifest.
 *
 * @typedef {object} EntryOutcome
 * @property {string} path
 * @property {'csv' | 'copy' | 'skip'} action
 * @property {'written' | 'skipped' | 'failed' | 'pending'} status
 * @property {string | null} output Its address.
 * @property {string | null} rejected The address of its bad records.
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
