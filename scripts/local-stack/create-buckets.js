import { CreateBucketCommand, PutBucketVersioningCommand } from '@aws-sdk/client-s3';
import { INPUT_BUCKET, OUTPUT_BUCKET } from './settings.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */

/**
 * Creates the bucket for archives and the one for outputs, if missing.
 *
 * @param {S3Client} client
 */
export async function createBuckets(client) {
  for (const Bucket of [INPUT_BUCKET, OUTPUT_BUCKET]) {
    await client.send(new CreateBucketCommand({ Bucket })).catch(error => {
      if (error.name !== 'BucketAlreadyOwnedByYou') throw error;
    });
  }
  const VersioningConfiguration = { Status: /** @type {const} */ ('Enabled') };
  await client.send(new PutBucketVersioningCommand({ Bucket: INPUT_BUCKET, VersioningConfiguration }));
}
