import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatOutcomes } from '../../src/cli/outcome-table.js';
import { makeManifest } from '../../src/ledger/manifest.js';
import { memorySource } from '../support/memory-source.js';

/** @import { EntryOutcome } from '../../src/engine/entry-outcome.js' */

/**
 * @param {string} path
 * @param {Partial<EntryOutcome>} [more]
 * @returns {EntryOutcome}
 */
function outcome(path, more) {
  return {
    path,
    action: 'copy',
    status: 'written',
    output: path,
    rejected: null,
    reasons: null,
    dialect: null,
    missing: [],
    bytesIn: 1000,
    bytesOut: 1000,
    crc32: '00000000',
    records: { read: 0, written: 0, filtered: 0, bad: 0, skipped: 0 },
    phones: { formatted: 0, unparsed: 0 },
    badRecords: [],
    error: null,
    ...more,
  };
}

/** @param {EntryOutcome[]} outcomes */
function manifestOf(outcomes) {
  const source = memorySource(Buffer.alloc(0));
  return makeManifest({ source, sequencer: null, recipeSha256: '', outcomes, outdated: [], turns: 1, durationMs: 1 });
}

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
