import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { PhoneEditor } from '../../../src/csv/write/phone-editor.js';
import { createPhoneFormatter } from '../../../src/phone/formatter.js';
import { drawPhone } from '../../fuzz/phone-case.js';
import { caseCount } from '../../support/cases.js';
import { randomOf } from '../../support/random.js';

/** @import { PhoneFormatter } from '../../../src/phone/formatter.js' */

suite('PhoneEditor', () => {
  /** @type {NonNullable<PhoneFormatter>} */
  let e164;
  before(async () => {
    e164 = await createPhoneFormatter({ format: 'e164', country: 'US' });
  });

  for (const [title, field, delimiter, expected, formatted] of /** @type {const} */ ([
    ['writes a number', '202-555-0123', ',', '+12025550123', 1],
    ['writes a number without its extension', '202-555-0123 x4', ',', '+12025550123', 1],
    ['keeps the quotes of a field', '"202-555-0123"', ',', '"+12025550123"', 1],
    ['adds quotes if the delimiter is a +', '202-555-0123', '+', '"+12025550123"', 1],
    ['adds quotes if the delimiter is one of the digits', '202-555-0123', '3', '"+12025550123"', 1],
    ['adds none if the delimiter is another digit', '202-555-0123', '9', '+12025550123', 1],
    ['leaves a number that is in that format already', '+12025550123', ',', null, 1],
    ['leaves a quoted number that is in that format already', '"+12025550123"', ',', null, 1],
    ['leaves an invalid number', '123-456-7890', ',', null, 0],
    ['leaves a text', '"n/a"', ',', null, 0],
    ['leaves digits of other scripts to the library', '２０２-555-0123', ',', '+12025550123', 1],
    ['leaves a field with doubled quotes to the library', '"202-555-0123 ""x"" 4"', ',', null, 0],
  ])) {
    test(title, () => {
      const counts = { formatted: 0, unparsed: 0 };
      const editor = new PhoneEditor(delimiter.charCodeAt(0), counts);
      assert.equal(edit(editor, e164, field), expected);
      assert.deepEqual(counts, { formatted, unparsed: 1 - formatted });
    });
  }

  test('does not count an empty field', () => {
    const counts = { formatted: 0, unparsed: 0 };
    const editor = new PhoneEditor(0x2c, counts);
    assert.equal(edit(editor, e164, ''), null);
    assert.equal(edit(editor, e164, '""'), null);
    assert.deepEqual(counts, { formatted: 0, unparsed: 0 });
  });

  test('writes and counts what the library alone would, and does not change its input', () => {
    const random = randomOf(5);
    /** @param {string} text */
    const byLibrary = text => e164(text);
    const delimiters = [',', '+', '5', '-'];
    const ours = delimiters.map(newEditor);
    const theirs = delimiters.map(newEditor);
    for (let seed = 0; seed < caseCount(3000); seed++) {
      const { text } = drawPhone(seed, 'US');
      const field = random.chance(0.3) ? `"${text.replaceAll('"', '""')}"` : text.replace(/^"+/, '');
      const format = random.chance(0.1) ? null : e164;
      for (const [index, editor] of ours.entries()) {
        assert.equal(edit(editor, format, field), edit(theirs[index], format && byLibrary, field), field);
      }
    }
    assert.deepEqual(
      ours.map(({ counts }) => counts),
      theirs.map(({ counts }) => counts),
    );
  });
});

/** @param {string} delimiter */
function newEditor(delimiter) {
  return new PhoneEditor(delimiter.charCodeAt(0), { formatted: 0, unparsed: 0 });
}

/**
 * @param {PhoneEditor} editor
 * @param {PhoneFormatter} format
 * @param {string} field
 * @returns {string | null} null if the field stays as it is.
 */
function edit(editor, format, field) {
  // Digits around the field, which must not be read as part of it.
  const bytes = Buffer.from(`5${field}5`);
  const before = Buffer.from(bytes);
  const length = editor.format({ format }, bytes, 1, bytes.length - 1);
  assert.deepEqual(bytes, before);
  return length === -1 ? null : editor.bytes.toString('utf8', 0, length);
}
