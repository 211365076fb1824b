import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compilePattern } from '../../src/recipe/pattern.js';
import { patternSize } from '../../src/recipe/pattern-size.js';
import fc, { caseCount } from '../support/fast-check.js';

const PIECES = [
  ...['a', 'b', '.', '^', '$', '|', ',', 'é', '😀', '}', '(', '(?:', '(?i:', '(?P<x>', '(?i)', ')', '*', '+', '?'],
  ...[
    '{3}',
    '{2,9}',
    '{0,7}',
    '{4,}',
    '{20}',
    '{',
    '\\{',
    '\\d',
    '\\pL',
    '\\p{Greek}',
    '\\x{41}',
    '\\Q{9}\\E',
    '\\Qab',
  ],
  ...['[ab]', '[^]a{3}]', '[[:alpha:]{9}]', '[a\\]{7}]'],
];

suite('patternSize', () => {
  test('counts parts once their counts are written out', () => {
    for (const [pattern, size] of /** @type {const} */ ([
      ['abc', 3],
      ['(ab){3}', 12],
      ['\\pL{999}', 1007],
      ['[a\\PN](?i)\\p{Greek}', 16],
      ['[[:alpha:]{999}]', 1],
      ['\\Q{999}\\E', 9],
      ['\\{999}', 5],
      ['x{2,10}', 10],
      ['x{5,}', 6],
      ['((a{9}){9}){9}', 1110],
    ])) {
      assert.equal(patternSize(pattern), size, pattern);
    }
  });

  test('is never far below what RE2 makes of a pattern', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }), async pieces => {
        const pattern = pieces.join('');
        const compiled = await compilePattern(pattern).catch(() => null);
        if (compiled === null) return;
        const { length } = /** @type {any} */ (compiled.re2()).prog.inst;
        assert.ok(length <= 4 * patternSize(pattern) + 16, `${pattern}: ${length} and ${patternSize(pattern)}`);
      }),
      { numRuns: caseCount(20_000) },
    );
  });
});
