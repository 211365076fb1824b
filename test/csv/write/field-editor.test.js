import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FieldEditor, STAYS, TRIMMED } from '../../../src/csv/write/field-editor.js';

/** @import { FieldChange } from '../../../src/csv/plan/field-plan.js' */

const NO_CHANGE = Object.freeze({
  index: 0,
  trims: false,
  date: null,
  phone: null,
  hash: null,
  mask: null,
  nulls: null,
});
const starred = (/** @type {Buffer} */ value) => Buffer.from('*'.repeat(value.length));
const marked = (/** @type {Buffer} */ value) => Buffer.concat([Buffer.from('<'), value, Buffer.from('>')]);

describe('a changed field', () => {
  const cases = /** @type {[title: string, field: string, change: Partial<FieldChange>, result: string | null][]} */ ([
    ['stays if nothing is to be trimmed', 'a b', { trims: true }, null],
    ['loses white space at both ends', ' a b\t', { trims: true }, 'a b'],
    ['keeps its quotes when it is trimmed', '" a ""b"" "', { trims: true }, '"a ""b"""'],
    ['keeps its quotes when all of it is trimmed', '"  "', { trims: true }, '""'],
    ['may become empty', ' \u3000', { trims: true }, ''],
    ['gets quotes if its trimmed value begins with one', ' "a"', { trims: true }, '"""a"""'],
    ['is trimmed before it is hashed', ' a ', { trims: true, hash: marked }, '<a>'],
    ['is hashed by its value', '"a""b"', { hash: marked }, '"<a""b>"'],
    ['is not hashed if it is empty', '', { hash: marked }, null],
    ['is not hashed if it is empty in quotes', '""', { hash: marked }, null],
    ['is not hashed if it is trimmed to nothing', '  ', { trims: true, hash: marked }, ''],
    ['is masked after it is hashed', 'a', { hash: marked, mask: starred }, '***'],
    ['stays if its new value is the old one', '***', { mask: starred }, null],
    ['gets quotes where its new value needs them', 'a', { mask: () => Buffer.from('a;b') }, '"a;b"'],
    ['gets quotes where its new value ends with a CR', 'a', { mask: () => Buffer.from('b\r') }, '"b\r"'],
    ['gets a phone behind its date', 'a1', { date: () => Buffer.from('(2)'), phone: { format: null } }, '2'],
    ['is trimmed and then stripped', '" (1) "', { trims: true, phone: { format: null } }, '"1"'],
    ['is not hashed if it is stripped to nothing', '()', { phone: { format: null }, hash: marked }, ''],
    ['is trimmed though its date is not read', ' a ', { trims: true, date: () => 'unparsed' }, 'a'],
  ]);
  for (const [title, field, change, expected] of cases) {
    it(title, () => {
      // Bytes around the field, which must not be read as part of it.
      const bytes = Buffer.from(` "5${field}5" `);
      const [start, end] = [3, bytes.length - 3];
      const editor = new FieldEditor(0x3b, newCounts());
      const length = editor.edit({ ...NO_CHANGE, ...change }, bytes, start, end);
      if (length === STAYS) assert.equal(expected, null);
      else if (length === TRIMMED) {
        const quotes = bytes[start] === 0x22 ? '"' : '';
        assert.equal(quotes + bytes.toString('utf8', editor.from, editor.to) + quotes, expected);
      } else assert.equal(editor.bytes.toString('utf8', 0, length), expected);
    });
  }

  it('is counted once for its date and once for its phone, if its value is not empty', () => {
    const counts = newCounts();
    const editor = new FieldEditor(0x3b, counts);
    const phone = { format: (/** @type {string} */ text) => (text === '1' ? '2' : null) };
    const date = (/** @type {Buffer} */ value) => (value.length > 1 ? 'unparsed' : 'stays');
    for (const field of ['1', '11', '', '""', '" "']) {
      const bytes = Buffer.from(field);
      editor.edit({ ...NO_CHANGE, trims: true, date, phone }, bytes, 0, bytes.length);
    }
    assert.deepEqual(counts, { dates: { formatted: 1, unparsed: 1 }, phones: { formatted: 1, unparsed: 1 } });
  });
});

function newCounts() {
  return { dates: { formatted: 0, unparsed: 0 }, phones: { formatted: 0, unparsed: 0 } };
}
