import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SAMPLE_BYTES, sampleBytes } from '../../../src/csv/opening/sample.js';
import fc, { caseCount } from '../../support/fast-check.js';
import { tableText } from '../arbitraries.js';
import { ruleOf } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

describe('sampleBytes', () => {
  it('is the first two records where the rule says the whole dialect', () => {
    assert.equal(sampleBytes('a,b\n"1\n",2\n3,4\n', false, ruleOf({})), 'a,b\n"1\n",2\n'.length);
    assert.equal(sampleBytes('\na,b\n', false, ruleOf({})), null);
  });

  it('is the first record where the rule says that there is no header, or gives one', () => {
    for (const header of [false, ['a', 'b']]) {
      assert.equal(sampleBytes('1,2\n3', false, ruleOf({ header })), 4);
      assert.equal(sampleBytes('1,2', false, ruleOf({ header })), null);
    }
  });

  const automatic = /** @type {Partial<CsvRule>[]} */ ([
    { delimiter: 'auto' },
    { quote: 'auto' },
    { escape: 'auto' },
    { skipLines: 'auto' },
    { comments: 'auto' },
    { header: 'auto' },
  ]);
  for (const rule of automatic) {
    it(`needs more where something is to be found: ${JSON.stringify(rule)}`, () => {
      const text = 'a,b\n1,2\n3,4\n';
      assert.equal(sampleBytes(text, false, ruleOf(rule)), null);
      assert.equal(sampleBytes(text, true, ruleOf(rule)), SAMPLE_BYTES);
      assert.equal(sampleBytes(text.padEnd(SAMPLE_BYTES, '.'), false, ruleOf(rule)), null);
      assert.equal(sampleBytes(text.padEnd(SAMPLE_BYTES + 1, '.'), false, ruleOf(rule)), SAMPLE_BYTES);
    });
  }

  for (const [title, text] of [
    ['a trailing delimiter', 'a,b\n1,2,\n3,4,\n'],
    ['a header that ends with a delimiter', 'a,b,\n1,2\n3,4\n'],
    ['a CR within the first record', 'a,b\r1,2\n3,4\n'],
  ]) {
    it(`needs more where the first records show ${title}`, () => {
      assert.equal(sampleBytes(text, false, ruleOf({})), null);
      assert.equal(sampleBytes(text, true, ruleOf({})), SAMPLE_BYTES);
    });
  }

  it('does not change once it is known, however much arrives', () => {
    const rules = fc.constantFrom(ruleOf({}), ruleOf({ header: false }), ruleOf({ comments: '#' }));
    const property = fc.property(tableText(','), rules, fc.nat(200), (text, rule, length) => {
      const known = sampleBytes(text.slice(0, length), false, rule);
      if (known !== null) assert.equal(sampleBytes(text, false, rule), known);
    });
    fc.assert(property, { numRuns: caseCount(500) });
  });
});
