import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SAMPLE_BYTES } from '../../src/csv/opening/sample.js';
import { createDateReader } from '../../src/csv/transforms/dates.js';
import { mask } from '../../src/csv/transforms/mask.js';
import { EngineEditor } from '../../src/engine/engine-editor.js';
import { ruleOf, transformsOf } from '../csv/edit-entry.js';
import fc, { caseCount } from '../support/fast-check.js';
import { runEngineEditor, runRecordEditor } from './run-engine-editor.js';

/** @import { TestContext } from 'node:test' */
/** @import { CsvRule } from '../../src/recipe/recipe.js' */

describe('a mask', () => {
  for (const [title, value, keepLast, expected, isAsked] of /** @type {const} */ ([
    ['replaces characters', 'DE02120300000000202051', 4, '******************2051', false],
    ['replaces all of them', '1234', 0, '****', false],
    ['replaces all if no more would be left', '1234', 4, '****', false],
    ['replaces all but one', '12345', 4, '*2345', false],
    ['keeps the quotes', '"a,b,c"', 3, '"**b,c"', false],
    ['is written to a value of two chunks', 'x'.repeat(32), 16, '*'.repeat(16) + 'x'.repeat(16), false],
    ['is written to a value as long as there is room for', 'x'.repeat(254), 3, `${'*'.repeat(251)}xxx`, false],
    ['of a longer value is left to JavaScript', 'x'.repeat(255), 3, `${'*'.repeat(252)}xxx`, true],
    ['of characters beyond ASCII is left to JavaScript', 'Jürgen', 2, '****en', true],
    ['of doubled quotes is left to JavaScript', '"a""bc"', 2, '"**bc"', true],
  ])) {
    it(title, context => {
      const asked = countAsked(context);
      assert.equal(edit({ mask: [{ field: 1, keepLast }] }, value), expected);
      assert.equal(asked() > 0, isAsked);
    });
  }

  it('of a trimmed value', () => {
    for (const [value, expected] of [
      [' 12345\t', '***45'],
      ['" 12345"', '"***45"'],
      ['  ', ''],
      [' "a" ', '*a"'],
    ]) {
      assert.equal(edit({ trim: true, mask: [{ field: 1, keepLast: 2 }] }, value), expected);
    }
  });

  it('gets quotes where what is left needs them under another delimiter', () => {
    for (const delimiter of [';', '*', '3']) {
      const found = edit({ mask: [{ field: 1, keepLast: 2 }], output: { delimiter } }, '1;3');
      assert.equal(found, { ';': '"*;3"', '*': '"*;3"', 3: '"*;3"' }[delimiter]);
    }
  });
});

describe('a date', () => {
  for (const [title, from, value, expected, isAsked] of /** @type {const} */ ([
    ['of a fixed width', 'DD.MM.YYYY', '24.12.2024', '2024-12-24', false],
    ['in another order', 'MM/DD/YYYY', '12/24/2024', '2024-12-24', false],
    ['without text between its parts', 'YYYYMMDD', '20241224', '2024-12-24', false],
    ['as it would be written', 'YYYY-MM-DD', '2024-12-24', '2024-12-24', false],
    ['in quotes', 'DD.MM.YYYY', '"24.12.2024"', '"2024-12-24"', false],
    ['in a leap year', 'DD.MM.YYYY', '29.02.2000', '2000-02-29', false],
    ['as wide as there is room for', 'YYYY ---- MM DD ', '2024 ---- 12 24 ', '2024-12-24', false],
    ['in a wider format is left to JavaScript', 'YYYY ------ MM DD', '2024 ------ 12 24', '2024-12-24', true],
    ['that does not exist is left to JavaScript', 'DD.MM.YYYY', '29.02.1900', '29.02.1900', true],
    ['on the 31st of a shorter month is left to JavaScript', 'DD.MM.YYYY', '31.04.2024', '31.04.2024', true],
    ['in month 13 is left to JavaScript', 'DD.MM.YYYY', '24.13.2024', '24.13.2024', true],
    ['on day 0 is left to JavaScript', 'DD.MM.YYYY', '00.12.2024', '00.12.2024', true],
    ['in the year 0 is left to JavaScript', 'DD.MM.YYYY', '24.12.0000', '24.12.0000', true],
    ['with other text is left to JavaScript', 'DD.MM.YYYY', '24-12-2024', '24-12-2024', true],
    ['with a letter is left to JavaScript', 'DD.MM.YYYY', '2x.12.2024', '2x.12.2024', true],
    ['that is written already is left to JavaScript', 'DD.MM.YYYY', '2024-12-24', '2024-12-24', true],
    ['of a format with names is left to JavaScript', 'D MMM YYYY', '24 Dec 2024', '2024-12-24', true],
  ])) {
    it(title, context => {
      const asked = countAsked(context);
      assert.equal(edit({ dates: [{ field: 1, from }] }, value), expected);
      assert.equal(asked() > 0, isAsked);
    });
  }

  it('gets quotes where it needs them under another delimiter', () => {
    for (const delimiter of ['-', '2']) {
      const dates = [{ field: 1, from: 'DD.MM.YYYY' }];
      assert.equal(edit({ dates, output: { delimiter } }, '24.12.2024'), '"2024-12-24"');
    }
  });
});

