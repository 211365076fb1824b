import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ArchiveError, RecipeError, StalledError, StoppedError, StorageError, UsageError } from '../../src/errors.js';
import { attemptArchive, resultOfError } from '../../src/lambda/attempt-archive.js';
import { archivesIn } from '../../src/lambda/events.js';
import { put, settings } from '../support/cloud.js';

/** @import { Invocation } from '../../src/lambda/handle-archive.js' */

/** @returns {Invocation} A job whose client must not be asked for. */
function job({ isPaused = false } = {}) {
  const pause = isPaused ? AbortSignal.abort() : new AbortController().signal;
  const s3 = () => {
    throw new TypeError('a bug');
  };
  const recipe = /** @type {any} */ (null);
  const { signal } = new AbortController();
  const passwords = { forArchive: async () => null };
  const databases = { open: async () => null };
  return {
    config: settings(),
    recipe,
    hashKey: null,
    passwords,
    databases,
    s3,
    signal,
    pause,
    remainingMs: () => 1000,
  };
}

/** @param {string} key */
const arrival = key => /** @type {ReturnType<typeof archivesIn>[number]} */ (archivesIn(put('sluice-in', key))[0]);

test('a final error fails the archive, any other asks for another delivery', () => {
  for (const error of [new ArchiveError('archive/corrupt', 'x'), new RecipeError('recipe/conflict', 'x')]) {
    assert.deepEqual(resultOfError(error), { outcome: 'failed', error });
  }
  const fault = new StorageError('storage/unavailable', 'x');
  for (const error of [fault, new StalledError(10, fault), new StoppedError(), new TypeError('a bug'), undefined]) {
    assert.deepEqual(resultOfError(error), { outcome: 'retry', error, isSoon: false });
  }
});

test('wrong settings ask for another delivery, because they can be corrected', () => {
  const error = new UsageError('usage/config', 'x');
  assert.deepEqual(resultOfError(error), { outcome: 'retry', error, isSoon: false });
});

test('a job that ran out of time after some progress resumes soon', () => {
  const error = new StoppedError({ isSoon: true });
  assert.deepEqual(resultOfError(error), { outcome: 'retry', error, isSoon: true });
});

test('an archive whose turn comes after the time is up resumes soon, and is not touched', async () => {
  const result = await attemptArchive(arrival('a.zip'), job({ isPaused: true }));
  assert.ok(result.outcome === 'retry' && result.isSoon && result.error instanceof StoppedError);
});

test('a message that cannot be read is delivered again, whatever time is left', async () => {
  const error = new UsageError('usage/unknown-event', 'not JSON');
  for (const isPaused of [false, true]) {
    const result = await attemptArchive({ kind: 'unreadable', messageId: 'message-1', error }, job({ isPaused }));
    assert.deepEqual(result, { outcome: 'retry', error, isSoon: false });
  }
});

test('whatever is thrown becomes a result', async () => {
  const result = await attemptArchive(arrival('a.zip'), job());
  assert.ok(result.outcome === 'retry' && result.error instanceof TypeError);
  assert.deepEqual(await attemptArchive(arrival('a.csv'), job()), {
    outcome: 'ignored',
    reason: 'the key does not end with ".zip"',
  });
});
