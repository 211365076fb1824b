import { run } from 'node:test';
import { inspect } from 'node:util';

/**
 * A test, or a suite that failed by itself, as in a hook.
 *
 * @typedef {object} TestResult
 * @property {string} title With those of the suites around it.
 * @property {'passed' | 'failed' | 'skipped'} outcome
 * @property {string | null} reason Why it was skipped.
 * @property {string | null} error
 */

/**
 * @typedef {object} FileResult
 * @property {string} file
 * @property {number} ms
 * @property {TestResult[]} tests Those that ended.
 * @property {string | null} problem Of the file as a whole: it could not be loaded, hung, ended early or has no tests.
 * @property {string} printed The end of what it printed.
 */

/**
 * Runs the tests of a file in a process of its own, and kills that process if it takes too long.
 *
 * Node's test runner counts a file as passed if its process exits with 0, however many of its tests ran. Only a file that ran to
 * its end reports a summary, so one without it has a problem.
 *
 * @param {string} file Its absolute path.
 * @param {object} options
 * @param {number} options.limitMs
 * @param {RegExp[]} options.skip Titles of tests that do not run at all.
 * @param {boolean} options.isQuick Whether an error that nobody caught may be that of the file, and not of the test that it belongs to.
 * @param {AbortSignal} options.stop
 * @returns {Promise<FileResult>}
 */
export async function runFile(file, { limitMs, skip, isQuick, stop }) {
  const started = performance.now();
  const limit = AbortSignal.timeout(limitMs);
  const stream = run({
    files: [file],
    isolation: 'process',
    execArgv: ['--import', QUICKLY, ...(isQuick ? ['--import', WITHOUT_PROMISE_HOOKS] : [])],
    signal: AbortSignal.any([limit, stop]),
    // A test may take as long as its file.
    timeout: limitMs,
    ...(skip.length > 0 && { testSkipPatterns: skip }),
  });
  /** @type {TestResult[]} */
  const tests = [];
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
      const { name, nesting, details, skip } = event.data;
      const error = event.type === 'test:fail' ? details.error : null;
      // The runner's own entry for the file, which a hook outside of any suite fails, too.
      if (name === file && nesting === 0) failure = error && describeFailure(error, printed);
      else if (!isGroup(event) || isOwnFailure(error)) {
        const title = [...titles.slice(0, nesting), name].join(' › ');
        const isSkipped = skip !== undefined || event.data.todo !== undefined;
        const outcome = isSkipped ? 'skipped' : error === null ? 'passed' : 'failed';
        const reason = isSkipped ? String(skip ?? event.data.todo ?? '') : null;
        tests.push({ title, outcome, reason, error: outcome === 'failed' ? describe(error) : null });
      }
    }
  }
  const problem = limit.aborted
    ? `did not end within ${limitMs / 1000} s`
    : (failure ?? (summary === null ? 'ended before all of its tests had run, or has none' : null));
  return { file, ms: Math.round(performance.now() - started), tests, problem, printed };
}

/** @param {{ data: { details: { type?: string | undefined } } }} event */
function isGroup({ data }) {
  return data.details.type === 'suite';
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
