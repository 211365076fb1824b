/** @import { Content } from '../report/content.js' */
/** @import { Chart } from '../report/charts/frame.js' */
/** @import { Claim } from '../report/claims.js' */
/** @import { BigNumber } from '../report/findings.js' */
/** @import { Table } from '../report/tables.js' */
/** @import { Machine } from '../results.js' */

/**
 * An experiment that is run by its name. Its room is `experiments/NAME/`, whose `experiment.js` exports it as `experiment`.
 * The harness does the rest: it reads the options, runs the cells in turns, compares their outputs, writes the report and
 * checks the assertions.
 *
 * @typedef {object} Experiment
 * @property {string} name
 * @property {string} about One sentence for `--help`.
 * @property {Record<string, NumberOption>} options Its own, beside `--runs` and `--out`.
 * @property {number} runs How often each cell runs by default.
 * @property {readonly string[]} packages npm's, whose versions the figures depend on.
 * @property {(context: Context) => Promise<Stage>} prepare
 * @property {(results: NamedResults) => Findings} report From the results alone.
 * @property {(results: NamedResults) => Assertion[]} assertions What holds on any machine: counts and orders of magnitude,
 *   never times.
 *
 * @typedef {{ default: number, min: number, max: number, about: string }} NumberOption A whole number.
 *
 * @typedef {object} Context
 * @property {Record<string, number>} options
 * @property {string} folder An empty one, for whatever the experiment needs; removed at the end.
 * @property {AbortSignal} signal
 * @property {(text: string) => void} note Shows temporary progress.
 *
 * @typedef {object} Stage What was started for the cells.
 * @property {Cell[]} cells
 * @property {Record<string, string>} versions Of servers.
 * @property {() => Promise<void>} close
 */

/**
 * One combination to measure, in a process of its own. The process prints one line of JSON (`print-seen.js`).
 *
 * @typedef {object} Cell
 * @property {string} name Unique.
 * @property {Of} of What varies between cells, by name.
 * @property {string | null} [sameAs] The name of the output: cells with the same one must print the same digest.
 * @property {string | null} [missing] Why this cell cannot run here; then it needs no program.
 * @property {string} [program] A Node program: its path.
 * @property {string[]} [args]
 * @property {string[]} [warmUpArgs] Instead of `args` in turn 0, where they do less for the same output.
 * @property {NodeJS.ProcessEnv} [env] By default, that of this process.
 * @property {boolean} [inside] Whether to measure from inside too.
 * @property {number} [timeoutMs] By default five minutes.
 * @property {boolean} [skipsWarmUp] Leaves out turn 0, because the cell is slow and another one has compared the same output.
 * @property {number} [maxRuns] Fewer runs than the others, for a slow cell.
 * @property {() => Promise<void>} [before] Called before the process starts.
 * @property {() => Promise<Record<string, number>>} [after] Figures from outside the process, such as a proxy's counts.
 *
 * @typedef {Record<string, string | number | boolean>} Of
 */

/**
 * What is stored in `results.json`.
 *
 * @typedef {object} NamedResults
 * @property {1} version
 * @property {string} experiment
 * @property {string} recordedAt ISO 8601.
 * @property {string} command Repeats the run.
 * @property {Machine} machine
 * @property {Record<string, number>} options
 * @property {number} repetitions
 * @property {CellResult[]} cells
 *
 * @typedef {object} CellResult
 * @property {string} name
 * @property {Of} of
 * @property {string | null} sameAs
 * @property {string | null} digest Of its output.
 * @property {string | null} missing Why it could not run here.
 * @property {RunResult[]} runs
 *
 * @typedef {object} RunResult
 * @property {string | null} failure null if it finished.
 * @property {number} wallSeconds Including the start of the process.
 * @property {number} cpuSeconds
 * @property {number} peakRssBytes
 * @property {number} peakHeapBytes 0 unless measured from inside.
 * @property {Record<string, number>} figures Printed by the cell, or seen from outside.
 * @property {Record<string, string>} words Printed by the cell, such as the error that it expected.
 */

/**
 * @typedef {object} Findings An experiment's share of the report.
 * @property {string} headline
 * @property {string} lede
 * @property {BigNumber[]} numbers Three.
 * @property {Chart[]} charts
 * @property {Table} overview
 * @property {Table[]} tables
 * @property {string} claimsTitle
 * @property {Claim[]} claims
 * @property {string} programsTitle
 * @property {[name: string, does: string][]} programs
 * @property {string[]} steps How it was measured, beyond what the harness does for every experiment.
 * @property {string[]} caveats
 *
 * @typedef {object} Assertion
 * @property {string} claim
 * @property {string} seen The figures.
 * @property {boolean} holds
 *
 * @typedef {Content & { results: NamedResults, assertions: Assertion[] }} NamedReport
 */

export {};
