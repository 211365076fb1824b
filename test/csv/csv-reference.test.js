import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc, { caseCount } from '../support/fast-check.js';
import { cuts, delimiters, longText, rawText, rules, tableText } from './arbitraries.js';
import { editEntry } from './edit-entry.js';
import { isForeign, reference } from './reference.js';

/** @import { CsvRule } from '../../src/recipe/recipe.js' */

describe('the editor in JavaScript gives what the reference gives', () => {
  it('for raw bytes, however they are cut', { timeout: 300_000 }, async () => {
    const cases = delimiters.chain(delimiter => fc.tuple(rawText(delimiter, 60), rules(delimiter), limits, cuts));
    await check(cases, 1000);
  });

  it('for raw bytes after the opening, however they are cut', { timeout: 300_000 }, async () => {
    const cases = delimiters.chain(delimiter => afterOpening(delimiter, rawText(delimiter, 60)));
    await check(cases, 2500);
  });

  it('for tables, however they are cut', { timeout: 300_000 }, async () => {
    const cases = delimiters.chain(delimiter => fc.tuple(tableText(delimiter), rules(delimiter), limits, cuts));
    await check(cases, 1000);
  });

  it('for tables after the opening, however they are cut', { timeout: 300_000 }, async () => {
    const cases = delimiters.chain(delimiter => afterOpening(delimiter, tableText(delimiter)));
    await check(cases, 2500);
  });

  it('for entries longer than the sample for the encoding, cut into small chunks', { timeout: 300_000 }, async () => {
    const sizes = [900, 1024, 1100, 5000];
    const cases = delimiters.chain(delimiter => fc.tuple(longText(delimiter, sizes), rules(delimiter), limits, cuts));
    await check(cases, 200);
  });

  it('for entries longer than the sample for the delimiter, with records longer than a block', {
    timeout: 300_000,
  }, async () => {
    const sizes = [65_000, 66_000, 150_000, 300_000];
    const cases = delimiters.chain(delimiter =>
      fc.tuple(longText(delimiter, sizes), rules(delimiter), limits, largeCuts),
    );
    await check(cases, 150);
  });
});

/** @type {fc.Arbitrary<readonly number[]>} */
const largeCuts = fc.oneof(
  fc.constantFrom([4096], [65_536], [262_144], [100_000_000]),
  fc.array(fc.integer({ min: 100, max: 70_000 }), { minLength: 1, maxLength: 12 }),
);

const limits = fc.record({
  maxRecordBytes: fc.constantFrom(1 << 24, 1 << 24, 1 << 24, 1 << 24, 1 << 24, 5, 12, 40, 1000, 65_536),
  maxDescribed: fc.constantFrom(100, 100, 1, 0),
});

/**
 * Entries with a complete opening before the drawn text. The opening has any number of fields, and names of each kind.
 *
 * @param {string} delimiter
 * @param {fc.Arbitrary<string>} texts
 */
function afterOpening(delimiter, texts) {
  const openings = fc.integer({ min: 1, max: 4 }).map(width => {
    const header = ['id', 'phone', '"a ""b"""', 'id'].slice(0, width).join(delimiter);
    const record = ['1', '(2)', '"3"', ''].slice(0, width).join(delimiter);
    return `${header}\n${`${record}\n`.repeat(1100 / record.length)}`;
  });
  const given = rules(delimiter).map(rule => ({ ...rule, delimiter }));
  return fc.tuple(openings, texts, given, limits, cuts).map(([opening, text, rule, limit, sizes]) => {
    return /** @type {Case} */ ([opening + text, rule, limit, sizes, opening.length]);
  });
}

/**
 * @typedef {[text: string, rule: CsvRule, limit: { maxRecordBytes: number, maxDescribed: number },
 *   sizes: readonly number[], first?: number]} Case
 */

/**
 * @param {fc.Arbitrary<Case>} cases
 * @param {number} numRuns
 */
async function check(cases, numRuns) {
  const property = fc.asyncProperty(cases, async drawn => compare(...drawn));
  await fc.assert(property, {
    numRuns: caseCount(numRuns),
  });
}

/** @param {Case} drawn */
async function compare(...[text, rule, limit, sizes, first = 0]) {
  const { output, rejected, counts, error } = await editEntry(text, rule, { ...limit, cuts: sizes, first });
  const isCut = counts.dialect?.lineEnds.join() === 'crlf';
  const expected = reference(Buffer.from(text, 'latin1'), { rule, ...limit, isCut });
  // The reference knows RFC 4180 only: openings that are read in another way have tests of their own.
  if (isForeign(text, rule, { counts, error })) return;
  assert.deepEqual(error && positionIn(error), expected.error);
  const { bytesOut } = counts;
  // values-not-utf8.test.js compares these.
  const { notUtf8, ...others } = counts;
  assert.deepEqual({ ...others, bytesOut: 0, dialect: null }, { ...expected.counts, bytesOut: 0 });
  if (error) return;
  assert.equal(bytesOut, output.length);
  assert.equal(output.toString('latin1'), expected.output.toString('latin1'));
  assert.equal(rejected.toString('latin1'), expected.rejected.toString('latin1'));
}

/** @param {any} error */
function positionIn({ code, message, record = null, byte = null }) {
  const named = code === 'limit/record' ? message.match(/^record (\d+) at byte (\d+) /) : null;
  return { code, record: named ? Number(named[1]) : record, byte: named ? Number(named[2]) : byte };
}
