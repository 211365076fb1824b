import { openDestination } from '../../../src/destination/open.js';
import { localS3 } from '../../support/s3.js';
import { JOB } from '../fixture.js';

/** @import { TestContext } from 'node:test' */
/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { DestinationOptions } from '../../../src/destination/open.js' */

export const MIB = 1024 * 1024;
export const BIG = Buffer.alloc(12 * MIB, 'twelve mebibytes in three parts ');
export const PART = 5 * MIB;
export const quick = { maxAttempts: 1 };

/**
 * @param {TestContext} t
 * @param {Parameters<typeof localS3>[1] & { destination?: DestinationOptions }} [options]
 */
export async function openBucket(t, { destination: options, ...rest } = {}) {
  const s3 = await localS3(t, rest);
  const destination = await openDestination('s3://bucket/out', { s3: s3.s3, ...options });
  await destination.begin(JOB);
  return { ...s3, destination };
}

/**
 * A client that alters the input of one command.
 *
 * @param {S3Client} client
 * @param {string} commandName
 * @param {(input: any) => void} change
 */
export function alter(client, commandName, change) {
  const send = (/** @type {any} */ command, /** @type {any} */ options) => {
    if (command.constructor.name === commandName) change(command.input);
    return client.send(command, options);
  };
  return /** @type {typeof client} */ (/** @type {unknown} */ ({ config: client.config, send }));
}
