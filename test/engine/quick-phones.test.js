import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SAMPLE_BYTES } from '../../src/csv/opening/sample.js';
import { EngineEditor } from '../../src/engine/engine-editor.js';
import { createPhoneFormatter } from '../../src/phone/formatter.js';
import { MANY } from '../../src/phone/phone-writer.js';
import { ruleOf, transformsOf } from '../csv/edit-entry.js';
import { drawPhone } from '../fuzz/phone-case.js';
import { FORMATS } from '../fuzz/phones.js';
import { caseCount } from '../support/fast-check.js';
import { randomOf } from '../support/random.js';
import { runEngineEditor, runRecordEditor } from './run-engine-editor.js';

/** @import { TestContext } from 'node:test' */
/** @import { CsvRule } from '../../src/recipe/recipe.js' */

const ONES = '1'.repeat(20);

describe('a phone', () => {
  for (const [title, country, format, value, expected, isAsked] of /** @type {const} */ ([
    ['is written', 'US', 'e164', '(202) 555-0123', '+12025550123', false],
    ['behind the calling code', 'US', 'e164', '+1 202 555 0123', '+12025550123', false],
    ['behind the calling code without +', 'DE', 'e164', '49 30 123456', '+4930123456', false],
    ['behind the prefix for calls abroad', 'DE', 'e164', '0049 30 123456', '+4930123456', false],
    ['behind a national prefix', 'DE', 'international', '0171/1234567', '+49 171 1234567', false],
    ['with the groups of its country', 'US', 'national', '12025550123', '(202) 555-0123', false],
    ['with the scheme', 'US', 'rfc3966', '202.555.0123', 'tel:+12025550123', false],
    ['within spaces', 'US', 'e164', '\t 202-555-0123 \v', '+12025550123', false],
    ['within quotes', 'US', 'e164', '"202-555-0123"', '"+12025550123"', false],
    ['as it would be written', 'US', 'e164', '+12025550123', '+12025550123', false],
    ['in quotes as it would be written', 'US', 'national', '"(202) 555-0123"', '"(202) 555-0123"', false],
    ['that is not valid', 'US', 'e164', '123-456-7890', '123-456-7890', false],
    ['of too many digits', 'US', 'e164', '202-555-0123-4567', '202-555-0123-4567', false],
    ['loses its extension', 'US', 'e164', '202-555-0123 x45', '+12025550123', false],
    ['keeps its extension', 'US', 'international', '202-555-0123 Extn. 45', '+1 202 555 0123 ext. 45', false],
    ['keeps its extension as a parameter', 'US', 'rfc3966', '202-555-0123X:-045', 'tel:+12025550123;ext=045', false],
    [
      'keeps one of twenty digits',
      'GB',
      'rfc3966',
      `020 7946 0958 ext ${ONES}`,
      `tel:+442079460958;ext=${ONES}`,
      false,
    ],
    ['with a longer one is left to JavaScript', 'US', 'e164', `202-555-0123 ext 1${ONES}`, null, true],
    ['with ten digits behind an x is left to JavaScript', 'US', 'e164', '202-555-0123 x1234567890', null, true],
    ['with an open extension is left to JavaScript', 'US', 'e164', '202-555-0123 x', null, true],
    ['with another text is left to JavaScript', 'US', 'e164', '202-555-0123 x4a', null, true],
    ['whose extension has no known text is left to JavaScript', 'GB', 'national', '020 7946 0958 x4', null, true],
    ['of another calling code is left to JavaScript', 'US', 'e164', '+44 20 7946 0958', '+442079460958', true],
    ['from abroad is left to JavaScript', 'US', 'e164', '011 44 20 7946 0958', '+442079460958', true],
    ['with two + is left to JavaScript', 'US', 'e164', '++12025550123', null, true],
    ['with a tilde is left to JavaScript', 'US', 'e164', '202~555~0123', null, true],
    ['beyond ASCII is left to JavaScript', 'US', 'e164', '202\u00a0555 0123', '+12025550123', true],
    ['of two digits is left to JavaScript', 'US', 'e164', '12', '12', true],
    ['of 24 digits is left to JavaScript', 'US', 'e164', '1'.repeat(24), '1'.repeat(24), true],
    ['in a long text', 'US', 'e164', `202-555${' '.repeat(238)}-0123`, '+12025550123', false],
    ['in a longer text is left to JavaScript', 'US', 'e164', `202-555${' '.repeat(239)}-0123`, null, true],
    ['that is rewritten is left to JavaScript', 'AG', 'e164', '464-1234', '+12684641234', true],
    ['without a default country is left to JavaScript', null, 'e164', '+12025550123', '+12025550123', true],
  ])) {
    it(title, async context => {
      const asked = countAsked(context);
      assert.equal(await edit({ format, country }, [value]), expected ?? value);
      assert.equal(asked() > 0, isAsked);
    });
  }

  it('is trimmed where it is a number', async context => {
    const asked = countAsked(context);
    const trim = { trim: true };
    assert.equal(await edit({ format: 'e164', country: 'US' }, ['\u2009202-555-0123 '], trim), '+12025550123');
    assert.equal(asked(), 0);
    for (const [value, expected] of [
      [' 123-456-7890', '123-456-7890'],
      ['" 123-456-7890"', '"123-456-7890"'],
      [' +12025550123', '+12025550123'],
    ]) {
      assert.equal(await edit({ format: 'e164', country: 'US' }, [value], trim), expected);
    }
    assert.ok(asked() >= 3);
  });

  it('gets quotes where it needs them under another delimiter', async () => {
    for (const [delimiter, expected] of [
      ['-', '"(202) 555-0123"'],
      [' ', '"(202) 555-0123"'],
      ['0', '"(202) 555-0123"'],
      [';', '(202) 555-0123'],
      ['\t', '(202) 555-0123'],
    ]) {
      const output = { output: { delimiter } };
      assert.equal(await edit({ format: 'national', country: 'US' }, ['2025550123'], output), expected);
    }
  });

  it('is left to JavaScript until there have been many', async context => {
    const asked = countAsked(context);
    const values = Array.from({ length: 5 }, () => '0212345678');
    // A style of its own: its formatter has an automaton from then on.
    const style = /** @type {const} */ ({ format: 'e164', country: 'NZ' });
    assert.equal(await edit({ ...style, already: MANY - 5 }, values), '+64212345678');
    assert.equal(asked(), 5);
    assert.equal(await edit({ ...style, already: MANY }, values), '+64212345678');
    assert.equal(asked(), 5);
  });
});

