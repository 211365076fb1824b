import { writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatCount, formatDuration } from '../../src/cli/units.js';
import { printable } from '../../src/printable.js';
import { runCampaigns } from './campaign-pool.js';
import { tableOf, worstTable } from './tally.js';

/** @import { Finding } from './campaign-pool.js' */

/**
 * Tries cases from a seed on, on all cores, until it is stopped, and reports the outcomes.
 *
 * @param {string[]} args
 * @returns {Promise<number>} The exit code: 1 where something was found.
 */
async function fuzz(args) {
  const options = readArguments(args);
  if (typeof options === 'string') {
    console.error(`${printable(options)}\n${USAGE}`);
    return 2;
  }
  const { names, seed, cases, seconds, report } = options;
  const descriptions = await Promise.all(names.map(describe));
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());
  const timer = setTimeout(() => stop.abort(), Math.min(seconds * 1000, LONGEST_TIMER_MS));
  const started = performance.now();
  const secondsSoFar = () => (performance.now() - started) / 1000;

  const { tallies, findings, worst, tried, peakBytes } = await runCampaigns({
    names,
    seed,
    cases,
    processes: availableParallelism(),
    signal: stop.signal,
    onProgress: progress => showProgress(progress, secondsSoFar()),
    onFinding: showFinding,
  });
  clearTimeout(timer);
  clearLine();

  /** @param {Finding['kind']} kind */
  const count = kind => findings.filter(finding => finding.kind === kind).length;
  const summary =
    `${formatCount(tried)} cases from seed ${seed} on in ${formatDuration(secondsSoFar())}; wrong: ${count('wrong')}, ` +
    `hangs: ${count('hang')}, crashes: ${count('crash')}, growing memory: ${count('memory')} ` +
    `(largest process: ${Math.round(peakBytes / 1e6)} MB).`;
  const text = `${[summary, ...descriptions].filter(Boolean).join('\n')}\n\n${tableOf(tallies)}${worstTable(worst)}`;
  console.log(text);
  if (report !== undefined) await writeFile(report, text);
  return findings.length > 0 ? 1 : 0;
}

/**
 * @param {string[]} args
 * @returns {{ names: string[], seed: number, cases: number, seconds: number, report: string | undefined } | string} Or what
 *   is wrong with them.
 */
function readArguments(args) {
  try {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    const [name = 'both', ...more] = positionals;
    const [cases, seconds, seed] = [values.cases, values.seconds, values.seed].map(Number);
    if (!CAMPAIGNS.has(name)) return `there is no campaign "${name}"`;
    if (more.length > 0) return `one campaign at a time; what is "${more[0]}"?`;
    if (![cases, seconds, seed].every(value => value >= 0))
      return '--cases, --seconds and --seed take numbers from 0 on';
    return { names: CAMPAIGNS.get(name) ?? [], seed, cases, seconds, report: values.report };
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}

/**
 * @param {string} campaign
 * @returns {Promise<string | undefined>} A line for the report, if it has one.
 */
async function describe(campaign) {
  return (await import(`./${campaign}.js`)).describe?.();
}

/**
 * @param {{ tried: number, findings: number }} progress
 * @param {number} seconds
 */
function showProgress({ tried, findings }, seconds) {
  if (!process.stdout.isTTY) return;
  const rate = formatCount(Math.round(tried / seconds));
  clearLine();
  process.stdout.write(`${formatCount(tried)} cases, ${rate}/s, ${findings} findings, ${formatDuration(seconds)}`);
}

/** @param {Finding} finding */
function showFinding({ kind, campaign, seed, message, input }) {
  clearLine();
  console.log(`${campaign}, seed ${seed}: ${kind}\n${message}`);
  if (!input) return;
  const file = join(tmpdir(), `sluice-fuzz-${campaign}-${seed}`);
  writeFile(file, input).then(() => console.log(`Its input is in ${file}`), console.error);
}

function clearLine() {
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[K');
}

const USAGE =
  'usage: npm run fuzz -- [archives|containers|encrypted|ambiguous|csv|tables|bytes|deflate|\n' +
  '                       deflate64|costs|phones|us-phones|both]\n' +
  '                       [--cases N] [--seconds N] [--seed N] [--report FILE]\n' +
  '"both" are archives and csv; without --cases and --seconds it goes on until Ctrl-C.';

/** @type {Map<string, string[]>} */
const CAMPAIGNS = new Map([
  ['archives', ['archives']],
  ['containers', ['containers']],
  ['encrypted', ['encrypted']],
  ['ambiguous', ['ambiguous']],
  ['csv', ['csv']],
  ['tables', ['tables']],
  ['bytes', ['bytes']],
  ['deflate', ['deflate']],
  ['deflate64', ['deflate64']],
  ['costs', ['costs']],
  ['phones', ['phones']],
  ['us-phones', ['us-phones']],
  ['both', ['archives', 'csv']],
]);

const OPTIONS = /** @type {const} */ ({
  cases: { type: 'string', default: 'Infinity' },
  seconds: { type: 'string', default: 'Infinity' },
  seed: { type: 'string', default: '0' },
  report: { type: 'string' },
});

// The longest that `setTimeout` takes.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

process.exitCode = await fuzz(process.argv.slice(2));
