import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { filesToRepeat, judgeSuite } from '../../../.ci/judge-suite.js';
import { shareProcesses } from '../../support/together/share-processes.js';
import { temporaryFolder } from '../run-script.js';
import { runTwice } from './run-twice.js';

/** @import { FileResult } from '../../support/run-file.js' */

const BOUNDED = { timeout: 300_000 };

test('each file of a process has its own tests, hooks and failures', BOUNDED, async t => {
  const names = ['hooked', 'sound', 'failing-in-before', 'empty', 'failing-once', 'not-loading', 'failing-in-after'];
  const { first, again } = await runTwice(t, [...names, 'always-failing']);
  assert.deepEqual(first.map(outcomeOf), [
    'hooked: runs after the hooks passed, a group › runs after the hooks, too passed',
    'sound: passes passed, a group › passes, too passed, a group › is skipped skipped',
    'failing-in-before: a group › passes failed, a group failed',
    'empty: : has no tests',
    'failing-once: of one title passed, of one title failed, of one title passed',
    'not-loading: : Error: while loading',
    'failing-in-after: passes passed: Error: in after',
    'always-failing: passes passed, fails failed',
  ]);
  const { state, failed, flaky } = judgeSuite(first, again);
  assert.equal(state, 'failed');
  assert.deepEqual(
    [...new Set(failed.map(({ file }) => basename(file, '.js')))],
    ['failing-in-before', 'empty', 'not-loading', 'failing-in-after', 'always-failing'],
  );
  assert.deepEqual(
    flaky.map(({ file, title }) => [basename(file, '.js'), title]),
    [['failing-once', 'of one title']],
  );
});

/** @type {[string, RegExp, number?][]} */
const RUINING = [
  ['exiting-early', /^in a process with 2 other files, while exiting-early\.js ran: ended before all/],
  ['exiting-before-a-test', /^in a process with 2 other files, while exiting-before-a-test\.js ran: ended before all/],
  ['throwing-later', /while throwing-later\.js ran: nobody caught Error: later/],
  ['throwing-after', /nobody caught Error: after its file/],
  ['rejecting-unheard', /while rejecting-unheard\.js ran: nobody caught Error: unheard/],
  // The sound files have to end by then, too.
  ['waiting-forever', /while waiting-forever\.js ran: did not end within 15 s/, 15_000],
  ['never-closing', /after they had run: did not end within 15 s/, 15_000],
];
for (const [name, problem, limitMs] of RUINING) {
  test(`a file like ${name} fails, and so do those of its process until they run alone`, BOUNDED, async t => {
    // That a test of the process fails, too, hides nothing.
    const { first, again } = await runTwice(t, ['failing-once', name, 'hooked'], limitMs);
    assert.deepEqual(
      filesToRepeat(first),
      first.map(({ file }) => file),
    );
    for (const result of first) assert.match(result.problem ?? '', problem);
    const { state, failed, flaky } = judgeSuite(first, again);
    assert.equal(state, 'failed');
    const named = [failed, flaky].map(list => [...new Set(list.map(({ file }) => basename(file, '.js')))]);
    assert.deepEqual(named, [[name], ['failing-once', 'hooked']]);
  });
}

test('a file that changes what belongs to the process is told to have its own', BOUNDED, async t => {
  const { first } = await runTwice(t, ['changing-environment', 'sound']);
  assert.match(first[0]?.problem ?? '', /^Error: changes the variable LEFT_BY_A_TEST for later files: own-process\.js/);
  assert.equal(first[1]?.problem, null);
});

test('files share processes in their order, but for those that need their own', async t => {
  const folder = await temporaryFolder(t);
  const files = await Promise.all(
    ['a', 'own-b', 'c', 'd.long.test.js', 'd', 'own-e', 'f'].map(async name => {
      const file = join(folder, name);
      await writeFile(file, name.startsWith('own') ? "import '../support/own-process.js';\n" : "import 'own';\n");
      return file;
    }),
  );
  const named = (await shareProcesses(files, 2)).map(group => group.map(file => basename(file)));
  assert.deepEqual(named, [['a', 'c'], ['own-b'], ['d.long.test.js'], ['d', 'f'], ['own-e']]);
  assert.deepEqual(
    await shareProcesses(files, 1),
    files.map(file => [file]),
  );
});

/** @param {FileResult} result */
function outcomeOf({ file, tests, problem }) {
  const outcomes = tests.map(({ title, outcome }) => `${title} ${outcome}`).join(', ');
  return `${basename(file, '.js')}: ${outcomes}${problem === null ? '' : `: ${problem.split('\n')[0]}`}`;
}