it('phones of any shape become what JavaScript makes of them', async context => {
  const asked = countAsked(context);
  const random = randomOf(1);
  for (const country of COUNTRIES) {
    for (const format of FORMATS) {
      const values = Array.from({ length: PER_FORMAT }, () => {
        const text = drawPhone(random.next(), country).text.replace(/[\r\n,]/g, '');
        return random.chance(0.3) ? `"${text.replaceAll('"', '""')}"` : text.replaceAll('"', '');
      });
      await edit({ format, country }, values, { trim: random.chance(0.5) });
    }
  }
  const all = COUNTRIES.length * FORMATS.length * PER_FORMAT;
  assert.ok(asked() < all * 0.5, `${asked()} of ${all}`);
});

/**
 * @param {{ format: (typeof FORMATS)[number], country: string | null, already?: number }} phone `already`: how many numbers there
 *   have been before.
 * @param {readonly string[]} values
 * @param {Partial<CsvRule>} [differences]
 * @returns {Promise<string>} What becomes of the last one, in the engine and in JavaScript.
 */
async function edit({ format, country, already = MANY }, values, differences = {}) {
  const formatter = await createPhoneFormatter({ format, country });
  Object.assign(formatter.writer ?? {}, { count: already });
  const rule = ruleOf({ header: true, ...differences, phones: [{ field: 1, format, country }] });
  const records = values.map(value => `1,${Buffer.from(value).toString('latin1')}\n`);
  const drawn = { text: HEAD + records.join(''), rule, transforms: transformsOf(rule, { phones: [formatter] }) };
  const [ours, theirs] = [runEngineEditor(drawn, [HEAD.length]), runRecordEditor(drawn, [HEAD.length])];
  assert.deepEqual(ours, theirs);
  const last = ours.output.trimEnd().split('\n').at(-1) ?? '';
  return Buffer.from(last.slice(2), 'latin1').toString();
}

/**
 * @param {TestContext} context
 * @returns {() => number} How often the module has asked JavaScript to change a field.
 */
function countAsked(context) {
  const { mock } = context.mock.method(EngineEditor.prototype, 'replaceField');
  return () => mock.callCount();
}

/** A header, and so many empty lines that the records come in a block of their own. */
const HEAD = `a,b\n${'\n'.repeat(SAMPLE_BYTES + 1024)}`;
const COUNTRIES = ['US', 'CA', 'DE', 'GB', 'FR', 'ES', 'IT', 'NL', 'IN', 'AU', 'CH', 'SE', 'PL', 'ZA'];
const PER_FORMAT = caseCount(1000);
