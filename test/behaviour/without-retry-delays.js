import assert from 'node:assert/strict';

/** @import { S3Client } from '@aws-sdk/client-s3' */

/**
 * Lets the SDK retry as often as usual, without delays between the attempts.
 *
 * @param {S3Client} client
 */
export async function withoutRetryDelays(client) {
  const strategy = /** @type {any} */ (await client.config.retryStrategy());
  assert.ok(strategy.retryBackoffStrategy, 'the SDK keeps its delays elsewhere');
  strategy.retryBackoffStrategy = { setDelayBase() {}, computeNextBackoffDelay: () => 1 };
}
