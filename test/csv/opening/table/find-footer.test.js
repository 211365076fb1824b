import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { editEntry } from '../../edit-entry.js';

/** @import { CsvRule } from '../../../../src/recipe/recipe.js' */

const TABLE = 'a,b,c\n1,2,3\n';
const AUTO = /** @type {const} */ ({ maxBad: '100%', quote: 'auto', encoding: 'auto' });

describe('a footer', () => {
  const cases = /** @type {[title: string, end: string, footer: string, bad: number, rule?: Partial<CsvRule>][]} */ ([
    ['is set apart by an empty line', '\nTotal\n', 'Total\n', 0],
    ['is set apart by a row of empty fields, which stays a record', ',,\nTotal,1\n', 'Total,1\n', 0],
    ['is set apart by a row of empty fields that is no record', ',\nTotal,1\n', ',\nTotal,1\n', 0],
    ['may have empty lines, open quotes and no line end', '\r\nIt\'s "so\n\n"x', 'It\'s "so\n"x', 0],
    ['has up to ten lines', `\n${'x\n'.repeat(10)}`, 'x\n'.repeat(10), 0],
    ['has no more than that', `\n${'x\n'.repeat(11)}`, '', 11],
    ['is none if nothing sets it apart', '17,Ad', '', 1],
    ['may follow bad records', 'x\n\ny\n', 'y\n', 1],
    ['is none if a record follows', '\nx\n4,5,6\n', '', 1],
    ['is not another table', '\nd,e,f,g\n1,2,3,4\n5,6,7,8\n', '', 3],
    ['is more than a row of empty fields', ',,,\n', '', 1],
    ['does not fail the entry', '\nTotal\n', '', 0, { badRecords: 'fail' }],
    ['is not set aside under "skip"', '\nTotal\n', '', 0, { badRecords: 'skip' }],
    ['is a record where short ones are filled up', '\nTotal\n', '', 0, { ragged: 'pad' }],
    ['may be in another dialect', "\n'x',2\nTotal", "'x',2\nTotal", 0, { quote: "'", escape: 'auto' }],
  ]);
  for (const [title, end, footer, bad, rule = {}] of cases) {
    it(title, async () => {
      for (const cuts of [[1], [7], [65_536]]) {
        const { counts, rejected, error } = await editEntry(TABLE + end, { ...AUTO, ...rule }, { cuts });
        assert.equal(error, null);
        const { records, dialect } = counts;
        assert.equal(records.bad, bad);
        assert.equal(records.read, records.written + bad);
        assert.equal(dialect?.footerLines, records.skipped);
        if (footer === '') continue;
        assert.ok(rejected.toString().endsWith(footer));
        assert.equal(records.skipped, footer.split('\n').filter(Boolean).length);
      }
    });
  }
});

test('a table without good records, or of one column, has no footer', async () => {
  for (const text of ['a,b\n\nx\n', 'a\n1\n\nx,y\n']) {
    const { counts } = await editEntry(text, AUTO);
    assert.equal(counts.records.skipped, 0);
    assert.equal(counts.records.bad, 1);
  }
});

test('a footer is not looked for in an entry that is longer than the sample', async () => {
  const { counts } = await editEntry(`${TABLE.padEnd(66_000, '4,5,6\n')}\n\nTotal\n`, AUTO);
  assert.equal(counts.records.skipped, 0);
});

test('a footer in UTF-16 is set aside as it came', async () => {
  const text = 'ä,b\r\n1,2\r\n3,ü\r\n\r\nÜber alles\r\nTotal: 2';
  const entry = Buffer.from(`\ufeff${text}`, 'utf16le');
  for (const cuts of [[1], [7], [65_536]]) {
    const { counts, output, rejected } = await editEntry(entry, AUTO, { cuts });
    assert.deepEqual(counts.records, { read: 2, written: 2, filtered: 0, bad: 0, skipped: 2 });
    assert.equal(output.toString(), '\ufeffä,b\r\n1,2\r\n3,ü\r\n');
    assert.equal(rejected.toString('utf16le'), 'Über alles\r\nTotal: 2');
  }
});
