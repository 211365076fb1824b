import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CsvError, LimitError } from '../../src/errors.js';
import { makeManifest, reportError } from '../../src/ledger/manifest.js';
import { memorySource } from '../support/memory-source.js';

/** @import { EntryOutcome } from '../../src/engine/entry-outcome.js' */

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
    const outcomes = statuses.map(status => /** @type {any} */ ({ status, records: {}, bytesIn: 1, bytesOut: 2 }));
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
    assert.equal(manifest.totals.bytesOut, 2 * statuses.length);
    assert.deepEqual(manifest.outdated, outdated.length > 0 ? outdated : undefined);
    assert.deepEqual(manifest.error, error ? { code: 'limit/bytes', message: 'too much' } : null);
  });
}

test('a report has the record and the byte if the error has them', () => {
  assert.deepEqual(reportError(new CsvError('csv/bad', 'bad', { record: 1, byte: 0 })), {
    code: 'csv/bad',
    message: 'bad',
    record: 1,
    byte: 0,
  });
  assert.deepEqual(reportError(new CsvError('csv/bad', 'bad')), { code: 'csv/bad', message: 'bad' });
  assert.equal(reportError(new Error('oops')).code, 'internal');
});
