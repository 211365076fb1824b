import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { editEntry } from './edit-entry.js';

/** @import { CsvRule } from '../../src/recipe/recipe.js' */

const MARK = '\xef\xbb\xbf';
const CUTS = [[2, 3], [7], [4096], [65_536]];

describe('an odd entry', { timeout: 60_000 }, () => {
  /**
   * The output and the rejected records, or the code of the error.
   *
   * @type {[title: string, text: string, rule: Partial<CsvRule>, result: { output?: string, rejected?: string,
   *   records?: [read: number, written: number, filtered: number, bad: number], code?: string }][]}
   */
  const cases = [
    ['that is empty', '', { drop: ['a'] }, { output: '', records: [0, 0, 0, 0] }],
    ['of a byte order mark only', MARK, { drop: ['a'] }, { output: MARK, records: [0, 0, 0, 0] }],
    ['of a byte order mark only, without a header', MARK, { header: false }, { output: MARK }],
    ['of a byte order mark only, with names from the rule', MARK, { header: ['a', 'b'] }, { output: MARK }],
    ['of half a mark', '\xef\xbb', { header: false }, { output: '\xef\xbb', records: [1, 1, 0, 0] }],
    ['of two marks', `${MARK}${MARK}a,b\n1,2\n`, { drop: [1] }, { output: `${MARK}a\n1\n` }],
    ['of one byte', 'a', {}, { output: 'a', records: [0, 0, 0, 0] }],
    ['of one quote', '"', {}, { output: '""""', records: [0, 0, 0, 0] }],
    ['of one quote, without a header', '"', { header: false }, { output: '', rejected: '"', records: [1, 0, 0, 1] }],
    ['of two quotes', '""', { header: false }, { output: '""', records: [1, 1, 0, 0] }],
    ['of three quotes', '"""', { header: false }, { output: '', rejected: '"""', records: [1, 0, 0, 1] }],
    ['of 1,000 quotes', '"'.repeat(1000), { header: false }, { output: '"'.repeat(1000), records: [1, 1, 0, 0] }],
    ['of 5,001 quotes', '"'.repeat(5001), { header: false }, { output: '', rejected: '"'.repeat(5001) }],
    ['of 5,001 quotes, as the header', '"'.repeat(5001), {}, { output: '"'.repeat(10_004) }],
    ['of quotes in a column that is dropped', `a,b\n1,${'"'.repeat(4000)}\n`, { drop: ['b'] }, { output: 'a\n1\n' }],
    ['of LF only', '\n'.repeat(3000), {}, { output: '', records: [0, 0, 0, 0] }],
    ['of CRLF only', '\r\n'.repeat(3000), { header: ['a', 'b'] }, { output: '', records: [0, 0, 0, 0] }],
    [
      'of LF only, with one name from the rule',
      '\n\r\n'.repeat(2),
      { header: ['a'] },
      { output: '\n\r\n'.repeat(2), records: [4, 4, 0, 0] },
    ],
    [
      'of LF only, with that field required',
      '\n\r\n'.repeat(2),
      { header: ['a'], require: ['a'] },
      { output: '', records: [4, 0, 4, 0] },
    ],
    ['of CR only', '\r'.repeat(3000), {}, { output: '', records: [0, 0, 0, 0] }],
    ['of CR only, without a header', '\r'.repeat(3000), { header: false }, { output: '' }],
    ['with a CR in its header', 'a\rb,c\n1,2\n', {}, { code: 'csv/bad-header' }],
    [
      'whose lines end in CR, with names from the rule',
      '1,2\r3,4\r',
      { header: ['a', 'b'] },
      { output: '1,2\r\n3,4\r\n' },
    ],
    [
      'whose records end in CR',
      'a,b\n1,2\r3,4\r5,6\r',
      {},
      { output: 'a,b\n1,2\r\n3,4\r\n5,6\r\n', records: [3, 3, 0, 0] },
    ],
    ['of a header only', 'a,b\n', { drop: ['a'] }, { output: 'b\n', records: [0, 0, 0, 0] }],
    ['of a header only, without its newline', 'a,b', { drop: ['b'] }, { output: 'a', records: [0, 0, 0, 0] }],
    ['of a header and a CR', 'a,b\r', {}, { output: 'a,b\r\n' }],
    ['without a last newline', 'a,b\r\n1,2', { drop: ['b'] }, { output: 'a\r\n1', records: [1, 1, 0, 0] }],
    ['whose last record is bad and has no newline', 'a,b\n1,2\n3', {}, { output: 'a,b\n1,2\n', rejected: '3' }],
    [
      'with a quote at its very end',
      'a,b\n1,2\n3,"',
      {},
      { output: 'a,b\n1,2\n', rejected: '3,"', records: [2, 1, 0, 1] },
    ],
    [
      'with a closing quote at its very end',
      'a,b\n1,"2"',
      { drop: ['a'] },
      { output: 'b\n"2"', records: [1, 1, 0, 0] },
    ],
    ['with a plain quote at its very end', 'a,b\n1,2"', { drop: ['a'] }, { output: 'b\n2"', records: [1, 1, 0, 0] }],
    [
      'with a quote never closed at its very end',
      'a\n"\n',
      {},
      { output: 'a\n', rejected: '"\n', records: [1, 0, 0, 1] },
    ],
    ['of NULs', '\0'.repeat(2000), { header: false }, { output: '\0'.repeat(2000), records: [1, 1, 0, 0] }],
    ['with NULs in its fields', 'a,b\0\n\0,\0\0\n1,"\0"\n', { drop: ['a'] }, { output: 'b\0\n\0\0\n"\0"\n' }],
    [
      'with a NUL after a closing quote',
      'a,b\n"1"\0,2\n',
      {},
      { output: 'a,b\n', rejected: '"1"\0,2\n', records: [1, 0, 0, 1] },
    ],
    ['that is not UTF-8', 'a,b\n\xff\xfe,\xc3\n\x80,"\xf5"\n', { drop: ['b'] }, { output: 'a\n\xff\xfe\n\x80\n' }],
    ['with names that are not UTF-8', 'a\xff,b\n1,2\n', { drop: ['b'] }, { output: 'a\xff\n1\n' }],
    [
      'with a name twice',
      'a,b,a\n1,2,3\n,5,6\n',
      { keep: ['a'], require: ['a'] },
      { output: 'a,a\n1,3\n', records: [2, 1, 1, 0] },
    ],
    ['with a name twice, once in quotes', 'a,b,"a"\n1,2,3\n', { drop: ['a'] }, { output: 'b\n2\n' }],
    ['with names that are empty', ',b,\n1,2,3\n', { drop: [0] }, { output: 'b,\n2,3\n', records: [1, 1, 0, 0] }],
    [
      'that is ragged',
      'a,b,c\n1\n1,2\n1,2,3\n1,2,3,4\n,,\n\n,\n',
      { drop: ['b'] },
      { output: 'a,c\n1,3\n,\n', rejected: '1\n1,2\n1,2,3,4\n,\n', records: [6, 2, 0, 4] },
    ],
    ['that is ragged and kept', 'a,b\n1\n1,2\n\n1,2,3\n', { badRecords: 'keep' }, { output: 'a,b\n1\n1,2\n1,2,3\n' }],
    ['that is ragged and skipped', 'a,b\n1\n1,2\n\n1,2,3\n', { badRecords: 'skip' }, { output: 'a,b\n1,2\n' }],
    [
      'with a newline of each kind',
      'a,b\r\n1,2\n3,4\r\n5,6\r\r\n',
      { drop: ['a'] },
      { output: 'b\r\n2\n4\r\n"6\r"\r\n' },
    ],
  ];
  for (const [title, text, rule, { output, rejected = '', records, code }] of cases) {
    it(`${title} ${code === undefined ? 'is edited as specified' : `fails with ${code}`}, however it is cut`, async () => {
      for (const cuts of text.length < 100 ? [[1], ...CUTS] : [[70], ...CUTS.slice(2)]) {
        const result = await editEntry(text, rule, { cuts });
        assert.equal(result.error?.code, code);
        if (code !== undefined) continue;
        assert.equal(result.output.toString('latin1'), output);
        assert.equal(result.rejected.toString('latin1'), rejected);
        const { read, written, filtered, bad } = result.counts.records;
        assert.equal(read, written + filtered + bad);
        if (records) assert.deepEqual([read, written, filtered, bad], records);
      }
    });
  }
});
