/** @import { Chart } from './charts/frame.js' */
/** @import { Claim } from './claims.js' */
/** @import { Findings } from './findings.js' */
/** @import { Method } from './method.js' */
/** @import { Table } from './tables.js' */

/**
 * What the pages show of an experiment, whichever it is.
 *
 * @typedef {object} Content
 * @property {object} results As stored in `results.json`.
 * @property {Words} words
 * @property {Findings} findings
 * @property {Chart[]} charts
 * @property {Table} overview
 * @property {Table[]} tables
 * @property {Claim[]} claims Of the article, compared with what was found.
 * @property {Method} method
 * @property {{ title: string, lines: string[] } | null} checks What must hold, and whether it does.
 * @property {{ title: string, text: string } | null} listing An input, as it was written.
 *
 * @typedef {object} Words The headings that differ between experiments.
 * @property {string} eyebrow Above the headline.
 * @property {string} claims
 * @property {string} programs
 * @property {string} results A sentence in Markdown about `results.json`.
 */

export {};
