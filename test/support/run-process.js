import { run } from 'node:test';
import { inspect } from 'node:util';

/**
 * @typedef {object} RunOptions
 * @property {number} limitMs How long a file may take.
 * @property {RegExp[]} skip Titles of tests that do not run at all.
 * @property {boolean} isQuick Whether an error that nobody caught may be that of the process, and not of the test that it belongs to.
 * @property {AbortSignal} stop
 */

/**
 * @typedef {object} EndedTest
 * @property {string[]} titles Those of the suites around it, and its own.
 * @property {boolean} isSuite
 * @property {'passed' | 'failed' | 'skipped'} outcome A suite has passed if nothing failed but its tests.
 * @property {string | null} reason Why it was skipped.
 * @property {string | null} error
 */

/**
 * Runs a program with tests, and kills it if one of its files takes too long.
 *
 * Node's test runner counts a process as passed if it exits with 0, however many of its tests ran. Only one that ran to its end reports a
 * summary, so one without it has a problem.
 *
 * @param {string} program Its absolute path.
 * @param {string[]} argv
 * @param {RunOptions} options
 * @param {(test: EndedTest, printed: string) => boolean} onEnd Called for each test and suite that ended, in their order, with the end of
 * what was printed. Returns whether it was the last one of a file: then another file begins, with the same limit, that has printed nothing.
 * @returns {Promise<{ problem: string | null, printed: string }>} What is wrong with the process as a whole, and what was printed since.
 */
export async function runProcess(program, argv, { limitMs, skip, isQuick, stop }, onEnd) {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  const stream = run({
    files: [program],
    argv,
    isolation: 'process',
    execArgv: ['--import', QUICKLY, ...(isQuick ? ['--import', WITHOUT_PROMISE_HOOKS] : [])],
    signal: AbortSignal.any([limit.signal, stop]),
    // The process and each of its tests: what hangs is ended by the signal.
    timeout: limitMs * Math.max(argv.length, 1),
    ...(skip.length > 0 && { testSkipPatterns: skip }),
  });
  /** @type {string[]} */
  const titles = [];
  let summary = null;
  let failure = null;
  let printed = '';
  for await (const event of stream) {
    if (event.type === 'test:stdout' || event.type === 'test:stderr') {
      printed = (printed + event.data.message).slice(-PRINTED_LENGTH);
    } else if (event.type === 'test:diagnostic') {
      // So the runner says what nobody caught.
      if (event.data.message.startsWith('Error: ')) printed += `${event.data.message}\n`;
    } else if (event.type === 'test:summary') {
      if (event.data.file !== undefined) summary = event.data.counts;
    } else if (event.type === 'test:start') {
      titles.length = event.data.nesting;
      titles.push(event.data.name);
    } else if (event.type === 'test:pass' || event.type === 'test:fail') {
      const { name, nesting, details } = event.data;
      const error = event.type === 'test:fail' ? details.error : null;
      // The runner's own entry for the program, which a hook outside of any suite fails, too.
      if (name === program && nesting === 0) failure = error && describeFailure(error, printed);
      else if (onEnd({ titles: [...titles.slice(0, nesting), name], ...describeEnd(event.data, error) }, printed)) {
        printed = '';
        timer.refresh();
      }
    }
  }
  clearTimeout(timer);
  const early = summary === null ? 'ended before all of its tests had run, or has none' : null;
  return { problem: limit.signal.aborted ? `did not end within ${limitMs / 1000} s` : (failure ?? early), printed };
}

/**
 * @param {{ details: { type?: string | undefined }, skip?: string | boolean, todo?: string | boolean }} end
 * @param {Error | null} error
 * @returns {Omit<EndedTest, 'titles'>}
 */
function describeEnd({ details, skip, todo }, error) {
  const isSuite = details.type === 'suite';
  if (isSuite && !isOwnFailure(error)) return { isSuite, outcome: 'passed', reason: null, error: null };
  if (skip !== undefined || todo !== undefined)
    return { isSuite, outcome: 'skipped', reason: String(skip ?? todo ?? ''), error: null };
  if (error === null) return { isSuite, outcome: 'passed', reason: null, error: null };
  return { isSuite, outcome: 'failed', reason: null, error: describe(error) };
}

/**
 * Whether a suite failed for another reason than one of its tests.
 *
 * @param {Error | null} error
 */
function isOwnFailure(error) {
  return error !== null && /** @type {{ failureType?: string }} */ (error).failureType !== 'subtestsFailed';
}

/** @param {unknown} error As the runner wraps it. */
function describe(error) {
  const cause = /** @type {Error} */ (error).cause ?? error;
  return cause instanceof Error || typeof cause !== 'string' ? inspect(cause, { depth: 3 }) : cause;
}

/**
 * @param {Error & { exitCode?: number, signal?: string | null }} error
 * @param {string} printed
 */
function describeFailure(error, printed) {
  const end = error.signal ?? (error.exitCode && `exit code ${error.exitCode}`);
  return end ? `its process ended with ${end}:\n${printed.trim()}` : describe(error);
}

const QUICKLY = new URL('load-quickly.js', import.meta.url).href;
const WITHOUT_PROMISE_HOOKS = new URL('without-promise-hooks.js', import.meta.url).href;
const PRINTED_LENGTH = 8_000;
