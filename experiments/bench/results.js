/** @import { Machine } from '../results.js' */
/** @import { Standing } from './contest.js' */
/** @import { RECIPES } from './rules.js' */
/** @import { Scaling } from './scaling.js' */

/**
 * What one run of the bench saw. It is kept as `bench.json`; its page and charts are made of nothing else.
 *
 * @typedef {object} Bench
 * @property {1} version
 * @property {string} recordedAt ISO 8601.
 * @property {string} command What to type to see it again.
 * @property {Machine} machine
 * @property {{ name: string, rows: number | null, zipBytes: number, bytes: number }} archive `bytes` inflated.
 * @property {number} runs
 * @property {typeof RECIPES} recipes
 * @property {Standing[]} standings
 * @property {Scaling[]} scalings
 */
