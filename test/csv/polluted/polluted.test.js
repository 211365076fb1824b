import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { processArchive } from '../../../src/job/archive.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { memoryDestination } from '../../support/memory-destination.js';
import { memorySource } from '../../support/memory-source.js';
import { writeZip } from '../../support/zip-writer.js';
import { pollutedFiles } from './polluted-files.js';
import { realFiles } from './real-files.js';
import { losesEverything } from './report.js';
import { readOutput } from './score.js';

/** @import { PollutedFile } from './polluted-files.js' */
/** @import { Judged } from './report.js' */

/** @typedef {Judged & { file: PollutedFile, got: string[][] | null }} Result */

const READ_BY_DEFAULT = [
  'source',
  'no payload',
  'no final line end',
  'two final line ends',
  'no header',
  'second table of 9 columns',
  'header only',
  'one record',
  'line end LF',
  'line end CR',
  'delimiter ;',
  'delimiter tab',
  'delimiter comma and space',
  'escape backslash',
  'pounds in Latin-1',
  'empty rows of delimiters at the end',
  'notes at the end, as wide as the table',
  'notes at the end, in one cell',
  'line breaks in cells of the header',
  'a title in one cell and an empty line',
  'decimal commas, unquoted',
  'French, with spaces in numbers',
  'sep=; from Excel',
  '"sep=," in quotes',
  'sep=tab in UTF-16',
  'sep=| with few records',
  'a trailing delimiter in all rows',
  'a trailing delimiter in all records, not the header',
  'a footer with a count',
  'spaces after commas and quotes',
  'UTF-16 with the big end first',
  'UTF-16 without a mark',
  'key: value lines, then a table with tabs',
  'a preamble of key,value lines',
  'a German account',
  'commas in the sentences before the table',
  'a unit separator',
  'comments with #',
  'CR and CRLF mixed',
  'iterations, with ; and all in quotes',
  'backslashes before quotes',
  'backslashes in paths are plain',
  'apostrophes for quotes',
  'apostrophes that are plain',
  'several characters as the delimiter',
  'a caret as the delimiter',
  'sound records that begin with #',
  'an empty line between records',
  'LF and CRLF mixed',
  'one column',
  'one column of sentences',
  'a header and one record, no final line end',
  'a very long row and field',
  'an open quote in one record',
  'bytes after a closing quote in one record',
  'whole records in quotes',
  'only a mark',
  'only empty lines',
];

const READ_WITH_HEADER_AUTO = [
  'source',
  'no header',
  'header over 2 rows',
  'header over 3 rows',
  'preamble',
  'meetings below a title',
  'gifts below a title and an empty row',
  'travel with a merged header',
  'expenses with two merged headers below a title',
  'numbers without a header',
];

// The header and one record stand for all rows.
const FILES = [...pollutedFiles(), ...realFiles()].filter(({ name }) => /row (?:0|40)\D|^[^/]*$/.test(name));

const RAGGED = FILES.filter(({ kind }) => /second table|, header$/.test(kind));

/** @type {Map<string, Result>} */
let byDefault;
/** @type {Map<string, Result>} */
let withHeaderAuto;
/** @type {Map<string, Result>} */
let padded;
/** @type {Map<string, Result>} */
let withoutLimit;
before(async () => {
  byDefault = await run({});
  withHeaderAuto = await run({ header: 'auto' });
  padded = await run({ ragged: 'pad' }, RAGGED);
  withoutLimit = await run({ maxBad: '100%' }, [...RAGGED, ...FILES.filter(({ kind }) => kind === 'no escape')]);
});

test('no file has all its records bad and counts as written', () => {
  for (const results of [byDefault, withHeaderAuto, padded]) {
    assert.deepEqual(
      [...results.values()].filter(losesEverything).map(({ file }) => file.name),
      [],
    );
  }
});

suite('by default, whole files are read as they are meant', () => {
  for (const kind of READ_BY_DEFAULT) test(kind, () => assertMeant(byDefault, kind));
});

suite('with "header": "auto", headers over several rows or below a title are found', () => {
  for (const kind of READ_WITH_HEADER_AUTO) test(kind, () => assertMeant(withHeaderAuto, kind));
});

