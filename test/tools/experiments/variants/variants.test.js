import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findDifference, readOutputs } from '../../../../experiments/outputs.js';
import { buffer } from '../../../../experiments/variants/buffer.js';
import { rowByRow } from '../../../../experiments/variants/row-by-row.js';
import { stream } from '../../../../experiments/variants/stream.js';
import { isNative } from '../../../../src/csv/dialect.js';
import { compileRecipe } from '../../../../src/recipe/recipe.js';
import { delimiters, longText, rawText, rules, tableText } from '../../../csv/arbitraries.js';
import { editEntry, ruleOf } from '../../../csv/edit-entry.js';
import fc, { caseCount } from '../../../support/fast-check.js';
import { writeZip } from '../../../support/zip-writer.js';

/** @import { CsvRule, Recipe } from '../../../../src/recipe/recipe.js' */

/** @typedef {{ text: string, rule: CsvRule }} Case Text in Latin-1. */

/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-variants-'));
});
after(() => rm(folder, { recursive: true, force: true }));

describe('the variants write the same bytes', () => {
  it('for raw text', { timeout: 60_000 }, () =>
    check(
      cases(delimiter => rawText(delimiter, 60)),
      20,
    ),
  );

  it('for tables', { timeout: 60_000 }, () => check(cases(tableText), 30));

  it('for texts of several chunks, with records across chunks', { timeout: 60_000 }, () =>
    check(
      cases(delimiter => longText(delimiter, [15_000, 66_000, 150_000])),
      2,
    ),
  );

  it('for cases that are rarely generated', { timeout: 60_000 }, async () => {
    const phones = [{ field: 0, format: /** @type {const} */ ('e164'), country: 'GB' }];
    const drawn = [
      // A CR that would become part of the newline.
      { text: 'a,b\nx\r,y\nx\r,y\r\n"x\r",y\n', rule: { drop: ['b'] } },
      // Only empty lines, and empty text.
      { text: '\xef\xbb\xbf\n\r\n', rule: { header: false, badRecords: /** @type {const} */ ('keep') } },
      { text: '\xef\xbb\xbf', rule: { header: ['a', 'b'] } },
      { text: '', rule: { require: ['a'] } },
      // A number with non-ASCII spaces, and one that is formatted already.
      { text: 'a,b\n020\u00c2\u00a07946\u00c2\u00a00958,\xff\n"+442079460958",\n', rule: { phones } },
    ].map(({ text, rule }) => ({ text, rule: ruleOf(rule) }));
    for (const { text, rule } of drawn) assert.equal((await editEntry(text, rule)).error, null);
    await compare(drawn);
  });
});

/**
 * @param {(delimiter: string) => fc.Arbitrary<string>} texts
 * @returns {fc.Arbitrary<Case>}
 */
function cases(texts) {
  return delimiters
    .chain(delimiter => fc.tuple(texts(delimiter), rules(delimiter), fc.array(phoneStyle, { minLength: 3 })))
    .map(([text, rule, styles]) => {
      const phones = rule.phones.map((phone, index) => ({ ...phone, ...styles[index] }));
      // Valid numbers, so that the library has something to format.
      return {
        text: text.replaceAll('555) 010', '201) 555').replaceAll('+1.555.0', '+1.201.555.0'),
        // What only the stream can do is left out.
        rule: { ...rule, phones, ragged: 'bad', comments: 'none' },
      };
    });
}

const phoneStyle = fc.record({
  format: fc.constantFrom(.../** @type {const} */ (['strip', 'strip', 'e164', 'international', 'national', 'rfc3966'])),
  country: fc.constantFrom('US', 'GB', null),
});

/**
 * @param {fc.Arbitrary<Case>} given
 * @param {number} numRuns
 */
async function check(given, numRuns) {
  const property = fc.asyncProperty(fc.array(given, { minLength: 1, maxLength: 20, size: 'max' }), compare);
  await fc.assert(property, {
    numRuns: caseCount(numRuns),
  });
}

/** @param {Case[]} drawn */
async function compare(drawn) {
  /** @type {Case[]} */
  const completed = [];
  for (const one of drawn) {
    const { error, counts } = await editEntry(one.text, one.rule);
    const { dialect } = counts;
    const isRead = dialect === null || (isNative(dialect) && !dialect.trailingDelimiter && dialect.footerLines === 0);
    const isKept = one.rule.badRecords === 'keep' && counts.records.bad > 0;
    const hasBrokenQuotes = counts.badRecords.some(({ code }) => BROKEN_QUOTES.has(code));
    // They know neither line ends that were cut in half nor byte order marks in front of later records.
    const isJoined = /\r$|\n\xef\xbb\xbf|^(\xef\xbb\xbf){2}/.test(one.text);
    if (error === null && isRead && !isKept && !hasBrokenQuotes && !isJoined) completed.push(one);
  }
  if (completed.length === 0) return;
  const entries = completed.map(({ text }, index) => ({ name: `${index}.csv`, content: Buffer.from(text, 'latin1') }));
  const archive = join(folder, 'drawn.zip');
  await writeFile(archive, writeZip(entries));
  const { limits, sha256 } = await compileRecipe({ entries: [], limits: { maxRatio: 100_000 } });
  const ruleFor = (/** @type {string} */ path) => ({
    action: /** @type {const} */ ('csv'),
    csv: completed[Number.parseInt(path, 10)].rule,
  });
  await assertSame(archive, {
    limits,
    sha256,
    entryNames: null,
    statesRecordLimit: false,
    needsHashKey: false,
    opensArchives: false,
    needsDatabase: false,
    matches: [],
    ruleFor,
    ruleIndexFor: () => -1,
    workFor: path => path.length,
    tablesBelow: () => [],
  });
}

/**
 * @param {string} archive
 * @param {Recipe} recipe
 */
async function assertSame(archive, recipe) {
  const [expected, ...others] = await Promise.all(
    [stream, buffer, rowByRow].map(async variant => {
      const to = join(folder, variant.name);
      await rm(to, { recursive: true, force: true });
      await variant(archive, recipe, to);
      return readOutputs(to);
    }),
  );
  for (const actual of others) assert.equal(await findDifference(expected, actual), null, actual.folder);
}

// The programs read on behind them in another way.
const BROKEN_QUOTES = new Set(['csv/after-quote', 'csv/unterminated-quote']);
