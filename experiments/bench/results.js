/** @import { Machine } from '../results.js' */
/** @import { Standing } from './contest.js' */
/** @import { RECIPES } from './rules.js' */
/** @import { Scaling } from './scaling.js' */

/**
 * The results of one run of the bench, as stored in `bench.json`. Its page and charts are made from it alone.
 *
 * @typedef {object} Bench
 * @property {1} version
 * @property {string} recordedAt ISO 8601.
 * @property {string} command Repeats the run.
 * @property {Machine} machine
 * @property {{ name: string, rows: number | null, zipBytes: number, bytes: number }} archive `bytes` inflated.
 * @property {number} runs
 * @property {typeof RECIPES} recipes
 * @property {Standing[]} standings
 * @property {Scaling[]} scalings
 */
