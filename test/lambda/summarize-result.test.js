import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ArchiveError, RefusedError, StalledError, StoppedError, StorageError, UsageError } from '../../src/errors.js';
import { resultOfError } from '../../src/lambda/attempt-archive.js';
import { summarizeResult } from '../../src/lambda/summarize-result.js';

/** @import { AttemptResult } from '../../src/lambda/attempt-archive.js' */

/** @param {unknown} error */
const ofError = error => summarizeResult(resultOfError(error));
/**
 * @param {object} manifest
 * @param {Partial<Extract<AttemptResult, { manifest: unknown }>>} [more]
 */
const ofManifest = (manifest, more) =>
  summarizeResult({
    outcome: 'processed',
    manifest: /** @type {any} */ ({ totals: { failed: 0 }, error: null, entries: [], ...manifest }),
    warning: null,
    ...more,
  });
/** @param {ReturnType<typeof summarizeResult>} summary */
const brief = ({ level, isFailed, isPaused, errorCode }) => [level, isFailed, isPaused, errorCode];

describe('the summary of an error', () => {
  it('gives the cause of an error of ours, and no stack', () => {
    const { error } = ofError(
      new StorageError('storage/unavailable', 'S3 answered 503', { cause: new Error('Slow\nDown') }),
    );
    assert.deepEqual(error, {
      code: 'storage/unavailable',
      message: 'S3 answered 503',
      cause: 'Error: Slow\\u{a}Down',
    });
  });

  it('is bounded, whatever another program has said', () => {
    const long = new Error('\u001b[2J'.repeat(100_000));
    const bounded = /^[ -~\u2026]{1,1000}$/;
    const { cause } = /** @type {any} */ (ofError(new StorageError('storage/unavailable', 'x', { cause: long })).error);
    assert.match(cause, bounded);
    const { message, stack } = /** @type {any} */ (
      ofError(Object.assign(long, { stack: 'a\n'.repeat(100_000) })).error
    );
    assert.match(message, bounded);
    assert.ok(stack.length <= 50);
  });

  it('exists for anything that can be thrown', () => {
    for (const thrown of [undefined, null, 'text', 7, Object.assign(new Error('x'), { stack: undefined })]) {
      const { level, errorCode, error } = ofError(thrown);
      assert.deepEqual([level, errorCode, /** @type {any} */ (error).code], ['error', 'internal', null]);
    }
  });

  it('is a failed archive if the error is final', () => {
    const error = new ArchiveError('archive/corrupt', 'x');
    assert.deepEqual(brief(ofError(error)), ['error', true, false, 'archive/corrupt']);
  });

  it('is only a warning if a newer upload replaced the archive', () => {
    const error = new ArchiveError('archive/changed', 'x');
    assert.deepEqual(brief(ofError(error)), ['warn', false, false, 'archive/changed']);
  });

  it('distinguishes a job that only ran out of time from one that met a fault or made no progress', () => {
    assert.deepEqual(brief(ofError(new StoppedError({ isSoon: true }))), ['warn', false, true, 'job/stopped']);
    assert.deepEqual(brief(ofError(new StoppedError())), ['warn', false, false, 'job/stopped']);
    const fault = new StorageError('storage/unavailable', 'x');
    assert.deepEqual(brief(ofError(fault)), ['error', false, false, 'storage/unavailable']);
    assert.deepEqual(brief(ofError(new UsageError('usage/config', 'x'))), ['error', false, false, 'usage/config']);
  });

  it('is a failed archive if many attempts made no progress, though it stays in the queue', () => {
    for (const cause of [new StorageError('storage/unavailable', 'x'), new StoppedError()]) {
      assert.deepEqual(brief(ofError(new StalledError(10, cause))), ['error', true, false, 'job/no-progress']);
    }
  });
});

describe('the summary of a manifest', () => {
  it('has the error of the archive, or the code of the first entry that failed', () => {
    const error = { code: 'archive/not-a-zip', message: 'x' };
    assert.deepEqual(brief(ofManifest({ status: 'failed', error })), ['error', true, false, 'archive/not-a-zip']);
    const entries = [{ error: null }, { error: { code: 'csv/header' } }, { error: { code: 'archive/corrupt' } }];
    const partial = ofManifest({ status: 'partial', totals: { failed: 2 }, entries });
    assert.deepEqual([...brief(partial), partial.error], ['warn', true, false, 'csv/header', null]);
    assert.deepEqual(brief(ofManifest({ status: 'complete' })), ['info', false, false, null]);
  });

  it('is a warning if a complete archive has bad records; filtered records and skipped lines are normal', () => {
    const levelWith = (/** @type {object} */ totals) =>
      ofManifest({ status: 'complete', totals: { failed: 0, ...totals } }).level;
    assert.equal(levelWith({ recordsBad: 1 }), 'warn');
    assert.equal(levelWith({ recordsBad: 0, recordsFiltered: 5, recordsSkipped: 3, phonesUnparsed: 2 }), 'info');
    assert.equal(levelWith({ recordsBad: 0, datesUnparsed: 2, comparisonsUnparsed: 1 }), 'info');
  });

  it('counts as failed only in the delivery that processed the archive', () => {
    assert.equal(ofManifest({ status: 'partial' }, { outcome: 'already-done' }).isFailed, false);
    assert.deepEqual(brief(summarizeResult({ outcome: 'superseded', manifest: null, warning: null })), [
      ...['info', false, false, null],
    ]);
  });

  it('is a warning, and no failed archive, if the archive cannot be deleted or tagged', () => {
    const warning = new RefusedError('storage/too-many-tags', 'ten\ntags');
    const summary = ofManifest({ status: 'complete' }, { warning });
    assert.deepEqual(brief(summary), ['warn', false, false, 'storage/too-many-tags']);
    assert.deepEqual(summary.error, { code: 'storage/too-many-tags', message: 'ten\\u{a}tags', cause: null });
  });
});
