import { hex } from './archive/verifier.js';

/** @import { Entry } from './archive/entry.js' */
/** @import { CsvCounts } from './csv/counts.js' */
/** @import { ErrorReport } from './errors.js' */

/**
 * The outcome of an entry, as in the manifest.
 *
 * @typedef {object} EntryOutcome
 * @property {string} path
 * @property {'csv' | 'copy' | 'skip' | 'archive'} action
 * @property {'written' | 'skipped' | 'failed' | 'pending'} status
 * @property {string | null} output Its address.
 * @property {string | null} rejected The address of its bad records.
 * @property {string | null} reasons The address of their reasons.
 * @property {number} bytesIn Inflated.
 * @property {number} bytesOut
 * @property {string | null} crc32 Of the inflated bytes; null if the archive does not tell it, until they are verified.
 * @property {CsvCounts['records']} records
 * @property {CsvCounts['phones']} phones
 * @property {CsvCounts['dates']} dates
 * @property {CsvCounts['where']} where
 * @property {CsvCounts['badRecords']} badRecords
 * @property {CsvCounts['dialect']} dialect null for an entry that is not edited.
 * @property {CsvCounts['missing']} missing
 * @property {NonNullable<CsvCounts['notUtf8']>} [notUtf8] Absent without such values.
 * @property {number} [repeatedKeys] How many rows had a key that came before in this archive, if any: the later one has won.
 * @property {number} [takenByTriggers] How many rows a trigger of the table, or a rule, has kept from it, if any: dropped, or put
 *   elsewhere.
 * @property {ErrorReport | null} error
 */

/**
 * The outcome of an entry before it is processed.
 *
 * @param {Pick<Entry, 'name' | 'crc32'>} entry
 * @param {EntryOutcome['action']} action
 * @returns {EntryOutcome}
 */
export function pendingOutcome(entry, action) {
  return {
    path: entry.name,
    action,
    status: 'pending',
    output: null,
    rejected: null,
    reasons: null,
    bytesIn: 0,
    bytesOut: 0,
    crc32: entry.crc32 === null ? null : hex(entry.crc32),
    records: { read: 0, written: 0, filtered: 0, bad: 0, skipped: 0 },
    phones: { formatted: 0, unparsed: 0 },
    dates: { formatted: 0, unparsed: 0 },
    where: { unparsed: 0 },
    badRecords: [],
    dialect: null,
    missing: [],
    error: null,
  };
}

/**
 * An outcome that an earlier version has written, with the members that later ones added; or a short one.
 *
 * @param {any} outcome
 * @returns {EntryOutcome} A copy.
 */
export function withLaterMembers({ path, records, phones, dates, where, error = null, ...outcome }) {
  return {
    path,
    ...EMPTY,
    badRecords: [],
    missing: [],
    ...outcome,
    records: { read: 0, written: 0, filtered: 0, bad: 0, skipped: 0, ...records },
    phones: { formatted: 0, unparsed: 0, ...phones },
    dates: { formatted: 0, unparsed: 0, ...dates },
    where: { unparsed: 0, ...where },
    error: error === null ? null : { message: '', ...error },
  };
}

/**
 * Whether an outcome is an error of which only the code was kept: an archive has too many errors to describe each.
 *
 * @param {Pick<EntryOutcome, 'error'>} outcome
 */
export function hasCodeOnly({ error }) {
  return error != null && !error.message;
}

const EMPTY = { output: null, rejected: null, reasons: null, bytesIn: 0, bytesOut: 0, crc32: null, dialect: null };

/** @type {EntryOutcome['action'][]} */
export const ACTIONS = ['csv', 'copy', 'skip', 'archive'];
/** @type {EntryOutcome['status'][]} */
export const STATUSES = ['written', 'skipped', 'failed', 'pending'];
