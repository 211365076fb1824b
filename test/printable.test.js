import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonName, listNames, printable, printableWithin, quoteName } from '../src/printable.js';
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

test('a quoted name is escaped, and cut to 200 characters after that', () => {
  assert.equal(quoteName('a\n"b"'), '"a\\u{a}"b""');
  assert.equal(quoteName('x'.repeat(1000)), `"${'x'.repeat(199)}…"`);
  assert.equal(quoteName('\u0001'.repeat(1000)), `"${'\\u{1}'.repeat(39)}…"`);
});

test('a name for a recipe is one line of JSON without control characters, however long it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 150 }), name => {
      const shown = jsonName(name);
      assert.ok(shown.isWellFormed());
      assert.doesNotMatch(shown, /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
      const read = JSON.parse(shown);
      if (name.length <= 101) assert.equal(read, name);
      else assert.ok(read.length <= 101 && read.endsWith('…') && name.startsWith(read.slice(0, -1)));
    }),
  );
  assert.equal(jsonName('Name\r\n(full) "x"'), '"Name\\r\\n(full) \\"x\\""');
});

const aText = fc.string({
  unit: fc.constantFrom('a', '\u0001', '\u0085', '\u2028', '\ud83d', '\ude00', '😀', '\\', 'u', '{', '}', '1'),
  maxLength: 120,
});

test('any text fits into any limit after escaping, with no part of an escape or of a character', () => {
  fc.assert(
    fc.property(aText, fc.integer({ min: 2, max: 60 }), fc.nat({ max: 58 }), (text, limit, some) => {
      const tail = Math.min(some, limit - 2);
      const shown = printableWithin(text, limit, tail);
      assert.ok(shown.length <= limit, `${shown.length} characters`);
      assert.ok(shown.isWellFormed());
      const whole = printable(text);
      if (whole.length <= limit) return assert.equal(shown, whole);
      const [start, end] = shown.split('…');
      assert.ok(whole.startsWith(start) && whole.endsWith(end), shown);
    }),
  );
});

test('no escape is cut', () => {
  for (let length = 0; length < 12; length++) {
    const shown = printableWithin(`${'x'.repeat(length)}${'\u2028'.repeat(50)}`, 40, 15);
    assert.match(shown, /^x*(?:\\u\{2028\})*…(?:\\u\{2028\})*$/);
  }
});

test('a list has the names that fit into 500 characters, and says how many more there are', () => {
  assert.equal(listNames([]), '');
  assert.equal(listNames(['a', 'b']), '"a", "b"');
  assert.match(listNames(Array(100).fill('n'.repeat(90))), /^("n{90}", ){4}"n{90}" and 95 more$/);
  fc.assert(
    fc.property(fc.array(aText, { maxLength: 60 }), names => {
      const list = listNames(names);
      assert.ok(list.length <= 500 + ' and 60 more'.length);
      const [, more = '0'] = / and (\d+) more$/.exec(list) ?? [];
      assert.equal(
        list.replace(/ and \d+ more$/, ''),
        names
          .slice(0, names.length - Number(more))
          .map(quoteName)
          .join(', '),
      );
    }),
  );
});
