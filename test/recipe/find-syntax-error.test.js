import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findSyntaxError } from '../../src/recipe/find-syntax-error.js';
import fc, { caseCount } from '../support/fast-check.js';

suite('findSyntaxError', () => {
  test('finds the position in any text that JSON.parse refuses', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '-',
      '.5',
      'e',
      'true',
      'nul',
      ' ',
      '\n',
      '\\',
    );
    const broken = fc
      .array(pieces, { maxLength: 12 })
      .map(parts => parts.join(''))
      .filter(text => !isJson(text));
    fc.assert(
      fc.property(broken, text => {
        const { line, column } = findSyntaxError(text);
        const at =
          text
            .split('\n')
            .slice(0, line - 1)
            .join('\n').length +
          (line > 1 ? 1 : 0) +
          column -
          1;
        assert.ok(at <= text.length);
        // The text up to that position can be completed.
        const before = text.slice(0, at);
        assert.ok(
          COMPLETIONS.some(rest => isJson(before + rest + closing(before))),
          JSON.stringify(before),
        );
      }),
      { numRuns: caseCount(2000) },
    );
  });

  test('is fast for a long or deeply nested text', { timeout: 60_000 }, () => {
    findSyntaxError('['.repeat(1_000_000));
    findSyntaxError(`"${'\\"'.repeat(500_000)}`);
    findSyntaxError(`{"a": ${' '.repeat(1_000_000)}`);
  });
});

const COMPLETIONS = ['', '0', '"k":0', ':0'];

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Closes the brackets that are still open.
 *
 * @param {string} text
 */
function closing(text) {
  /** @type {string[]} */
  const open = [];
  for (const character of text.replace(/"(?:[^"\\]|\\.)*"/g, '')) {
    if (character === '{' || character === '[') open.unshift(character === '{' ? '}' : ']');
    if (character === '}' || character === ']') open.shift();
  }
  return open.join('');
}