test('a defect in one record costs that record, no more', () => {
  const broken = FILES.filter(({ name }) => /\/row [1-9]/.test(name));
  assert.equal(broken.length, 27);
  for (const { name, expected } of broken) {
    const { got, processed } = resultOf(byDefault, name);
    const row = Number(/row (\d+)/.exec(name)?.[1]);
    const rest = expected.toSpliced(row, 1);
    assert.ok(got, `${name}: ${processed.error}`);
    assert.ok(processed.records.bad <= 1, `${name}: ${processed.records.bad} bad records`);
    // A row whose cells are merged at a quote may have as many fields as it should, by chance.
    assert.deepEqual(processed.records.bad === 1 ? got : got.toSpliced(row, 1), rest, name);
  }
});

test('names that are merged in the header leave a trailing delimiter in each record, which is no error', () => {
  for (const { name, expected } of FILES.filter(({ kind }) => kind === 'delimiter missing, header')) {
    const { got } = resultOf(byDefault, name);
    assert.deepEqual(got, [expected[0], ...expected.slice(1).map(row => row.slice(0, 8))], name);
  }
});

test('a name too many in the header makes all records bad, so that the entry fails, unless records are padded', () => {
  for (const { name, expected } of FILES.filter(({ kind }) => kind === 'delimiter too many, header')) {
    assert.equal(resultOf(byDefault, name).processed.error, 'csv/too-many-bad', name);
    const rows = [expected[0], ...expected.slice(1).map(row => [...row, ''])];
    assert.deepEqual(resultOf(padded, name).got, rows, name);
  }
});

test('a second table of another width fails the entry, unless all records may be bad', () => {
  for (const width of [8, 10]) {
    const name = `second table of ${width} columns.csv`;
    assert.equal(resultOf(byDefault, name).processed.error, 'csv/too-many-bad', name);
    const { got, file, processed } = resultOf(withoutLimit, name);
    assert.deepEqual(got, file.expected.slice(0, 84), name);
    assert.equal(processed.records.bad, 83, name);
  }
});

test('a second table with a column less is padded with "ragged": "pad"', () => {
  const { got, file } = resultOf(padded, 'second table of 8 columns.csv');
  assert.deepEqual(
    got,
    file.expected.map(row => [...row, ''].slice(0, 9)),
  );
});

test('quotes without an escape never make up a record', () => {
  const { got, file, processed } = resultOf(withoutLimit, 'no escape.csv');
  const expected = new Set(file.expected.map(row => JSON.stringify(row)));
  assert.ok(got);
  assert.deepEqual(
    got.filter(row => !expected.has(JSON.stringify(row))),
    [],
  );
  assert.equal(got.length + processed.records.bad, file.expected.length);
});

/**
 * @param {object} csv
 * @param {PollutedFile[]} [files]
 * @returns {Promise<Map<string, Result>>} By the file's name.
 */
async function run(csv, files = FILES) {
  const recipe = await compileRecipe({ entries: [{ match: '**', csv: { ...csv, output: { delimiter: ',' } } }] });
  const destination = memoryDestination();
  await processArchive({ source: memorySource(archiveOf(files)), destination, recipe });
  const { entries } = JSON.parse(String(destination.files.get('x/_manifest.json')));
  assert.equal(entries.length, files.length);
  return new Map(
    entries.map((/** @type {any} */ entry, /** @type {number} */ index) => {
      const file = files[index];
      const output = entry.status === 'written' ? (destination.files.get(`x/${entry.path}`) ?? null) : null;
      const got = output && readOutput(output);
      const { records, error } = entry;
      const processed = { output, records, dialect: null, error: error?.code ?? null };
      return [file.name, { file, got, rows: got?.length ?? 0, score: 0, processed }];
    }),
  );
}

/** @param {PollutedFile[]} files */
function archiveOf(files) {
  return writeZip(
    files.map(({ bytes }, index) => ({
      name: `${index}.csv`,
      content: bytes,
      raw: deflateRawSync(bytes, { level: 1 }),
      crc32: crc32(bytes),
    })),
  );
}

/**
 * @param {Map<string, Result>} results
 * @param {string} name
 */
function resultOf(results, name) {
  const result = results.get(name);
  assert.ok(result, `there is a file ${name}`);
  return result;
}

/**
 * @param {Map<string, Result>} results
 * @param {string} kind
 */
function assertMeant(results, kind) {
  const { got, file, processed } = resultOf(results, `${kind}.csv`);
  assert.equal(processed.error, null);
  assert.deepEqual(got, file.expected);
}
