import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messagesToResumeSoon, respond } from '../../src/lambda/batch-response.js';

const error = new Error('x');
/** @param {string | null} messageId @param {boolean} [isSoon] */
const retry = (messageId, isSoon = false) => ({ messageId, error, isSoon });

test('each message with an archive to retry is reported once', () => {
  assert.deepEqual(respond([]), { batchItemFailures: [] });
  assert.deepEqual(respond([retry('one'), retry('two', true), retry('one', true)]), {
    batchItemFailures: [{ itemIdentifier: 'one' }, { itemIdentifier: 'two' }],
  });
});

test('without a queue, the error is thrown, or an AggregateError of all', () => {
  assert.throws(() => respond([retry(null)]), error);
  assert.throws(() => respond([retry(null), retry(null, true)]), {
    name: 'AggregateError',
    message: '2 archives have to be delivered again',
    errors: [error, error],
  });
});

test('a message resumes soon if all its archives to retry only ran out of time', () => {
  const retries = [retry('fault'), retry('soon', true), retry('both', true), retry('both'), retry(null, true)];
  assert.deepEqual([...messagesToResumeSoon(retries)], ['soon']);
});
