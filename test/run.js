import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SUITES } from './suites.js';
import { runFile, runTogether } from './support/run-file.js';
import { shareProcesses } from './support/together/share-processes.js';

/** @import { FileResult } from './support/run-file.js' */

const USAGE = `Usage: npm run test:SUITE [-- FILE…]        (npm test for the suite "test")

Runs the files of a suite, or only those named. Suites: ${[...SUITES.keys()].join(', ')}.
Files that are named have a process each. Some of a whole suite share one.
  --alone           one file after the other
  --backwards       the files in the opposite order, which no test may notice
  --results FILE    also writes the results to FILE, as JSON
`;

/**
 * @param {string[]} args
 * @param {AbortSignal} stop
 * @returns {Promise<number>} The exit code: 0 if every test of every file ran, and none failed.
 */
async function main(args, stop) {
  const { values, positionals } = parseArgs({
    args,
    options: { alone: { type: 'boolean' }, backwards: { type: 'boolean' }, results: { type: 'string' } },
    allowPositionals: true,
  });
  const [name = '', ...named] = positionals;
  const suite = SUITES.get(name);
  if (suite === undefined) {
    process.stderr.write(USAGE);
    return 2;
  }
  const isWhole = named.length === 0;
  const files = isWhole ? suite.files.flatMap(expand) : named;
  const environment = (await suite.start?.({ isWhole })) ?? {
    skip: [],
    env: {},
    end: async () => {},
  };
  // Each process loads the AWS SDK again: half a second of CPU time without this.
  process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/node-compile-cache');
  /** @type {FileResult[]} */
  const results = [];
  try {
    Object.assign(process.env, environment.env);
    const paths = [...new Set(files)].map(file => resolve(file));
    if (values.backwards) paths.reverse();
    const waiting = await shareProcesses(paths, isWhole && !values.alone ? (suite.together ?? 1) : 1);
    const options = { limitMs: suite.limitMs, skip: environment.skip, isQuick: isWhole, stop };
    const worker = async () => {
      for (let group = waiting.shift(); group !== undefined && !stop.aborted; group = waiting.shift()) {
        const [file = '', ...others] = group;
        for (const result of others.length === 0 ? [await runFile(file, options)] : await runTogether(group, options)) {
          const named = { ...result, file: relative(process.cwd(), result.file) };
          results.push(named);
          process.stdout.write(describeFile(named, !isWhole));
        }
      }
    };
    await Promise.all(Array.from({ length: values.alone ? 1 : suite.atOnce }, worker));
  } finally {
    await environment.end();
  }
  if (values.results !== undefined && !stop.aborted) await writeFile(values.results, JSON.stringify(results));
  const count = (/** @type {string} */ outcome) =>
    results.reduce((sum, { tests }) => sum + tests.filter(test => test.outcome === outcome).length, 0);
  const failed = results.filter(({ tests, problem }) => problem !== null || tests.some(isFailed));
  if (failed.length > 0)
    process.stdout.write(`\nFailed:\n\n${failed.map(result => describeFile(result, false)).join('')}`);
  const { TEST_SEED: seed = '1', TEST_CASES: share = '0.1' } = process.env;
  process.stdout.write(`\nDrawn with TEST_SEED=${seed} TEST_CASES=${share}\n`);
  process.stdout.write(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped\n`);
  return failed.length > 0 || stop.aborted ? 1 : 0;
}

/**
 * @param {string} pattern
 * @returns {string[]} In the order of their names.
 * @throws {Error} No file matches, so that a moved file is not left out silently.
 */
function expand(pattern) {
  const files = globSync(pattern).sort();
  if (files.length === 0) throw new Error(`no test file matches ${pattern}`);
  return files;
}

/**
 * @param {FileResult} result
 * @param {boolean} withTitles
 */
function describeFile({ file, ms, tests, problem, printed }, withTitles) {
  const failed = tests.filter(isFailed);
  const isWrong = problem !== null || failed.length > 0;
  const lines = [`${isWrong ? '✖' : '✔'} ${file} (${tests.length} tests, ${(ms / 1000).toFixed(1)} s)`];
  if (withTitles) lines.push(...tests.map(({ title, outcome }) => `    ${outcome}  ${title}`));
  for (const { title, error } of failed) lines.push(`  ✖ ${title}`, indent(error ?? ''));
  if (problem !== null) lines.push(`  ✖ ${problem}`);
  if (isWrong && printed !== '') lines.push('  It printed:', indent(printed));
  return `${lines.join('\n')}\n`;
}

/** @param {{ outcome: string }} test */
function isFailed({ outcome }) {
  return outcome === 'failed';
}

/** @param {string} text */
function indent(text) {
  return text.trimEnd().replaceAll(/^/gm, '      ');
}

const stop = new AbortController();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => stop.abort());
process.exitCode = await main(process.argv.slice(2), stop.signal);
