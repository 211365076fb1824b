/** @import { Machine } from '../../results.js' */
/** @import { Turn } from '../contest.js' */

/**
 * The results of one run, as stored in `transforms.json`. Its page and charts are made from it alone.
 *
 * @typedef {object} Transforms
 * @property {1} version
 * @property {string} recordedAt ISO 8601.
 * @property {string} command Repeats the run.
 * @property {Machine} machine
 * @property {number} rows
 * @property {number} runs
 * @property {string[]} absent Why a tool is left out.
 * @property {number} bytes Of the plain records, inflated.
 * @property {number} zipBytes
 * @property {Result[]} players The first is Sluice with the plain rule.
 *
 * @typedef {object} Result
 * @property {string | null} tool null for Sluice.
 * @property {string} version
 * @property {string} does The case's name.
 * @property {Turn[]} turns
 */
export {};
