import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { unreachableRules } from '../../src/recipe/unreachable-rules.js';

/** @param {string[]} globs */
function warningsOf(...globs) {
  return unreachableRules(globs).map(({ path, text }) => `${path[1]} ${text}`);
}

suite('unreachableRules', () => {
  test('names the rule that takes everything', () => {
    assert.deepEqual(warningsOf('**/*.csv', '{__MACOSX/**,**/.DS_Store}', 'a/*.CSV'), [
      '2 can never match: entries[0] ("**/*.csv") takes all that it matches',
    ]);
    assert.deepEqual(warningsOf('**', '**/*.csv', '**'), [
      '1 can never match: entries[0] ("**") takes all that it matches',
      '2 can never match: entries[0] ("**") takes all that it matches',
    ]);
  });

  test('names the rules that only together take everything', () => {
    assert.deepEqual(warningsOf('a/**', '**/*.csv', '**/*.txt', 'b', '**/x.{csv,txt}'), [
      '4 can never match: entries[1], entries[2] take all that it matches',
    ]);
  });

  test('finds a glob that matches nothing', () => {
    assert.deepEqual(warningsOf('!**'), ['0 can never match: no path matches "!**"']);
  });

  test('says nothing of rules in the right order', () => {
    assert.deepEqual(warningsOf('{__MACOSX/**,**/.DS_Store}', 'a/*.csv', '**/*.csv', '!b/**', '**'), []);
  });

  test('takes a bounded number of steps for a thousand rules', () => {
    const globs = Array.from({ length: 1000 }, (_, index) => `**/*${index}*[a-${'bcdef'[index % 5]}]*.csv`);
    assert.ok(unreachableRules(globs).length >= 0);
  });
});
