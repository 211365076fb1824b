import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RFC_4180 } from '../../../src/csv/dialect.js';
import { endsWithinQuotes } from '../../../src/csv/text/ends-within-quotes.js';

/** @import { Dialect } from '../../../src/csv/dialect.js' */

const cases = /** @type {[line: string, isOpen: boolean, dialect?: Partial<Dialect>][]} */ ([
  ['"a', true],
  ['1,"6" pipe,2', false],
  ['1,"6" pipe,"x', true],
  ['1,6" pipe,2', false],
  ['1,6" pipe,"x', true],
  ['1,"he said "hi', false],
  ['1,"he said "hi"', true],
  ['1,"he said "hi" to, "her', false],
  ['1,"a""', true],
  ['1,"a"",b', true],
  ['1,"a"x","b"', true],
  ['1,"a"x,"b"', false],
  ['1, "a', false],
  ['1, "a', true, { spaces: true }],
  ['1\t "a', true, { spaces: true, delimiter: '\t' }],
  ['1,"a\\"', false],
  ['1,"a\\"', true, { escape: 'backslash' }],
  ['1,"a\\\\"x', false, { escape: 'backslash' }],
  ['1,"a\\\\""x', true, { escape: 'backslash' }],
  ['1,"a" b', true, { escape: 'loose' }],
  ['1,"a" b",c', false, { escape: 'loose' }],
  ["1,O'Neil,2", false, { quote: "'" }],
  ["1,O'Neil,'x", true, { quote: "'" }],
  ['1,O\'Neil,"x', false, { quote: "'" }],
  ['1,"a', false, { quote: 'none' }],
  ['1||"a|b', true, { delimiter: '||' }],
  ['1|"a', false, { delimiter: '||' }],
  ['1§"a', true, { delimiter: '§' }],
]);
for (const [line, isOpen, dialect = {}] of cases) {
  test(`${isOpen ? 'a quote' : 'no quote'} is open at the end of ${line} with ${JSON.stringify(dialect)}`, () => {
    assert.equal(endsWithinQuotes(Buffer.from(line), { ...RFC_4180, ...dialect }), isOpen);
  });
}

test('a long line of quotes takes linear time', () => {
  const line = Buffer.from(`1,${'"a'.repeat(1_000_000)}`);
  assert.equal(endsWithinQuotes(line, RFC_4180), false);
});
