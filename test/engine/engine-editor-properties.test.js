import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SAMPLE_BYTES } from '../../src/csv/opening/sample.js';
import { cuts, delimiters, longText, rawText, rules, tableText } from '../csv/arbitraries.js';
import { transformsOf } from '../csv/edit-entry.js';
import { runEngineEditor, runRecordEditor } from './run-engine-editor.js';

/** @import { Transforms } from '../../src/csv/field-plan.js' */
/** @import { PhoneFormatter } from '../../src/phone/formatter.js' */
/** @import { CsvRule } from '../../src/recipe/recipe.js' */

describe('an EngineEditor does what a RecordEditor does', () => {
  it('with raw bytes', { timeout: 300_000 }, () => {
    check(
      delimiters.chain(delimiter => behindHeader(delimiter, rawText(delimiter, 60))),
      1000,
    );
  });

  it('with tables', { timeout: 300_000 }, () => {
    check(
      delimiters.chain(delimiter => behindHeader(delimiter, tableText(delimiter))),
      1000,
    );
  });

  it('with tables of many records', { timeout: 300_000 }, () => {
    const sizes = [900, 5000, 20_000, 65_000];
    check(
      delimiters.chain(delimiter => behindHeader(delimiter, longText(delimiter, sizes))),
      200,
    );
  });
});

/**
 * @typedef {object} Case
 * @property {string} text
 * @property {CsvRule} rule
 * @property {Transforms} transforms
 * @property {number} maxRecordBytes
 * @property {readonly number[]} sizes
 * @property {number} outputBytes
 */

/**
 * Texts with a header in front, and so many empty lines behind it that the opening is complete, and the records come in
 * blocks of their own.
 *
 * @param {string} delimiter
 * @param {fc.Arbitrary<string>} texts
 * @returns {fc.Arbitrary<Case>}
 */
function behindHeader(delimiter, texts) {
  const headers = fc
    .integer({ min: 1, max: 5 })
    .map(width => ['id', 'phone', 'mail', '"a ""b"""', 'id'].slice(0, width).join(delimiter));
  return fc
    .record({
      header: headers,
      text: texts,
      rule: rules(delimiter),
      formatters: fc.array(fc.constantFrom(...FORMATTERS), { minLength: 3, maxLength: 3 }),
      maxRecordBytes: fc.constantFrom(...Array(9).fill(1 << 24), 24, 40, 1000, 65_536),
      sizes: cuts,
      outputBytes: fc.constantFrom(65_536, 65_536, 100, 150, 1000, 30_000),
    })
    .map(({ header, text, rule, formatters, sizes, ...rest }) => ({
      text: `${header}\n${EMPTY_LINES}${text}`,
      rule: { ...rule, delimiter, missing: 'ignore' },
      transforms: transformsOf(rule, { phones: rule.phones.map((_, index) => formatters[index]) }),
      sizes: [
        EMPTY_LINES.length + header.length + 1,
        ...Array.from({ length: 40 }, (_, turn) => sizes[turn % sizes.length]),
      ],
      ...rest,
    }));
}

/**
 * @param {fc.Arbitrary<Case>} cases
 * @param {number} numRuns
 */
function check(cases, numRuns) {
  const property = fc.property(cases, ({ sizes, outputBytes, ...drawn }) => {
    const expected = runRecordEditor(drawn, [drawn.text.length]);
    const found = runEngineEditor(drawn, sizes, outputBytes);
    assert.deepEqual(found.counts, expected.counts);
    assert.deepEqual(found.error, expected.error);
    if (expected.error) return;
    assert.equal(found.output, expected.output);
    assert.equal(found.rejected, expected.rejected);
  });
  fc.assert(property, {
    numRuns: Number(process.env.FC_RUNS ?? numRuns),
    seed: Number(process.env.FC_SEED ?? 20_251_121),
  });
}

const EMPTY_LINES = '\n'.repeat(SAMPLE_BYTES + 1024);

/** @type {PhoneFormatter[]} */
const FORMATTERS = [
  null,
  null,
  () => null,
  text => text,
  text => text.replaceAll(' ', ''),
  text => (text.length < 4 ? null : `+${text},;|"`),
  text => (text.includes('5') ? '' : null),
  text => (text.length > 2 ? text.repeat(200) : null),
  text => {
    if (text.includes('(')) throw new RangeError(`no number: ${text}`);
    return '1';
  },
];
