import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { filesToRepeat, judgeSuite } from '../../../.ci/judge-suite.js';
import { temporaryFolder } from '../run-script.js';
import { runTwice } from './run-twice.js';

/** @import { FileResult } from '../../support/run-file.js' */

const BOUNDED = { timeout: 300_000 };
const run = promisify(execFile);

test('a sound file passes, and is not repeated', BOUNDED, async t => {
  const { first } = await runTwice(t, ['sound']);
  const { state, tests, failed, flaky, skipped } = judgeSuite(first, null);
  assert.deepEqual({ state, tests, failed, flaky }, { state: 'passed', tests: 3, failed: [], flaky: [] });
  assert.deepEqual(
    skipped.map(({ title, reason }) => `${title}: ${reason}`),
    ['a group › is skipped: for a reason'],
  );
  assert.deepEqual(filesToRepeat(first), []);
});

/** @type {[string, string, RegExp, RegExp][]} */
const FAILING = [
  ['always-failing', 'fails', /always/, /always/],
  ['failing-in-before', 'a group', /in before/, /in before/],
  ['failing-in-after', 'the file', /in after/, /in after/],
  ['not-loading', 'the file', /exit code 1[\s\S]*while loading/, /while loading/],
  ['rejecting-unheard', 'the file', /exit code 1[\s\S]*unheard/, /did not pass/],
  ['throwing-later', 'the file', /exit code 1[\s\S]*later/, /exit code 1[\s\S]*later/],
  ['exiting-early', 'the file', /ended before/, /ended before/],
  ['exiting-before-a-test', 'the file', /ended before/, /ended before/],
  ['empty', 'the file', /has none/, /has none/],
  ['skipped-after-failing', 'fails, then is skipped', /once/, /did not pass/],
  ['missing-after-failing', 'fails', /once/, /did not pass "exists once"/],
];
for (const [name, title, firstError, againError] of FAILING) {
  test(`a file like ${name} fails, though it is repeated`, BOUNDED, async t => {
    const { first, again } = await runTwice(t, [name]);
    assert.deepEqual(filesToRepeat(first), [first[0]?.file]);
    const { state, failed, flaky } = judgeSuite(first, again);
    assert.equal(state, 'failed');
    assert.deepEqual(flaky, []);
    const failure = failed.find(failure => failure.title === title);
    assert.match(failure?.first ?? '', firstError);
    assert.match(failure?.again ?? '', againError);
    assert.equal(judgeSuite(first, null).state, 'failed');
    assert.equal(judgeSuite(first, []).state, 'failed');
  });
}

for (const name of ['hanging', 'never-closing']) {
  test(`a file like ${name} is ended, and fails`, BOUNDED, async t => {
    const { first, again } = await runTwice(t, [name], 2_000);
    const { state, failed } = judgeSuite(first, again);
    assert.equal(state, 'failed');
    assert.match(failed[0]?.first ?? '', /did not end within 2 s/);
  });
}

/** @type {[string, string[]][]} */
const FLAKY = [
  ['failing-once', ['of one title']],
  ['failing-in-before-once', ['a group › passes', 'a group']],
];
for (const [name, titles] of FLAKY) {
  test(`a file like ${name} is flaky, with both outcomes`, BOUNDED, async t => {
    const { first, again } = await runTwice(t, [name]);
    const { state, failed, flaky } = judgeSuite(first, again);
    assert.deepEqual({ state, failed }, { state: 'passed', failed: [] });
    assert.deepEqual(
      flaky.map(({ title, again }) => `${title}: ${again}`),
      titles.map(title => `${title}: passed`),
    );
  });
}

test('a suite without results fails', () => {
  assert.equal(judgeSuite(null, null).state, 'failed');
  assert.equal(judgeSuite([], null).state, 'failed');
});

test('the table has every step, and what failed comes last', BOUNDED, async t => {
  const folder = await temporaryFolder(t);
  const error = 'Error: 1 is not 2\n    at somewhere';
  /** @type {FileResult} */
  const wrong = {
    file: 'test/a.test.js',
    ms: 5,
    tests: [
      { title: 'adds', outcome: 'failed', reason: null, error },
      { title: 'counts', outcome: 'passed', reason: null, error: null },
      { title: 'reads', outcome: 'skipped', reason: 'no reader', error: null },
    ],
    problem: null,
    printed: '',
  };
  await writeFile(join(folder, 'test.json'), JSON.stringify([wrong]));
  const steps = [
    'step\tlint\tpassed\t7\t',
    'suite\ttest\tfailed\t65\texit code 1',
    'suite\tsam\tNOT RUN\t0\tdocker cannot be had',
  ];
  await writeFile(join(folder, 'steps.tsv'), `${steps.join('\n')}\n`);
  const red = await printVerdict(folder);
  assert.equal(red.code, 1);
  const expected = [
    'step  time  state    tests  failed  flaky  skipped',
    'lint  0:07  passed',
    'test  1:05  failed   3      1       0      1',
    'sam   0:00  NOT RUN',
    '',
    'Skipped:',
    '  test: reads: no reader',
    '',
    'NOT RUN:',
    '  sam: docker cannot be had',
    '',
    'Failed:',
    '✖ test: test/a.test.js',
    '  adds',
    '      Error: 1 is not 2',
    '          at somewhere',
    '  and alone:',
    '      was not run again',
    '',
    '1 passed, 1 failed, 1 skipped',
  ];
  assert.equal(red.stdout, `\n${expected.join('\n')}\n`);

  const tests = wrong.tests.map(test =>
    test.outcome === 'failed' ? { ...test, outcome: 'passed', error: null } : test,
  );
  await writeFile(join(folder, 'test.again.json'), JSON.stringify([{ ...wrong, tests }]));
  const green = await printVerdict(folder);
  assert.equal(green.code, 0);
  assert.match(green.stdout, /FLAKY[\s\S]*test\/a\.test\.js\n {2}adds\n[\s\S]*\n2 passed, 0 failed, 1 skipped\n$/);

  // The suite's program failed, though none of its tests did.
  await writeFile(join(folder, 'test.json'), JSON.stringify([{ ...wrong, tests }]));
  await rm(join(folder, 'test.again.json'));
  assert.equal((await printVerdict(folder)).code, 1);
});

test('a run without any step fails', BOUNDED, async t => {
  assert.equal((await printVerdict(await temporaryFolder(t))).code, 1);
});

test('a run fails if one of its steps has not ended, though the others passed', BOUNDED, async t => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'steps.tsv'), 'step\tlint\tpassed\t7\t\n');
  assert.equal((await printVerdict(folder, ['lint'])).code, 0);
  const { code, stdout } = await printVerdict(folder, ['lint', 'postgres']);
  assert.equal(code, 1);
  const lines = [
    'lint      0:07  passed',
    'postgres        failed',
    '',
    'Failed:',
    '✖ postgres',
    '      has not ended',
  ];
  assert.ok(stdout.includes(`\n${lines.join('\n')}\n\n0 passed, 1 failed, 0 skipped\n`), stdout);
});

/**
 * @param {string} folder
 * @param {string[]} [steps]
 */
async function printVerdict(folder, steps = []) {
  const program = fileURLToPath(new URL('../../../.ci/verdict.js', import.meta.url));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const ended = run(process.execPath, [program, 'table', folder, ...steps], { env });
  return ended.then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code: Number(code), stdout: String(stdout) }),
  );
}
