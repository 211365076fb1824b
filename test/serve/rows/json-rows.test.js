import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonRows } from '../../../src/serve/rows/json-rows.js';
import { jsonShape } from '../../../src/serve/rows/json-shape.js';
import fc, { caseCount } from '../../support/fast-check.js';

/** @import { Form } from '../../../src/serve/catalog/load-catalog.js' */

/**
 * A value: its text in Postgres, null for null, and what JSON has for it.
 *
 * @typedef {{ text: string | null, json: string }} Value
 */

const TEXT = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...'\b\f\n\r\t\v\\"\x01\x1f\x7fN.é💥a') }),
  fc.constantFrom('', '\\N', '\\.', 'null', 'true', 't', '12', '-', '\\'),
);

/** @type {Record<string, fc.Arbitrary<Value>>} */
const VALUES = {
  text: TEXT.filter(text => text.isWellFormed() && !text.includes('\0')).map(text => ({
    text,
    json: JSON.stringify(text),
  })),
  number: fc.oneof(
    fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.bigInt(), fc.integer()).map(number => {
      const text = String(number).replace('e+', 'e');
      return { text, json: text };
    }),
    fc.constantFrom('0', '-0', '0.10', '1e+20', '1e-05', '-1.5E3').map(text => ({ text, json: text })),
    // Postgres has them, JSON has not. The last are what no number is: the column has had another type since.
    fc
      .constantFrom(
        'NaN',
        'Infinity',
        '-Infinity',
        '',
        '-',
        '1.',
        '.5',
        '01',
        '+1',
        '1e',
        '1-2',
        '0x10',
        '1,"a":2',
        '"',
      )
      .map(text => ({ text, json: JSON.stringify(text) })),
  ),
  boolean: fc.constantFrom(
    { text: 't', json: 'true' },
    { text: 'f', json: 'false' },
    // Has had another type since.
    ...['', 'true', 'x', 'tt', '\\'].map(text => ({ text, json: JSON.stringify(text) })),
  ),
  other: fc
    .tuple(fc.json(), fc.constantFrom('', '\n', '\r\n', '\t ', ' '))
    .map(([json, space]) => ({ text: space + json + space, json: (space + json + space).replace(/[\r\n]/g, ' ') })),
};

const COLUMN = fc.constantFrom(...Object.keys(VALUES)).chain(form =>
  fc.record({
    form: fc.constant(/** @type {Form} */ (form)),
    name: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter(name => name.isWellFormed()),
    values: fc.array(fc.oneof({ weight: 1, arbitrary: NULL() }, { weight: 4, arbitrary: VALUES[form] }), {
      minLength: 5,
      maxLength: 5,
    }),
  }),
);

function NULL() {
  return fc.constant(/** @type {Value} */ ({ text: null, json: 'null' }));
}

test('rows become JSON, wherever their bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(COLUMN, { maxLength: 6 }),
      fc.integer({ min: 0, max: 5 }),
      fc.boolean(),
      fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(1_000)), { minLength: 1 }),
      (columns, rowCount, isList, sizes) => {
        const rows = Array.from({ length: rowCount }, (_, index) => columns.map(({ values }) => values[index]));
        const lines = rows.map(
          row => `{${row.map(({ json }, index) => `${JSON.stringify(columns[index].name)}:${json}`).join(',')}}`,
        );
        const expected = isList ? lines.join(',\n') : lines.map(line => `${line}\n`).join('');
        assert.equal(make(jsonShape(columns, isList), rows, sizes), expected);
      },
    ),
    { numRuns: caseCount(3_000) },
  );
});

test('values may be larger than what is made at once', () => {
  const texts = ['x', '\x02', 'é', '"', '\\', '\v'].map(letter => letter.repeat(140_000));
  const digits = '7'.repeat(140_000);
  const columns = [
    ...texts.map(text => ({ form: 'text', text, json: JSON.stringify(text) })),
    { form: 'number', text: digits, json: digits },
    { form: 'number', text: `${digits}x`, json: `"${digits}x"` },
    { form: 'other', text: `[${texts.map(text => JSON.stringify(text))}]`, json: JSON.stringify(texts) },
  ].map((column, index) => ({ ...column, form: /** @type {Form} */ (column.form), name: `c${index}` }));
  const expected = `{${columns.map(({ name, json }) => `"${name}":${json}`).join(',')}}`;
  for (const size of [4_999, 65_536, Number.MAX_SAFE_INTEGER]) {
    assert.equal(make(jsonShape(columns, true), [columns, columns], [size]), `${expected},\n${expected}`);
  }
});

test('other rows begin anew', () => {
  /** @type {string[]} */
  const blocks = [];
  const rows = new JsonRows(block => blocks.push(block.toString()));
  rows.begin(jsonShape([{ name: 'a', form: 'number' }], true));
  rows.write(Buffer.from('1\n'), 0, 2);
  rows.write(Buffer.from('2\n'), 0, 2);
  rows.flush();
  rows.begin(jsonShape([{ name: 'b', form: 'text' }], false));
  rows.write(Buffer.from('3\n'), 0, 2);
  rows.flush();
  rows.flush();
  assert.deepEqual(blocks, ['{"a":1},\n{"a":2}', '{"b":"3"}\n']);
});

/**
 * @param {import('../../../src/serve/rows/json-shape.js').JsonShape} shape
 * @param {Value[][]} rows
 * @param {number[]} sizes Of the pieces in which they come.
 */
function make(shape, rows, sizes) {
  /** @type {Buffer[]} */
  const blocks = [];
  const json = new JsonRows(block => {
    assert.ok(block.length > 0);
    blocks.push(block);
  });
  json.begin(shape);
  let turn = 0;
  for (const row of rows) {
    const bytes = Buffer.from(`${row.map(({ text }) => copyText(text)).join('\t')}\n`);
    let at = 0;
    for (let stop = 0; at < bytes.length; ) {
      stop = Math.min(bytes.length, stop + sizes[turn++ % sizes.length]);
      at = json.write(bytes, at, stop);
      assert.ok(at <= stop);
      if (stop === bytes.length) assert.equal(at, stop, 'a whole row is read');
    }
  }
  json.flush();
  return Buffer.concat(blocks).toString();
}

/**
 * As CopyAttributeOutText writes it.
 *
 * @param {string | null} text
 */
function copyText(text) {
  if (text === null) return '\\N';
  return text.replaceAll(/[\b\f\n\r\t\v\\]/g, character => `\\${LETTERS[character]}`);
}

/** @type {Record<string, string>} */
const LETTERS = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't', '\v': 'v', '\\': '\\' };
