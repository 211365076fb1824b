import assert from 'node:assert/strict';
import { it } from 'node:test';
import { reportDelivery } from '../../../../scripts/local-stack/report-delivery.js';

it('the cause of death is reported for a function that died without logging', () => {
  const invocation = { kind: /** @type {const} */ ('died'), error: 'the process was killed', attempts: 3 };
  assert.deepEqual(reportDelivery({ key: 'a.zip', invocation, log: null, logLine: null, manifest: null }), {
    isComplete: false,
    end: 'died, delivered 3 times',
    manifest: null,
    table: null,
    errors: ['the process was killed'],
  });
});

it('a retryable error is reported with its code', () => {
  const error = { code: 'storage/unavailable', message: 'S3 is away' };
  const report = reportDelivery(delivery({ outcome: 'retry', error }, 'threw'));
  assert.equal(report.isComplete, false);
  assert.match(report.end, /^retry in 1\.5 s, peak memory 100 MB of 268 MB$/);
  assert.deepEqual(report.errors, ['storage/unavailable: S3 is away']);
});

it('an archive that was processed before is complete', () => {
  const report = reportDelivery({ ...delivery({ outcome: 'already-done' }), manifest: manifestOf([]) });
  assert.equal(report.isComplete, true);
  assert.match(report.end, /^complete, it was done before in 1\.5 s/);
});

it('only the first failed entries are reported, with printable names', () => {
  const failed = Array.from({ length: 12 }, (_, index) => ({
    path: `${index}\u001b.csv`,
    action: 'csv',
    status: 'failed',
    bytesIn: 0,
    bytesOut: 0,
    records: { read: 0, written: 0, filtered: 0, bad: 0, skipped: 0 },
    phones: { formatted: 0, unparsed: 0 },
    dates: { formatted: 0, unparsed: 0 },
    where: { unparsed: 0 },
    dialect: null,
    missing: [],
    error: { code: 'csv/x', message: 'broken' },
  }));
  const { errors, table } = reportDelivery({ ...delivery({ outcome: 'processed' }), manifest: manifestOf(failed) });
  assert.equal(errors[0], '0\\u{1b}.csv: csv/x: broken');
  assert.deepEqual(errors.slice(10), ['… 2 more in the manifest']);
  assert.ok(table?.includes('11\\u{1b}.csv'));
});

/**
 * @param {object} log
 * @param {'returned' | 'threw'} [kind]
 */
function delivery(log, kind = 'returned') {
  const full = { status: null, bytes: null, durationMs: 1500, peakRssBytes: 100_000_000, error: null, ...log };
  return { key: 'a.zip', invocation: { kind, error: null, attempts: 1 }, log: full, logLine: '', manifest: null };
}

/** @param {object[]} entries */
function manifestOf(entries) {
  const totals = { written: 0, failed: entries.length, skipped: 0, bytesIn: 0, bytesOut: 0 };
  const status = entries.length > 0 ? 'partial' : 'complete';
  return /** @type {any} */ ({
    status,
    entries,
    totals: { ...totals, recordsRead: 0, recordsWritten: 0 },
    error: null,
  });
}
