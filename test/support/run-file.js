import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProcess } from './run-process.js';

/** @import { EndedTest, RunOptions } from './run-process.js' */

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
 * @param {string} file Its absolute path.
 * @param {RunOptions} options
 * @returns {Promise<FileResult>}
 */
export async function runFile(file, options) {
  const started = performance.now();
  const result = emptyResult(file);
  const { problem, printed } = await runProcess(file, [], options, test => {
    addTest(result, test.titles, test);
    return false;
  });
  return { ...result, ms: Math.round(performance.now() - started), problem, printed };
}

/**
 * Runs the tests of several files in one process, one file after the other. What goes wrong with the process is a problem of each of
 * these files, since an earlier one may have left what ruins it; it says which one ran.
 *
 * @param {string[]} files Their absolute paths.
 * @param {RunOptions} options
 * @returns {Promise<FileResult[]>}
 */
export async function runTogether(files, options) {
  const results = files.map(emptyResult);
  const waiting = [...results];
  const folder = await mkdtemp(join(tmpdir(), 'sluice-files-'));
  const journal = join(folder, 'journal');
  const started = performance.now();
  try {
    const { problem, printed } = await runProcess(TOGETHER, [journal, ...files], options, (test, printed) => {
      const [result] = waiting;
      const [file, ...titles] = test.titles;
      if (result?.file !== file) return false;
      if (titles.length > 0) addTest(result, titles, test);
      else if (test.outcome === 'failed') result.problem ??= test.error;
      // Each file is a suite, and then a test of the same name.
      if (titles.length > 0 || test.isSuite) return false;
      if (result.tests.length === 0) result.problem ??= 'has no tests';
      result.printed = printed;
      waiting.shift();
      return true;
    });
    const { moment, error, ms } = await readJournal(journal);
    for (const result of results) result.ms = ms.get(result.file) ?? Math.round(performance.now() - started);
    const text = error === null ? (problem ?? 'did not end') : `nobody caught ${error}`;
    for (const result of problem === null && error === null ? waiting : results) {
      result.problem ??= `in a process with ${files.length - 1} other files, ${moment}: ${text}`;
      result.printed += printed;
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return results;
}

/**
 * @param {string} path Where `run-files.js` wrote.
 * @returns {Promise<{ moment: string, error: string | null, ms: Map<string, number> }>} When the process ended, what nobody caught, and
 *   how long each file took that was followed by another one, or by the end.
 */
async function readJournal(path) {
  const text = await readFile(path, 'utf8').catch(() => '');
  const notes = text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line));
  const begun = notes.filter(({ file }) => file !== undefined);
  const last = begun.at(-1)?.file;
  const started = last === null ? 'after they had run' : `while ${basename(last ?? '')} ran`;
  return {
    moment: last === undefined ? 'before they ran' : started,
    error: notes.find(({ error }) => error !== undefined)?.error ?? null,
    ms: new Map(begun.slice(1).map((next, index) => [begun[index].file, next.ms - begun[index].ms])),
  };
}

/** @param {string} file */
function emptyResult(file) {
  return /** @type {FileResult} */ ({ file, ms: 0, tests: [], problem: null, printed: '' });
}

/**
 * A suite is only listed if it failed for another reason than one of its tests.
 *
 * @param {FileResult} result
 * @param {string[]} titles
 * @param {EndedTest} test
 */
function addTest(result, titles, { isSuite, outcome, reason, error }) {
  if (isSuite && outcome !== 'failed') return;
  result.tests.push({ title: titles.join(' › '), outcome, reason, error });
}

const TOGETHER = fileURLToPath(new URL('together/run-files.js', import.meta.url));
