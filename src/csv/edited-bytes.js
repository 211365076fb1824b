/**
 * What editing some bytes has produced, in blocks. Each list may be empty.
 *
 * @typedef {object} EditedBytes
 * @property {Buffer[]} output
 * @property {Buffer[]} rejected Bad records and skipped lines, byte for byte.
 * @property {Buffer[]} reasons A line of JSON for each of them.
 */

/** @type {EditedBytes} */
export const NOTHING = { output: [], rejected: [], reasons: [] };
