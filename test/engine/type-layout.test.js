import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CHECKERS } from '../../src/columns/column-types.js';
import { openTypes } from '../../src/csv/transforms/types.js';
import { ruleOf, transformsOf } from '../csv/edit-entry.js';
import fc, { caseCount } from '../support/fast-check.js';
import { leftBytes, runEngineEditor, runRecordEditor } from './run-engine-editor.js';

/** @import { TypeName } from '../../src/recipe/recipe.js' */

const TYPES = /** @type {(keyof typeof CHECKERS)[]} */ (Object.keys(CHECKERS));

/**
 * @param {fc.Arbitrary<string>} texts
 * @param {string} characters One of these stands in the place of another one, or nothing has changed.
 */
function damaged(texts, characters) {
  return fc
    .tuple(texts, fc.nat(), fc.constantFrom(...characters), fc.boolean())
    .map(([text, at, character, isDamaged]) => {
      const place = at % text.length;
      return isDamaged ? text.slice(0, place) + character + text.slice(place + 1) : text;
    });
}

/** Around what the module judges by itself. */
const values = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'00112359-.+ e'), maxLength: 20 }),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String),
  fc.integer({ min: -40_000, max: 40_000 }).map(String),
  fc.double({ noNaN: true }).map(String),
  fc
    .tuple(fc.nat(9999), fc.nat(13), fc.nat(32))
    .map(parts => parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-')),
  fc
    .tuple(
      fc.constantFrom(' ', 'T', 't', '-'),
      fc.nat(25),
      fc.nat(61),
      fc.nat(61),
      fc.constantFrom('', '', '', 'Z', ' '),
    )
    .map(([between, ...parts]) => {
      const [hours, minutes, seconds, end] = parts.map(part => String(part).padStart(2, '0'));
      return `2024-02-28${between}${hours}:${minutes}:${seconds}${parts[3] === '' ? '' : end}`;
    }),
  damaged(fc.uuid(), '-gG/:@`{}0 '),
  damaged(fc.constant('2024-01-31 12:34:56'), '0123456789:- T/;'),
  damaged(fc.constantFrom('true', 'false', 't', 'f', '1', '0', 'yes', 'TRUE', 'on', 'of'), 'tTfFse012/ '),
  fc.constantFrom(
    'true',
    '',
    ' 5',
    '5 ',
    '12:30',
    '2024-01-31T10:00:00Z',
    'a""b',
    '{}',
    '1:34-56-78',
    '2024-0A-01',
    '0000-01-01',
  ),
);

describe('values are judged as by their types', () => {
  it('whatever they are, in quotes or not, trimmed or not', () => {
    let bad = 0;
    const cells = fc.record({ value: values, isQuoted: fc.boolean() });
    const property = fc.property(
      fc.constantFrom(...TYPES),
      fc.boolean(),
      fc.array(cells, { minLength: 60, maxLength: 100 }),
      (type, trim, drawn) => {
        const fields = drawn.map(({ value, isQuoted }) => (isQuoted ? `"${value}"` : value.replaceAll('"', '')));
        const given = caseOf(
          [{ type, null: [] }],
          fields.map((field, index) => `${index},${field}\n`),
          trim,
        );
        const expected = runRecordEditor(given, []);
        const found = runEngineEditor(given, [HEADER.length]);
        assert.deepEqual(found, expected);
        bad += expected.counts.records.bad;
      },
    );
    fc.assert(property, { numRuns: caseCount(120) });
    assert.ok(bad > caseCount(3000), `only ${bad} were bad`);
  });

  it('and the usual ones without JavaScript', context => {
    const usual = /** @type {const} */ ([
      ['smallint', '0', '-1', '9999', '-9999'],
      ['integer', '17', '-123456789', '999999999'],
      ['bigint', '1234567890123456', '-123456789012345', '0'],
      ['numeric', '17', '17.50', '-0.01', '1234567890123.45'],
      ['real', '0.5', '-1'],
      ['double precision', '3.14159265358979'],
      ['date', '2024-01-28', '1999-12-01'],
      ['boolean', 'true', 'false', 't', 'f', '1', '0'],
      ['timestamp', '2024-01-28 00:00:00', '1999-12-01T23:59:59'],
      ['timestamptz', '2024-01-28 12:34:56'],
      ['uuid', '01234567-89ab-cdef-0123-456789abcdef', 'FEDCBA98-7654-3210-FEDC-BA9876543210'],
      ['text', 'anything'],
    ]);
    for (const [type, ...some] of usual) {
      const left = leftBytes(context);
      const calls = /** @type {unknown[]} */ ([]);
      const given = caseOf(
        [{ type, null: [] }],
        some.map(value => `1,${value}\n2,"${value}"\n3,\n4,""\n`),
      );
      const { types } = given.transforms;
      given.transforms.types = types.map(fits => fits && ((...value) => calls.push(value) > 0 && fits(...value)));
      const { counts } = runEngineEditor(given, [HEADER.length]);
      assert.equal(counts.records.bad, 0);
      assert.deepEqual([left().filter(bytes => bytes !== ''), calls], [[], []], type);
    }
  });

  it('and a record that does not fit alone goes to JavaScript', context => {
    const left = leftBytes(context);
    const records = Array.from({ length: 100 }, (_, index) => (index === 50 ? '50,x\n' : `${index},${index}\n`));
    const { counts, rejected } = runEngineEditor(caseOf([{ type: 'integer', null: [] }], records), [HEADER.length]);
    assert.deepEqual(
      left().filter(bytes => bytes !== ''),
      ['50,x\n'],
    );
    assert.deepEqual([counts.records.written, counts.records.bad, rejected], [99, 1, '50,x\n']);
  });
});

/**
 * @param {{ type: TypeName, null: string[] }[]} types Of the field `value`.
 * @param {string[]} records
 * @param {boolean} [trim]
 */
function caseOf([type], records, trim = false) {
  const rule = ruleOf({ columns: [['value', type]], trim });
  return { text: HEADER + records.join(''), rule, transforms: transformsOf(rule, { types: openTypes(rule.columns) }) };
}

/** So long that the opening is complete before the records begin. */
const HEADER = `id,value\n${'\n'.repeat(66_000)}`;
