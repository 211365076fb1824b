import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runEngineEditor } from '../engine/run-engine-editor.js';
import fc, { caseCount } from '../support/fast-check.js';
import { automaticRule } from './dialects.js';
import { editEntry, ruleOf } from './edit-entry.js';

const value = fc.constantFrom('1', 'Ann', '"B, b"', '', '"q\r\nr"', '""');

describe('a file with CRLF that is cut behind its last CR', () => {
  it('comes out as the whole file, in both editors, however it is cut', async () => {
    const cases = fc.record({
      rows: fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 6 }),
      sizes: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 6 }),
      rule: fc.constantFrom({}, { drop: ['b'] }, { hash: ['b'] }, { output: { delimiter: ';' } }, { trim: true }),
    });
    const property = fc.asyncProperty(cases, async ({ rows, sizes, rule }) => {
      const whole = `a,b\r\n${rows.map(row => `${row.join(',')}\r\n`).join('')}`;
      for (const given of [ruleOf(rule), automaticRule(rule)]) {
        const wanted = await editEntry(whole, given);
        const found = await editEntry(whole.slice(0, -1), given, { cuts: [...sizes, 65_536] });
        assert.deepEqual([String(found.output), found.counts], [String(wanted.output), wanted.counts]);
        if (rule.hash) continue;
        const [cut, uncut] = [whole.slice(0, -1), whole].map(text => runEngineEditor({ text, rule: given }, sizes));
        assert.deepEqual(cut, uncut);
      }
    });
    await fc.assert(property, { numRuns: caseCount(200) });
  });

  it('keeps bad records as they came', async () => {
    for (const [bad, code] of [
      ['3\r', 'csv/field-count'],
      ['"3"x,4\r', 'csv/after-quote'],
      ['"3\r', 'csv/unterminated-quote'],
    ]) {
      const { rejected, counts } = await editEntry(`a,b\r\n1,2\r\n${bad}`);
      assert.deepEqual([rejected.toString(), counts.badRecords[0].code], [bad, code]);
    }
  });

  it('is recognized in another dialect', async () => {
    const { output } = await editEntry("a,b\r\n1,'A, n'\r\n2,'B, b'\r\n3,'C, c'\r", automaticRule());
    assert.equal(output.toString(), 'a,b\r\n1,"A, n"\r\n2,"B, b"\r\n3,"C, c"\r\n');
  });

  it('is recognized where the only record holds an LF', async () => {
    const text = '"{""a"": 1}", "two\nlines", "x"\r';
    const { output } = await editEntry(text, automaticRule({ header: false, drop: [0] }));
    assert.equal(output.toString(), '"two\nlines","x"\r\n');
  });

  it('is none where lines end with LF', async () => {
    const { output } = await editEntry('a,b\n1,2\r', ruleOf({}));
    assert.equal(output.toString(), 'a,b\n1,"2\r"');
  });
});
