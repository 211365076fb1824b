/** @import { FileResult, TestResult } from '../test/support/run-file.js' */

/**
 * @typedef {object} SuiteVerdict
 * @property {'passed' | 'failed'} state
 * @property {number} tests How many ran, skipped ones included.
 * @property {Failure[]} failed
 * @property {Failure[]} flaky Failed, and passed when the file ran again, alone.
 * @property {TestResult[]} skipped
 */

/** @typedef {{ file: string, title: string, first: string, again: string }} Failure */

/**
 * Judges a suite by its results, and by those of the files that failed and ran once more.
 *
 * @param {FileResult[] | null} first null if the suite left no results.
 * @param {FileResult[] | null} again
 * @returns {SuiteVerdict}
 */
export function judgeSuite(first, again) {
  if (first === null || first.length === 0) {
    const failure = { file: '', title: 'the suite', first: 'left no results', again: 'was not run again' };
    return { state: 'failed', tests: 0, failed: [failure], flaky: [], skipped: [] };
  }
  /** @type {Failure[]} */
  const failed = [];
  /** @type {Failure[]} */
  const flaky = [];
  for (const result of first.filter(isWrong)) {
    const repeated = again?.find(({ file }) => file === result.file) ?? null;
    const missing = repeated === null ? 'was not run again' : lackOf(result, repeated);
    for (const { title, text } of complaintsOf(result)) {
      const failure = { file: result.file, title, first: text };
      if (missing === null) flaky.push({ ...failure, again: 'passed' });
      else failed.push({ ...failure, again: complaintOf(repeated, title) ?? missing });
    }
  }
  const tests = first.flatMap(result => result.tests);
  return {
    state: failed.length > 0 ? 'failed' : 'passed',
    tests: tests.length,
    failed,
    flaky,
    skipped: tests.filter(({ outcome }) => outcome === 'skipped'),
  };
}

/**
 * The files that have to run again.
 *
 * @param {FileResult[]} results
 */
export function filesToRepeat(results) {
  return results.filter(isWrong).map(({ file }) => file);
}

/** @param {FileResult} result */
function isWrong({ tests, problem }) {
  return problem !== null || tests.some(({ outcome }) => outcome === 'failed');
}

/**
 * What keeps a repetition from making up for the first run: it failed too, or did not pass every test that the first run had.
 *
 * @param {FileResult} first
 * @param {FileResult} again
 */
function lackOf(first, again) {
  if (again.problem !== null) return again.problem;
  const passed = countTitles(again.tests.filter(({ outcome }) => outcome === 'passed'));
  const wanted = countTitles(first.tests.filter(({ outcome }) => outcome !== 'skipped'));
  // A group of tests is only listed where it failed by itself, as in a hook.
  for (const [title, count] of wanted) {
    const group = again.tests.some(test => test.outcome === 'passed' && test.title.startsWith(`${title} › `));
    if ((passed.get(title) ?? 0) < count && !group) return `did not pass "${title}"`;
  }
  const failure = again.tests.find(({ outcome }) => outcome === 'failed');
  return failure === undefined ? null : `failed "${failure.title}"`;
}

/** @param {TestResult[]} tests */
function countTitles(tests) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { title } of tests) counts.set(title, (counts.get(title) ?? 0) + 1);
  return counts;
}

/** @param {FileResult} result */
function complaintsOf({ tests, problem }) {
  const failed = tests.filter(({ outcome }) => outcome === 'failed');
  const complaints = failed.map(({ title, error }) => ({ title, text: error ?? '' }));
  return problem === null ? complaints : [...complaints, { title: 'the file', text: problem }];
}

/**
 * @param {FileResult | null} result
 * @param {string} title
 */
function complaintOf(result, title) {
  return result && complaintsOf(result).find(complaint => complaint.title === title)?.text;
}
