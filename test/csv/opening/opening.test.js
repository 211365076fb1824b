import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Opening } from '../../../src/csv/opening/opening.js';
import { editEntry, ruleOf } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

const MARK = '\xef\xbb\xbf';

describe('the beginning of an entry', () => {
  const cases = /** @type {[title: string, text: string, rule: Partial<CsvRule>, output: string][]} */ ([
    ['keeps a mark, and reads the first name after it', `${MARK}id,a\n1,2\n`, { keep: ['id'] }, `${MARK}id\n1\n`],
    ['drops empty lines before the header', '\n\r\n\na,b\n1,2\n', { drop: ['b'] }, 'a\n1\n'],
    ['drops empty lines before the header of one column', '\n\na\n\n1\n', {}, 'a\n\n1\n'],
    ['drops empty lines before records of several fields', '\n\r\n1,2\n', { header: false }, '1,2\n'],
    ['keeps empty lines before records of one field', '\n\n1\n', { header: false }, '\n\n1\n'],
    ['takes names from the rule, and does not write them', '1,2\n', { header: ['a', 'b'], drop: ['a'] }, '2\n'],
    ['writes a header without records', 'a,b\n', { drop: ['b'] }, 'a\n'],
    ['writes a header without a newline', 'a,b', { drop: ['a'] }, 'b'],
    ['formats nothing in the header', 'x-1,b\n-2-,b\n', { phones: [strip('x-1')] }, 'x-1,b\n2,b\n'],
    ['quotes a name that holds the new delimiter', 'a;1,b\n1,2\n', { output: { delimiter: ';' } }, '"a;1";b\n1;2\n'],
    ['writes nothing for an empty entry', '', { drop: ['a'] }, ''],
    ['writes nothing for an empty entry without a header', '', { header: false, drop: [5] }, ''],
    ['writes a mark for a mark', MARK, { drop: ['a'] }, MARK],
    ['writes a mark for a mark and empty lines', `${MARK}\n\r\n`, { drop: ['a'] }, MARK],
    ['writes nothing for empty lines', '\n\r\n\n\n', { header: false }, ''],
    ['reads a part of a mark as a name', '\xef\xbb', {}, '\xef\xbb'],
  ]);
  for (const [title, text, rule, expected] of cases) {
    it(title, async () => {
      for (const cuts of [[1], [2, 3], [65_536]]) {
        const { output, error } = await editEntry(text, rule, { cuts });
        assert.equal(error, null);
        assert.equal(output.toString('latin1'), expected);
      }
    });
  }

  it('does not hold empty lines before the header', () => {
    for (const header of [true, ['a', 'b']]) {
      for (const chunk of ['\n\n', '\r\n', '\n\r']) {
        const opening = new Opening(ruleOf({ header, delimiter: 'auto' }), 10);
        let left = chunk === '\n\r' ? '\r' : '';
        for (let turn = 0; turn < 5; turn++) {
          const bytes = Buffer.from(left + chunk.repeat(10_000));
          const { opened, used } = opening.read(bytes, false);
          assert.equal(opened, null);
          left = bytes.toString('latin1', used);
          assert.equal(left, chunk === '\n\r' ? '\r' : '');
        }
      }
    }
  });

  for (const header of /** @type {const} */ ([true, false, ['a', 'b']])) {
    it(`finds the delimiter after any number of empty lines, header ${header}`, async () => {
      const lines = '\r\n'.repeat(40_000);
      for (const cuts of [[1000], [65_536], [1_000_000]]) {
        const rule = { header, delimiter: 'auto', drop: [0] };
        const { output, error } = await editEntry(`${MARK}${lines}a;b\n1;2\n`, rule, { cuts, maxRecordBytes: 90_000 });
        assert.equal(error, null);
        assert.equal(output.toString('latin1'), `${MARK}b\n2\n`);
      }
    });
  }

  it('holds no more empty lines that may be records than a record may be long', async () => {
    for (const cuts of [[1000], [65_536], [1_000_000]]) {
      for (const rest of ['', '1\n', '1,2\n']) {
        const most = '\n'.repeat(70_000) + rest;
        const held = await editEntry(most, { header: false }, { cuts, maxRecordBytes: 70_000 });
        assert.equal(held.error, null);
        assert.equal(held.output.toString(), rest === '1\n' ? most : rest);
        const { error } = await editEntry(`\n${most}`, { header: false }, { cuts, maxRecordBytes: 70_000 });
        assert.equal(error?.code, 'limit/record');
        assert.match(error.message, /begins with more than 70000 bytes of empty lines/);
      }
    }
  });
});

/**
 * @param {string} field
 * @returns {CsvRule['phones'][number]}
 */
function strip(field) {
  return { field, format: 'strip', country: null };
}

describe('skipped lines', () => {
  const text = 'A title\n\nMay 2024\na,b,c\n1,2,3\n4,5,6\n';

  it('are counted, and go to the rejected file as they came', async () => {
    for (const cuts of [[1], [7], [65_536]]) {
      const { output, rejected, counts, error } = await editEntry(text, { skipLines: 'auto', drop: ['b'] }, { cuts });
      assert.equal(error, null);
      assert.equal(output.toString(), 'a,c\n1,3\n4,6\n');
      assert.equal(rejected.toString(), 'A title\nMay 2024\n');
      assert.deepEqual(counts.records, { read: 2, written: 2, filtered: 0, bad: 0, skipped: 2 });
      assert.equal(counts.dialect?.skipLines, 3);
    }
  });

  it('go nowhere if bad records do so', async () => {
    const { rejected, counts } = await editEntry(text, { skipLines: 3, badRecords: 'skip' });
    assert.equal(rejected.length, 0);
    assert.equal(counts.records.skipped, 2);
  });

  it('are counted in an entry of nothing else', async () => {
    const { output, rejected, counts } = await editEntry('sep=;\n', { delimiter: 'auto', skipLines: 'auto' });
    assert.equal(output.length, 0);
    assert.equal(rejected.toString(), 'sep=;\n');
    assert.equal(counts.records.skipped, 1);
  });
});
