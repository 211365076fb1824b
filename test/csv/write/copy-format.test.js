import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import { SAMPLE_BYTES } from '../../../src/csv/opening/sample.js';
import { splitRecords } from '../../../src/csv/opening/text/split-records.js';
import { openTypes } from '../../../src/csv/transforms/types.js';
import { RFC_4180_READING } from '../../../src/inspect/sample-editor.js';
import { connectToPostgres } from '../../columns/compare-with-postgres.js';
import { runEngineEditor, runRecordEditor } from '../../engine/run-engine-editor.js';
import { copyIn } from '../../support/copy-in.js';
import fc, { caseCount } from '../../support/fast-check.js';
import { cuts, delimiters, rawText, tableText } from '../arbitraries.js';
import { ruleOf, transformsOf } from '../edit-entry.js';

/** @import { TableColumn } from '../../../src/csv/plan/field-plan.js' */
/** @import { ColumnType, CsvRule } from '../../../src/recipe/recipe.js' */

suite('what COPY makes of a table’s bytes', () => {
  /** @type {Awaited<ReturnType<typeof connectToPostgres>>} */
  let postgres;
  before(async () => {
    postgres = await connectToPostgres();
  });
  after(() => postgres.close());

  test('is what the file would hold', { timeout: 300_000 }, async () => {
    const cases = delimiters.chain(delimiter =>
      fc.record({
        delimiter: fc.constant(delimiter),
        width: fc.integer({ min: 1, max: 5 }),
        text: fc.oneof(rawText(delimiter, 60), tableText(delimiter)),
        marker: fc.boolean(),
        rule: rules,
        sizes: cuts,
      }),
    );
    const property = fc.asyncProperty(cases, async ({ delimiter, width, text, marker, rule: drawn, sizes }) => {
      const header = NAMES.slice(0, width).join(delimiter);
      // With a field that COPY may take for the end.
      const records = marker ? text.replaceAll('a', '\\.') : text;
      // Behind so many empty lines, records come in blocks of their own. In one column, each would be a record.
      const opening = `${header}\n${width > 1 ? EMPTY_LINES : ''}`;
      const whole = opening + records;
      const rule = ruleOf({ ...drawn, delimiter, missing: 'ignore' });
      const file = { ...rule, columns: [], output: { delimiter: ',' }, set: [/** @type {const} */ (['tail', 'x'])] };
      const chunks = [opening.length, ...Array.from({ length: 40 }, (_, turn) => sizes[turn % sizes.length])];
      const table = { ...rule, table: TABLE };
      const transforms = transformsOf(table, { types: openTypes(rule.columns) });
      const tail = [{ name: 'tail', value: Buffer.from('x') }];

      const expected = runRecordEditor({ text: whole, rule: file, transforms: transformsOf(file, { set: tail }) }, [
        opening.length,
      ]);
      /** @type {TableColumn[]} */
      let columns = [];
      let between = '';
      const onColumns = (/** @type {TableColumn[]} */ known, /** @type {string} */ given) => {
        columns = known;
        between = given;
      };
      const found = runEngineEditor({ text: whole, rule: table, transforms, onColumns }, chunks);
      if (expected.error !== null || found.error !== null) {
        assert.deepEqual([found.error?.code, found.error?.stack], [expected.error?.code, expected.error?.stack]);
        return;
      }
      const rows = readRecords(expected.output).slice(1).filter(isText);
      assert.deepEqual(
        await load(postgres.client, columns, found.output, between),
        rows.map(row => row.map((value, index) => valueIn(columns[index], rule, value))),
      );
      assert.equal(found.counts.records.written, rows.length);
      assert.equal(found.counts.records.read, expected.counts.records.read);
    });
    await fc.assert(property, { numRuns: caseCount(120) });
  });

  test('has the input’s delimiter, where COPY reads that as we do', () => {
    for (const [delimiter, expected] of [
      [',', ','],
      [';', ';'],
      ['|', '|'],
      ['\t', '\t'],
      ['.', ','],
      ['\\', ','],
      [':', ','],
      ['a', ','],
    ]) {
      const text = ['b', 'c', '"d"\n'].join(delimiter) + ['1', 'x,y;z|w', '"2"\n'].join(delimiter);
      const rule = ruleOf({ table: TABLE, delimiter });
      let between = '';
      const onColumns = (/** @type {TableColumn[]} */ _known, /** @type {string} */ given) => {
        between = given;
      };
      runRecordEditor({ text, rule, transforms: transformsOf(rule), onColumns }, [text.length]);
      assert.equal(between, expected);
    }
  });

  test('keeps an empty text apart from NULL where a column has both', async () => {
    const columns = /** @type {CsvRule['columns']} */ ([
      ['b', { type: 'text', null: ['N/A'] }],
      ['c', { type: 'integer', null: ['-'] }],
    ]);
    const rule = ruleOf({ table: TABLE, columns });
    const transforms = transformsOf(rule, { types: openTypes(columns) });
    const text = 'a,b,c\n,,\n"","",""\nN/A,N/A,-\n"N/A","N/A","-"\n\\.,\\.,1\r\n';
    /** @type {TableColumn[]} */
    let known = [];
    const { output } = runRecordEditor({ text, rule, transforms, onColumns: found => (known = found) }, [text.length]);
    assert.deepEqual(known, [
      { name: 'a', type: 'text', nullAs: 'none', isKey: false },
      { name: 'b', type: 'text', nullAs: 'unquoted', isKey: false },
      { name: 'c', type: 'integer', nullAs: 'empty', isKey: false },
    ]);
    assert.deepEqual(await load(postgres.client, known, output), [
      ['', '', null],
      ['', '', null],
      ['N/A', null, null],
      ['N/A', null, null],
      ['\\.', '\\.', '1'],
    ]);
  });
});

