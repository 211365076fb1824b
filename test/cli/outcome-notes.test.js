import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNotes } from '../../src/cli/outcome-notes.js';
import { RFC_4180 } from '../../src/csv/dialect.js';
import { manifestOf, outcomeOf } from './outcomes.js';

/** @import { Dialect } from '../../src/csv/dialect.js' */
/** @import { EntryOutcome } from '../../src/entry-outcome.js' */

const RECORDS = { read: 5, written: 5, filtered: 0, bad: 0, skipped: 0 };

/** @param {string} path @param {Partial<EntryOutcome>} [more] */
const csv = (path, more) => outcomeOf(path, { action: 'csv', records: RECORDS, dialect: RFC_4180, ...more });
/** @param {number} bad @param {Partial<EntryOutcome>} places */
const withBad = (bad, places) => csv('a.csv', { records: { ...RECORDS, bad }, ...places });
/** @param {EntryOutcome[]} outcomes */
const notesOf = (...outcomes) => formatNotes(manifestOf(outcomes));
/** @param {Partial<Dialect>} dialect @param {number} [skipped] */
const readingOf = (dialect, skipped = 0) =>
  notesOf(csv('a.csv', { dialect: { ...RFC_4180, ...dialect }, records: { ...RECORDS, skipped } }));

test('nothing is said of plain RFC 4180 in UTF-8 without bad records, nor of entries that are copied', () => {
  assert.deepEqual(notesOf(csv('a.csv'), outcomeOf('b')), []);
  assert.deepEqual(readingOf({ lineEnds: ['lf', 'crlf'] }), []);
  assert.deepEqual(readingOf({ headerRows: 0 }), []);
});

test('nothing is said of what a manifest of an earlier version does not tell', () => {
  const { dialect, missing, reasons, ...older } = withBad(1, { rejected: 'r' });
  const { skipped, ...counts } = older.records;
  assert.deepEqual(notesOf(/** @type {any} */ ({ ...older, records: counts })), ['a.csv: rejected: r']);
});

test('bad records are where the rejected file and its reasons are', () => {
  const rejected = 'out/_rejected/x/a.csv';
  const reasons = 'out/_reasons/x/a.csv.jsonl';
  assert.deepEqual(notesOf(withBad(2, { rejected, reasons })), [
    'a.csv: rejected: out/_rejected/x/a.csv, reasons: out/_reasons/x/a.csv.jsonl',
  ]);
  assert.deepEqual(notesOf(withBad(2, { reasons })), ['a.csv: reasons: out/_reasons/x/a.csv.jsonl']);
  assert.deepEqual(notesOf(withBad(2, {})), [], 'neither is published if there are too many');
  assert.deepEqual(notesOf(withBad(0, { rejected })), [], 'only skipped lines');
});

test('rows that triggers took are counted beside the place of the others', () => {
  const noted = (/** @type {number} */ takenByTriggers) =>
    notesOf(csv('a.csv', { takenByTriggers, output: 'postgres://db/crm/public.people' }));
  const place = 'a.csv: rows: postgres://db/crm/public.people';
  assert.deepEqual(noted(0), [place]);
  assert.deepEqual(noted(1), [place, 'a.csv: 1 row was dropped, or put elsewhere, by a trigger of the table']);
  assert.match(noted(1_234)[1], /^a\.csv: 1,234 rows were dropped/);
});

test('values that are not UTF-8 are counted, with the line for the recipe', () => {
  const noteOf = (/** @type {number} */ values, /** @type {string | null} */ encoding) =>
    notesOf(csv('a.csv', { notUtf8: { values, encoding } }))[0];
  assert.equal(
    noteOf(12, 'windows-1252'),
    'a.csv: 12 values are not UTF-8 and stay as received; for the recipe: "encoding": "windows-1252"',
  );
  assert.equal(noteOf(1, null), 'a.csv: 1 value is not UTF-8 and stays as received, though most of the text is UTF-8');
  assert.match(noteOf(10_000, null), /: 10,000 or more values are not UTF-8/);
  const inTable = { notUtf8: { values: 2, encoding: null }, output: 'postgres://db/crm/public.people' };
  assert.match(
    notesOf(csv('a.csv', inTable)).join('\n'),
    /2 values are not UTF-8, which Postgres does not take, though most/,
  );
});

