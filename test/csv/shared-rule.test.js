import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BlockEditor } from '../../src/csv/block-editor.js';
import { openTransforms } from '../../src/csv/transforms/open-transforms.js';
import { drawCase } from '../fuzz/csv-case.js';
import { caseCount } from '../support/cases.js';
import { randomOf } from '../support/random.js';
import { KEYED, newCounts, ruleOf } from './edit-entry.js';

/** @import { CsvRule } from '../../src/recipe/recipe.js' */
/** @import { Random } from '../support/random.js' */

test('an entry is edited the same after other entries of its rule as alone', async () => {
  let edited = 0;
  const cases = Math.max(50, caseCount(150));
  for (let seed = 0; seed < cases; seed++) {
    const random = randomOf(seed);
    const drawn = drawCase(random.next());
    const { text } = drawn;
    const rule = { ...drawn.rule, ...drawTransforms(random) };
    const entries = [text, withOtherHeader(text, random.below(4)), text, drawCase(random.next()).text, text];
    for (const [number, entry] of entries.entries()) {
      const name = `${number % 2}.csv`;
      const alone = await editAlone(structuredClone(rule), entry, name);
      assert.deepEqual(await editAlone(rule, entry, name), alone, `seed ${seed}, entry ${number}`);
      if (alone.error === null) edited += 1;
    }
  }
  assert.ok(edited > 1.3 * cases, `${edited} entries`);
});

test('entries with the same header share a plan, but not what depends on the entry', async () => {
  const rule = ruleOf({ set: [['from', '$entry']] });
  for (const entry of ['one.csv', 'other.csv']) {
    assert.equal((await editAlone(rule, 'a,b\n1,2\n', entry)).output, `a,b,from\n1,2,${entry}\n`);
  }
});

/**
 * Transforms of the first field.
 *
 * @param {Random} random
 * @returns {Partial<CsvRule>}
 */
function drawTransforms(random) {
  const isWritten = () => random.chance(0.3);
  return {
    missing: 'ignore',
    ...(isWritten() && { set: [['from', random.pick(['$entry', '$record', 'fixed'])]] }),
    ...(isWritten() && { trim: true }),
    ...(isWritten() && { where: { field: 1, matches: '^[0-9a-m]' } }),
    ...(isWritten() && { dates: [{ field: 1, from: 'DD.MM.YYYY' }] }),
    ...(isWritten() ? { hash: [1] } : isWritten() && { mask: [{ field: 1, keepLast: 2 }] }),
  };
}

/**
 * @param {string} text
 * @param {number} how
 */
function withOtherHeader(text, how) {
  const [header, ...rest] = text.split('\n');
  const others = [header, header.toUpperCase(), `${header},more`, header.split(',').reverse().join(',')];
  return [others[how], ...rest].join('\n');
}

/**
 * @param {CsvRule} rule
 * @param {string} text
 * @param {string} entry Its name.
 */
async function editAlone(rule, text, entry) {
  const counts = newCounts();
  const facts = { ...KEYED.facts, entry };
  const found = { counts, output: '', rejected: '', reasons: '', error: /** @type {unknown} */ (null) };
  try {
    const transforms = await openTransforms(rule, { ...KEYED, facts });
    const editor = new BlockEditor({ rule, transforms, maxRecordBytes: 65_536, maxDescribed: 10, counts, entry });
    const { output, rejected, reasons } = editor.edit(Buffer.from(text, 'latin1'), true);
    found.output = Buffer.concat(output).toString('latin1');
    found.rejected = Buffer.concat(rejected).toString('latin1');
    found.reasons = Buffer.concat(reasons).toString('latin1');
  } catch (error) {
    found.error = String(error);
  }
  return found;
}
