import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sniff } from '../../../../src/csv/opening/table/sniff.js';
import { editEntry, ruleOf } from '../../edit-entry.js';

describe('the delimiter', () => {
  const cases = /** @type {[title: string, text: string, delimiter: string][]} */ ([
    ['a comma', 'a,b\n1,2\n', ','],
    ['a semicolon', 'a;b\n1,5;2\n', ';'],
    ['a tab', 'a\tb\n1\t2\n', '\t'],
    ['a bar', 'a|b\n1|2\n', '|'],
    ['the one on which the records agree, though another gives more fields', 'a,b,c;d\n1;2\n3,4,5,6;7\n', ';'],
    ['the one with more fields if two agree equally', 'a,b;c;d\n1,2;3;4\n', ';'],
    ['the comma if two agree equally with as many fields', 'a,b;c\n1,2;3\n', ','],
    ['the one outside quotes', '"a,b,c"|d\n"1,2,3"|4\n', '|'],
    ['a comma if there is one field', 'name\nanna\nbert\n', ','],
    ['a comma in an empty entry', '', ','],
    ['a comma if there are only empty lines', '\n\r\n\n', ','],
    ['a semicolon after empty lines', '\n\na;b\n\n1;2\n', ';'],
    ['a bar in a header without records', 'a|b|c', '|'],
    ['a semicolon between numbers with decimal commas', '1,5;2,5;3,5\n4,25;5;-6,25\n', ';'],
    ['a comma between texts with as many semicolons', '1,a;2,5;3,5\n4,a;5,6;6,25\n', ','],
    ['a control character in a text with commas', 'id\x1fname\n1\x1fAnn, A.\n2\x1fBob, B.\n', '\x1f'],
    ['a semicolon despite an odd record', `a;b\n${'1;2\n'.repeat(20)}x,y,z\n`, ';'],
  ]);
  for (const [title, text, delimiter] of cases) {
    it(`finds ${title}`, () => {
      assert.equal(delimiterOf(text, true), delimiter);
    });
  }

  it('ignores a last record that the sample cuts in two', () => {
    const text = 'a,b\n1,2\n3;4;5';
    assert.equal(delimiterOf(text, false), ',');
    assert.equal(delimiterOf('a;b\n1;2\n3', false), ';');
  });

  for (const opening of ['', '\n', '\r\n\n', '\xef\xbb\xbf']) {
    it(`finds the delimiter of a first record longer than the sample, after ${JSON.stringify(opening)}`, async () => {
      const header = `a;b;"${'c'.repeat(70_000)}"`;
      const { output, error } = await editEntry(`${opening}${header}\n1;2;3\n`, { delimiter: 'auto', drop: ['a'] });
      assert.equal(error, null);
      const mark = opening.startsWith('\xef') ? opening : '';
      assert.equal(output.toString('latin1'), `${mark}${header.slice(2)}\n2;3\n`);
    });
  }

  it('counts the last record of an entry exactly as long as the sample, however it is cut', async () => {
    const records = `a,b;${'c'.repeat(95)}\n`.repeat(655);
    const text = records + 'd;e'.padStart(65_536 - records.length, 'd');
    assert.equal(text.length, 65_536);
    for (const cuts of [[65_536], [65_535, 1], [1000], [100_000]]) {
      const { output } = await editEntry(text, { delimiter: 'auto', drop: [1] }, { cuts });
      assert.ok(output.toString().startsWith('a,b\na,b\n'), `cut by ${cuts}`);
    }
  });

  it('examines no more than 65,536 bytes', async () => {
    const text = `${'a;b,c\n'.repeat(10_923)}${'d;e\n'.repeat(20_000)}`;
    const { counts } = await editEntry(text, { delimiter: 'auto' });
    assert.deepEqual(counts.records, { read: 30_922, written: 10_922, filtered: 0, bad: 20_000, skipped: 0 });
  });
});

/**
 * @param {string} text
 * @param {boolean} whole
 */
function delimiterOf(text, whole) {
  return sniff({ text, whole }, ruleOf({ delimiter: 'auto' })).reading.delimiter;
}
