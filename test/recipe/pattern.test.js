import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compilePattern } from '../../src/recipe/pattern.js';

suite('compilePattern', () => {
  test('finds a match anywhere', async () => {
    const pattern = await compilePattern('(?i)b\\d$');
    assert.deepEqual(
      ['aB7', 'b7a', ''].map(text => pattern.test(text)),
      [true, false, false],
    );
  });

  test('refuses what is not RE2, and says why', async () => {
    for (const [pattern, problem] of [
      ['a(?=b)', 'invalid or unsupported Perl syntax: `(?=`'],
      ['(a)\\1', 'invalid escape sequence: `\\1`'],
      ['(', 'missing closing ): `(`'],
      ['x{1001}', 'invalid repeat count: `{1001}`'],
    ]) {
      await assert.rejects(compilePattern(String(pattern)), error => String(error).includes(String(problem)));
    }
  });

  test('matches in linear time what takes a backtracking engine for ever', async () => {
    const pattern = await compilePattern('^(a|a)*$');
    assert.equal(pattern.test(`${'a'.repeat(10_000)}b`), false);
  });
});
