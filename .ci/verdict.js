import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesToRepeat, judgeSuite } from './judge-suite.js';

/** @import { Failure } from './judge-suite.js' */
/** @import { FileResult } from '../test/support/run-file.js' */

/**
 * @typedef {object} Step As `.ci/run` records it.
 * @property {string} name
 * @property {'passed' | 'failed' | 'NOT RUN'} state
 * @property {number} seconds
 * @property {string} note What failed, or why it was not run.
 */

/**
 * Prints the table of a run, what was skipped, and what failed, last.
 *
 * @param {string} folder With `steps.tsv` and the suites' results.
 * @param {string[]} names Of the steps that must have ended, one way or another.
 * @returns {number} The exit code.
 */
function printVerdict(folder, names) {
  const steps = readSteps(join(folder, 'steps.tsv'));
  /** @type {string[][]} */
  const rows = [['step', 'time', 'state', 'tests', 'failed', 'flaky', 'skipped']];
  const skipped = [];
  const flaky = [];
  const failed = [];
  let passedTests = 0;
  for (const step of steps) {
    const { name, state, seconds, note } = step;
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    if (!step.isSuite || state === 'NOT RUN') {
      rows.push([name, time, state, '', '', '', '']);
      if (state === 'failed') failed.push(`✖ ${name}`, indent(note));
      continue;
    }
    const verdict = judgeSuite(readResults(folder, name), readResults(folder, `${name}.again`));
    if (state === 'failed' && verdict.failed.length + verdict.flaky.length === 0) {
      verdict.failed.push({ file: '', title: 'the suite', first: note, again: 'was not run again' });
      verdict.state = 'failed';
    }
    passedTests += verdict.tests - verdict.failed.length - verdict.skipped.length;
    const counts = [verdict.tests, verdict.failed.length, verdict.flaky.length, verdict.skipped.length];
    rows.push([name, time, verdict.state, ...counts.map(String)]);
    skipped.push(...verdict.skipped.map(({ title, reason }) => `  ${name}: ${title}: ${reason || 'no reason given'}`));
    flaky.push(...verdict.flaky.flatMap(failure => describe(name, failure)));
    failed.push(...verdict.failed.flatMap(failure => describe(name, failure)));
  }
  for (const name of names.filter(name => !steps.some(step => step.name === name))) {
    rows.push([name, '', 'failed', '', '', '', '']);
    failed.push(`✖ ${name}`, indent('has not ended'));
  }
  const notRun = steps.filter(({ state }) => state === 'NOT RUN');
  const lines = [...formatTable(rows), ''];
  if (skipped.length > 0) lines.push('Skipped:', ...skipped, '');
  if (flaky.length > 0) lines.push('FLAKY: failed, and passed when run again, alone:', ...flaky, '');
  if (notRun.length > 0) lines.push('NOT RUN:', ...notRun.map(({ name, note }) => `  ${name}: ${note}`), '');
  if (failed.length > 0) lines.push('Failed:', ...failed, '');
  const failures = failed.filter(line => line.startsWith('✖')).length;
  const skips = skipped.length;
  lines.push(`${passedTests} passed, ${failures} failed, ${skips} skipped`);
  process.stdout.write(`\n${lines.join('\n')}\n`);
  return failures > 0 || steps.length === 0 ? 1 : 0;
}

/**
 * @param {string} suite
 * @param {Failure} failure
 */
function describe(suite, { file, title, first, again }) {
  const lines = [`✖ ${suite}: ${file}`, `  ${title}`, indent(firstLines(first))];
  if (firstLines(again) !== firstLines(first)) lines.push('  and alone:', indent(firstLines(again)));
  return lines;
}

/** @param {string} text */
function firstLines(text) {
  return text.split('\n').slice(0, 6).join('\n');
}

/** @param {string} text */
function indent(text) {
  return text.replaceAll(/^/gm, '      ');
}

/** @param {string[][]} rows */
function formatTable(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  return rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/**
 * @param {string} path
 * @returns {(Step & { isSuite: boolean })[]}
 */
function readSteps(path) {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line !== '');
  return lines.map(line => {
    const [kind = '', name = '', state = '', seconds = '', ...note] = line.split('\t');
    return {
      isSuite: kind === 'suite',
      name,
      state: /** @type {Step['state']} */ (state),
      seconds: Number(seconds),
      note: note.join(' '),
    };
  });
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {FileResult[] | null}
 */
function readResults(folder, name) {
  const path = join(folder, `${name}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

const [command, folder = '', ...names] = process.argv.slice(2);
if (command === 'files') {
  const files = filesToRepeat(readResults(folder, names[0] ?? '') ?? []);
  process.stdout.write(files.map(file => `${file}\n`).join(''));
} else {
  process.exitCode = printVerdict(folder, names);
}