/** @type {fc.Arbitrary<Partial<CsvRule>>} */
const rules = fc
  .record({
    drop: fc.uniqueArray(fc.constantFrom('b', 'c', 3), { maxLength: 2 }),
    select: fc.oneof(fc.constant(null), fc.constantFrom(['a'], ['b', 'a'], ['c', 'a', 'b'])),
    require: fc.constantFrom([], [], ['b']),
    trim: fc.constantFrom(true, false, ['a']),
    phones: fc.constantFrom([], [], [/** @type {const} */ ({ field: 'b', format: 'strip', country: null })]),
    ragged: fc.constantFrom('bad', 'bad', 'pad', 'cut'),
    header: fc.constant(true),
    columns: fc.uniqueArray(
      fc.tuple(
        fc.constantFrom('a', 'b', 'c'),
        fc.constantFrom(
          ...[[], [''], ['a'], ['', 'b c']].map(
            nulls => /** @type {ColumnType} */ ({ type: /** @type {const} */ ('text'), null: nulls }),
          ),
        ),
      ),
      { maxLength: 3, selector: ([name]) => name },
    ),
  })
  .map(rule => (rule.select === null ? rule : { ...rule, drop: [] }));

/**
 * Loads a table with the bytes and reads it again.
 *
 * @param {pg.Client} client
 * @param {TableColumn[]} columns
 * @param {string} output Latin-1.
 * @param {string} [delimiter]
 * @returns {Promise<(string | null)[][]>}
 */
async function load(client, columns, output, delimiter = ',') {
  if (columns.length === 0) return [];
  const names = columns.map(({ name }) => pg.escapeIdentifier(name));
  const having = (/** @type {TableColumn['nullAs']} */ kind) =>
    names.filter((_, index) => columns[index].nullAs === kind);
  const options = [
    'FORMAT csv',
    `DELIMITER ${pg.escapeLiteral(delimiter)}`,
    ...['FORCE_NULL', 'FORCE_NOT_NULL'].flatMap((option, index) => {
      const forced = having(index === 0 ? 'empty' : 'none');
      return forced.length === 0 ? [] : `${option} (${forced.join()})`;
    }),
  ];
  await client.query(`CREATE TEMP TABLE t (number serial, ${names.map(name => `${name} text`).join()})`);
  try {
    await copyIn(client, `COPY t (${names.join()}) FROM STDIN (${options.join(', ')})`, Buffer.from(output, 'latin1'));
    const { rows } = await client.query({ text: `SELECT ${names.join()} FROM t ORDER BY number`, rowMode: 'array' });
    return rows;
  } finally {
    await client.query('DROP TABLE t');
  }
}

/**
 * @param {string} output Latin-1.
 * @returns {string[][]} Its records' values, without the last one.
 */
function readRecords(output) {
  return splitRecords(output, { ...RFC_4180_READING, delimiter: ',' }, true).map(({ start, end }) =>
    valuesOf(output.slice(start, end)).slice(0, -1),
  );
}

/** @param {string} record Latin-1. */
function valuesOf(record) {
  const fields = record.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^",][^,]*|))(?=,|$)/gs);
  return Array.from(fields, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain);
}

/** @param {string[]} values Latin-1. */
function isText(values) {
  return values.every(value => !value.includes('\0') && isUtf8(Buffer.from(value, 'latin1')));
}

/**
 * @param {TableColumn} column
 * @param {CsvRule} rule
 * @param {string} value Latin-1.
 */
function valueIn({ name }, { columns }, value) {
  const [, type] = columns.find(([typed]) => typed === name) ?? [];
  const text = Buffer.from(value, 'latin1').toString();
  return type?.null.includes(text) ? null : text;
}

const NAMES = ['a', 'b', 'c', 'd "e"', 'ü'].map(name => Buffer.from(name).toString('latin1'));
const EMPTY_LINES = '\n'.repeat(SAMPLE_BYTES + 1024);
/** @type {NonNullable<CsvRule['table']>} */
const TABLE = { schema: null, name: 't', mode: 'append', key: [] };
