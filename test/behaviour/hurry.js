import assert from 'node:assert/strict';

/** @import { S3Client } from '@aws-sdk/client-s3' */

/**
 * The SDK's own retries, without their delays.
 *
 * @param {S3Client} client
 */
export async function hurry(client) {
  const strategy = /** @type {any} */ (await client.config.retryStrategy());
  assert.ok(strategy.retryBackoffStrategy, 'the SDK keeps its delays elsewhere');
  strategy.retryBackoffStrategy = { setDelayBase() {}, computeNextBackoffDelay: () => 1 };
}