it('values of any shape become what JavaScript makes of them', () => {
  const characters = fc.constantFrom(...'0123456789', '.', '-', '"', ' ', 'é', 'x', ';');
  const values = fc.oneof(
    fc.array(characters, { maxLength: 40 }).map(list => list.join('')),
    fc.tuple(fc.nat(33), fc.nat(14), fc.nat(2100)).map(parts => `${two(parts[0])}.${two(parts[1])}.${two(parts[2])}`),
  );
  const rules = fc.record({
    keepLast: fc.nat(6),
    trim: fc.boolean(),
    delimiter: fc.constantFrom(',', ';', '-'),
    isQuoted: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(values, { maxLength: 12 }), rules, (texts, { keepLast, trim, delimiter, isQuoted }) => {
      const lines = texts.map(text => (isQuoted ? `"${text.replaceAll('"', '""')}"` : text.replaceAll('"', '')));
      const rule = {
        trim,
        mask: [{ field: 1, keepLast }],
        dates: [{ field: 0, from: 'DD.MM.YYYY' }],
        output: { delimiter },
      };
      const drawn = caseOf(rule, lines.map(line => `${line},${line}\n`).join(''));
      const [ours, theirs] = [runEngineEditor(drawn, [HEAD.length]), runRecordEditor(drawn, [HEAD.length])];
      assert.deepEqual(ours, theirs);
    }),
    { numRuns: caseCount(500) },
  );
});

/**
 * @param {Partial<CsvRule>} rule
 * @param {string} value
 * @returns {string} What becomes of it, in the engine and in JavaScript.
 */
function edit(rule, value) {
  const drawn = caseOf(rule, `1,${Buffer.from(value).toString('latin1')}\n`);
  const [ours, theirs] = [runEngineEditor(drawn, [HEAD.length]), runRecordEditor(drawn, [HEAD.length])];
  assert.deepEqual(ours, theirs);
  const last = ours.output.trimEnd().split('\n').at(-1) ?? '';
  return Buffer.from(last.slice(2), 'latin1').toString();
}

/**
 * @param {Partial<CsvRule>} differences
 * @param {string} records
 */
function caseOf(differences, records) {
  const rule = ruleOf({ header: true, ...differences });
  const dates = rule.dates.map(({ from }) => createDateReader(from));
  return { text: HEAD + records, rule, transforms: transformsOf(rule, { dates, mask }) };
}

/**
 * @param {TestContext} context
 * @returns {() => number} How often the module has asked JavaScript to change a field.
 */
function countAsked(context) {
  const { mock } = context.mock.method(EngineEditor.prototype, 'replaceField');
  return () => mock.callCount();
}

/** @param {number} number */
function two(number) {
  return String(number).padStart(2, '0');
}

/** A header, and so many empty lines that the records come in a block of their own. */
const HEAD = `a,b\n${'\n'.repeat(SAMPLE_BYTES + 1024)}`;
