import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable, quoteName } from '../src/printable.js';
import fc from './support/fast-check.js';

/** @type {[text: string, shown: string][]} */
const CASES = [
  ['in/café 日本 😀.zip', 'in/café 日本 😀.zip'],
  ['a\u001b[31mb', 'a\\u{1b}[31mb'],
  ['line\r\nnext\u0085\u2028\u2029', 'line\\u{d}\\u{a}next\\u{85}\\u{2028}\\u{2029}'],
  ['a\u202egpj.zip\u2066\u200f\u061c', 'a\\u{202e}gpj.zip\\u{2066}\\u{200f}\\u{61c}'],
  ['\u007f\u0000', '\\u{7f}\\u{0}'],
  ['half \ud83d a pair', 'half \\u{d83d} a pair'],
];
for (const [text, shown] of CASES) {
  test(`${JSON.stringify(text)} is printed as ${shown}`, () => assert.equal(printable(text), shown));
}

test('any text becomes one line of well-formed text without control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const shown = printable(text);
      assert.ok(shown.isWellFormed());
      assert.doesNotMatch(shown, /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
    }),
  );
});

test('a quoted name is escaped, and cut after 200 characters', () => {
  assert.equal(quoteName('a\n"b"'), '"a\\u{a}"b""');
  assert.equal(quoteName('x'.repeat(1000)), `"${'x'.repeat(200)}"`);
});
