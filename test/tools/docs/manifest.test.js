import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RFC_4180 } from '../../../src/csv/dialect.js';
import { pendingOutcome } from '../../../src/entry-outcome.js';
import { makeManifest } from '../../../src/ledger/manifest.js';
import { outcomesOf } from '../../cli/outcomes.js';
import { memorySource } from '../../support/memory-source.js';
import { chapter, codeSpans, firstTable, page } from './pages.js';

const TEXT = page('manifest');
const EXAMPLE = JSON.parse(/^```json\n(.*?)^```$/ms.exec(TEXT)?.[1] ?? 'null');
const [ENTRY] = EXAMPLE.entries;

test('the example in docs/manifest.md has the members of a manifest, in their order', () => {
  const entry = /** @type {any} */ ({ name: 'a.csv', crc32: 0 });
  const manifest = makeManifest({
    source: memorySource(Buffer.alloc(0)),
    sequencer: null,
    recipeSha256: '',
    outcomes: outcomesOf([pendingOutcome(entry, 'csv')]),
    outdated: [],
    turns: 1,
    durationMs: 1,
  });
  assert.deepEqual(Object.keys(EXAMPLE), Object.keys(manifest));
  assert.deepEqual(Object.keys(EXAMPLE.totals), Object.keys(manifest.totals));
  const [outcome] = manifest.entries;
  assert.deepEqual(Object.keys(ENTRY), Object.keys(outcome));
  assert.deepEqual(Object.keys(ENTRY.records), Object.keys(outcome.records));
});

test('the example in docs/manifest.md adds up', () => {
  const { records, phones } = ENTRY;
  assert.equal(records.read, records.written + records.filtered + records.bad);
  const { recordsRead, recordsWritten, recordsFiltered, recordsBad, recordsSkipped, phonesUnparsed } = EXAMPLE.totals;
  assert.deepEqual(records, {
    read: recordsRead,
    written: recordsWritten,
    filtered: recordsFiltered,
    bad: recordsBad,
    skipped: recordsSkipped,
  });
  assert.equal(phones.unparsed, phonesUnparsed);
});

test('docs/manifest.md explains every member of a dialect', () => {
  const documented = firstTable(chapter(TEXT, 'The dialect')).map(([name]) => codeSpans(name)[0]);
  assert.deepEqual(documented, Object.keys(RFC_4180));
  assert.deepEqual(Object.keys(ENTRY.dialect), documented);
});