test('fields that the recipe names and an entry lacks are named, the first five of them', () => {
  assert.deepEqual(notesOf(csv('a.csv', { missing: ['email'] })), [
    'a.csv: lacks the field "email", which the recipe names',
  ]);
  assert.deepEqual(notesOf(csv('a.csv', { missing: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] })), [
    'a.csv: lacks the fields "a", "b", "c", "d", "e" and 2 more, which the recipe names',
  ]);
});

for (const [dialect, skipped, words] of /** @type {[Partial<Dialect>, number, string][]} */ ([
  [
    { encoding: 'windows-1252', delimiter: ';', skipLines: 3 },
    3,
    'windows-1252, delimiter ";", 3 lines skipped before the header',
  ],
  [{ encoding: 'utf-16le' }, 0, 'utf-16le'],
  [{ delimiter: '\t' }, 0, 'utf-8, delimiter "\\t"'],
  [{ quote: "'", escape: 'backslash' }, 0, 'utf-8, quote "\'", quotes escaped by a backslash'],
  [{ quote: 'none', spaces: true }, 0, 'utf-8, no quotes, space around fields'],
  [{ lineEnds: ['crlf', 'cr'], headerRows: 2 }, 0, 'utf-8, lines that end with CR, a header of 2 rows'],
  [{ trailingDelimiter: true, comments: '#' }, 0, 'utf-8, a delimiter at the end of each record, comments after "#"'],
  [{ skipLines: 1, headerRows: 0 }, 4, 'utf-8, 1 line skipped before the first record, 3 more skipped'],
  [{}, 2, 'utf-8, 2 lines skipped'],
])) {
  test(`another dialect is told in words: ${words}`, () => {
    assert.deepEqual(readingOf(dialect, skipped), [`a.csv: read as ${words}`]);
  });
}

test('entries of which the same is to be said share a line', () => {
  const dialect = { ...RFC_4180, delimiter: ';' };
  assert.deepEqual(
    notesOf(csv('a.csv', { dialect }), csv('b.csv'), csv('c.csv', { dialect }), csv('d.csv', { dialect })),
    ['a.csv and 2 more: read as utf-8, delimiter ";"'],
  );
});

test('there are at most ten lines, those of bad records first, and another one that counts the rest', () => {
  const outcomes = Array.from({ length: 1500 }, (_, index) =>
    csv(`${index}.csv`, {
      records: { ...RECORDS, bad: Number(index % 2 === 0) },
      rejected: index % 2 === 0 ? `r/${index}` : null,
      missing: [`field ${index}`],
    }),
  );
  const lines = notesOf(...outcomes);
  assert.deepEqual(lines.slice(0, 2), ['0.csv: rejected: r/0', '2.csv: rejected: r/2']);
  assert.equal(lines.length, 11);
  assert.ok(lines.slice(0, 10).every(line => line.includes('rejected')));
  assert.equal(lines[10], '… 2,240 more: see the manifest');
});

test('nothing from an archive can write escape sequences or further lines', () => {
  const evil = '\u001b[31m\r\n\u202e';
  const lines = notesOf(
    csv(evil, {
      records: { ...RECORDS, bad: 1 },
      rejected: evil,
      reasons: evil,
      missing: [evil],
      dialect: { ...RFC_4180, delimiter: evil, encoding: evil, comments: evil },
    }),
  );
  assert.equal(lines.length, 3);
  for (const line of lines) assert.doesNotMatch(line, /[\p{Cc}\u202e]/u);
});
