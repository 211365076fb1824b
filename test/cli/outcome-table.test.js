import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatOutcomes } from '../../src/cli/outcome-table.js';
import { manifestOf, outcomeOf as outcome } from './outcomes.js';

test('a table has a row for each entry and one for the total', () => {
  const records = { read: 5000, written: 4000, filtered: 999, bad: 1, skipped: 0 };
  const table = formatOutcomes(
    manifestOf([
      outcome('a.csv', { action: 'csv', records }),
      outcome('b', { status: 'failed', error: { code: 'archive/corrupt', message: 'it is damaged' } }),
      outcome('c', { action: 'skip', status: 'skipped', bytesIn: 0, bytesOut: 0 }),
    ]),
  );
  assert.equal(
    table,
    [
      'entry  action  status                               in      out  records  written  filtered  bad',
      '────────────────────────────────────────────────────────────────────────────────────────────────',
      'a.csv  csv     written                         1.00 kB  1.00 kB    5,000    4,000       999    1',
      'b      copy    failed                          1.00 kB  1.00 kB',
      'c      skip    skipped                             0 B      0 B',
      '────────────────────────────────────────────────────────────────────────────────────────────────',
      'total          1 written, 1 skipped, 1 failed  2.00 kB  2.00 kB    5,000    4,000       999    1',
    ].join('\n'),
  );
});

test('skipped lines and unparsed phones have a column where there are some', () => {
  const records = { read: 5, written: 5, filtered: 0, bad: 0, skipped: 3 };
  const tableOf = (/** @type {number} */ unparsed) =>
    formatOutcomes(
      manifestOf([
        outcome('a.csv', { action: 'csv', records, phones: { formatted: 1, unparsed } }),
        outcome('b'),
        outcome('c'),
      ]),
      2,
    );
  assert.equal(
    tableOf(1234),
    [
      'entry     action  status          in      out  records  written  filtered  bad  skipped  unparsed',
      '─────────────────────────────────────────────────────────────────────────────────────────────────',
      'a.csv     csv     written    1.00 kB  1.00 kB        5        5         0    0        3     1,234',
      'b         copy    written    1.00 kB  1.00 kB',
      '… 1 more',
      '─────────────────────────────────────────────────────────────────────────────────────────────────',
      'total             3 written  3.00 kB  3.00 kB        5        5         0    0        3     1,234',
    ].join('\n'),
  );
  assert.match(tableOf(0), /^entry .* filtered {2}bad {2}skipped\n/);
});

test('dates count with phones, and comparisons apart', () => {
  const phones = { formatted: 1, unparsed: 2 };
  const table = formatOutcomes(
    manifestOf([
      outcome('a.csv', { action: 'csv', phones, dates: { formatted: 0, unparsed: 30 }, where: { unparsed: 0 } }),
      outcome('b.csv', { action: 'csv', phones, where: { unparsed: 1234 } }),
    ]),
  );
  assert.deepEqual(
    table.split('\n').map(line => line.split(/ {2,}/).slice(-2)),
    [
      ['unparsed', 'uncompared'],
      [table.split('\n')[1]],
      ['32', '0'],
      ['2', '1,234'],
      [table.split('\n')[1]],
      ['34', '1,234'],
    ],
  );
});

test('a manifest of an earlier version has no column for what it does not count', () => {
  const records = /** @type {any} */ ({ read: 5, written: 4, filtered: 0, bad: 1 });
  const { entries, totals } = manifestOf([outcome('a.csv', { action: 'csv', records })]);
  const { recordsFiltered, recordsBad, recordsSkipped, phonesUnparsed, datesUnparsed, comparisonsUnparsed, ...older } =
    totals;
  const table = formatOutcomes({ entries, totals: /** @type {any} */ (older) });
  assert.match(table, /^entry .* filtered {2}bad\n/);
  assert.match(table, /\ntotal .* 5 +4 +0 +1$/);
});

test('counts of entries that are not shown are in the line of totals', () => {
  const records = { read: 2, written: 0, filtered: 1, bad: 1, skipped: 0 };
  const outcomes = Array.from({ length: 50 }, (_, index) => outcome(`${index}.csv`, { action: 'csv', records }));
  assert.match(formatOutcomes(manifestOf(outcomes), 3), /\ntotal .* 100 +0 +50 +50$/);
});

test('of many entries, failed ones are shown before others, in the order of the archive', () => {
  const outcomes = Array.from({ length: 1000 }, (_, index) => outcome(`entry-${index}`));
  outcomes[900] = outcome('failed', { status: 'failed' });
  const lines = formatOutcomes(manifestOf(outcomes), 3).split('\n');
  assert.deepEqual(
    lines.map(line => line.split(/ {2}/)[0]),
    ['entry', lines[1], 'entry-0', 'entry-1', 'failed', '… 997 more', lines[1], 'total'],
  );
});

test('a name can neither write escape sequences nor widen the table', () => {
  const lines = formatOutcomes(manifestOf([outcome('\u001b[31m\r\n'), outcome('x'.repeat(1000))])).split('\n');
  assert.equal(lines.length, 6);
  assert.match(lines[2], /^\\u\{1b\}\[31m\\u\{d\}\\u\{a\} /);
  assert.ok(lines.every(line => line.length < 140));
});
