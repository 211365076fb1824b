import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runEngineEditor } from '../engine/run-engine-editor.js';
import fc, { caseCount } from '../support/fast-check.js';
import { AUTOMATIC, automaticRule } from './dialects.js';
import { editEntry, ruleOf } from './edit-entry.js';

const MARK = '\ufeff';
const values = fc.constantFrom('1', 'a', '"x, y"', '"q\nr"', '', 'é', '"5550"', 'Ann');
const files = fc.array(
  fc.record({
    rows: fc.array(fc.tuple(values, values, values), { minLength: 1, maxLength: 5 }),
    marks: fc.integer({ min: 0, max: 2 }),
  }),
  { minLength: 2, maxLength: 4 },
);
const lineEnds = fc.constantFrom('\n', '\r\n');

describe('files that are joined one behind the other', () => {
  it('are read as without the byte order marks between them, in both editors, however they are cut', async () => {
    const cases = fc.record({
      parts: files,
      lineEnd: lineEnds,
      sizes: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 8 }),
      rule: fc.constantFrom({}, { drop: ['b'] }, { hash: ['a'] }, { output: { delimiter: ';' } }, { trim: true }),
    });
    const property = fc.asyncProperty(cases, async ({ parts, lineEnd, sizes, rule }) => {
      const [joined, plain] = [true, false].map(hasMarks =>
        utf8(`${MARK}a,b,c${lineEnd}${textOf(parts, lineEnd, hasMarks)}`),
      );
      for (const given of [{}, AUTOMATIC]) {
        const whole = ruleOf({ ...given, ...rule });
        const wanted = await editEntry(plain, whole);
        const cuts = [...sizes, 65_536];
        const found = await editEntry(joined, whole, { cuts });
        assert.equal(found.output.toString(), wanted.output.toString());
        assert.deepEqual(found.counts, wanted.counts);
        if (rule.hash) continue;
        const [inEngine, expected] = [joined, plain].map(text => runEngineEditor({ text, rule: whole }, sizes));
        assert.deepEqual(inEngine, expected);
      }
    });
    await fc.assert(property, { numRuns: caseCount(300) });
  });

  it('are read so in another dialect and encoding too', async () => {
    const property = fc.asyncProperty(files, lineEnds, fc.boolean(), async (parts, lineEnd, isWide) => {
      const encode = (/** @type {string} */ text) => Buffer.from(text, isWide ? 'utf16le' : 'utf8');
      const [joined, plain] = [true, false].map(hasMarks =>
        encode(`${MARK}a||b||c${lineEnd}${textOf(parts, lineEnd, hasMarks).replaceAll(',', '||')}`),
      );
      const rule = automaticRule({ delimiter: '||' });
      const [found, wanted] = [await editEntry(joined, rule, { cuts: [7] }), await editEntry(plain, rule)];
      assert.equal(found.output.toString(), wanted.output.toString());
      assert.deepEqual(found.counts, wanted.counts);
    });
    await fc.assert(property, { numRuns: caseCount(200) });
  });

  it('have a mark in a name, or before it, no more than once', async () => {
    for (const text of [`${MARK}${MARK}a,b\n1,2\n`, `# x\n${MARK}a,b\n1,2\n`]) {
      const { output, counts } = await editEntry(utf8(text), automaticRule({ keep: ['a'], names: 'exact' }));
      assert.equal(output.toString().replace(MARK, ''), 'a\n1\n');
      assert.deepEqual(counts.missing, []);
    }
  });

  it('keep a mark within a record, and bad records as they came', async () => {
    const text = utf8(`a,b\n1,${MARK}2\n${MARK}3\n${MARK}"4\n5,6\n`);
    const { output, rejected, counts } = await editEntry(text);
    assert.equal(output.toString(), `a,b\n1,${MARK}2\n5,6\n`);
    assert.equal(rejected.toString(), `${MARK}3\n${MARK}"4\n`);
    assert.deepEqual(
      counts.badRecords.map(({ byte }) => byte),
      [11, 16],
    );
  });
});

/**
 * @param {{ rows: string[][], marks: number }[]} parts
 * @param {string} lineEnd
 * @param {boolean} hasMarks
 */
function textOf(parts, lineEnd, hasMarks) {
  return parts
    .map(({ rows, marks }) => {
      const text = rows.map(row => row.join(',') + lineEnd).join('');
      return hasMarks ? MARK.repeat(marks) + text : text;
    })
    .join('');
}

/** @param {string} text */
function utf8(text) {
  return Buffer.from(text).toString('latin1');
}
