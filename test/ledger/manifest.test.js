import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LimitError } from '../../src/errors.js';
import { makeManifest } from '../../src/ledger/manifest.js';
import { outcomeOf, outcomesOf } from '../cli/outcomes.js';
import { memorySource } from '../support/memory-source.js';

/** @import { EntryOutcome } from '../../src/entry-outcome.js' */

const RECORDS = { read: 8, written: 1, filtered: 4, bad: 3, skipped: 5 };
/** @type {[statuses: EntryOutcome['status'][], outdated: string[], error: unknown, status: string][]} */
const STATUSES = [
  [[], [], undefined, 'complete'],
  [['written', 'skipped'], [], undefined, 'complete'],
  [['written', 'failed'], [], undefined, 'partial'],
  [['written', 'failed'], ['x/old'], undefined, 'partial'],
  [['written', 'failed', 'pending'], [], undefined, 'unfinished'],
  [['written'], ['x/old'], undefined, 'unfinished'],
  [[], ['x/old'], new LimitError('limit/bytes', 'too much'), 'failed'],
];
for (const [statuses, outdated, error, expected] of STATUSES) {
  test(`${statuses.join(', ') || 'no entries'}${outdated.length ? ', outdated outputs' : ''}: ${expected}`, () => {
    const outcomes = outcomesOf(
      statuses.map((status, index) =>
        outcomeOf(`${index}`, {
          status: /** @type {any} */ (status),
          records: RECORDS,
          phones: { formatted: 0, unparsed: 6 },
          dates: { formatted: 0, unparsed: 7 },
          where: { unparsed: 9 },
          bytesIn: 1,
          bytesOut: 2,
        }),
      ),
    );
    const source = memorySource(Buffer.alloc(3));
    const manifest = makeManifest({
      source,
      sequencer: null,
      recipeSha256: 'r',
      outcomes,
      outdated,
      turns: 1,
      durationMs: 1.6,
      error,
    });
    assert.equal(manifest.status, expected);
    assert.equal(manifest.durationMs, 2);
    const { recordsRead, recordsWritten, recordsFiltered, recordsBad, recordsSkipped, phonesUnparsed, bytesOut } =
      manifest.totals;
    const { datesUnparsed, comparisonsUnparsed } = manifest.totals;
    assert.deepEqual(
      [
        ...[recordsWritten, bytesOut, recordsBad, recordsFiltered, recordsSkipped, phonesUnparsed, datesUnparsed],
        ...[recordsRead, comparisonsUnparsed],
      ],
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map(count => count * statuses.length),
    );
    assert.deepEqual(manifest.outdated, outdated.length > 0 ? outdated : undefined);
    assert.deepEqual(manifest.error, error ? { code: 'limit/bytes', message: 'too much' } : null);
  });
}
