import { ListObjectsV2Command } from '@aws-sdk/client-s3';

/** @import { S3Client } from '@aws-sdk/client-s3' */

/**
 * Lists the objects under a prefix, page by page.
 *
 * @param {S3Client} client
 * @param {{ Bucket: string, Prefix: string, ExpectedBucketOwner?: string | undefined }} query
 * @param {AbortSignal | undefined} signal
 */
export async function* listObjects(client, query, signal) {
  const options = signal ? { abortSignal: signal } : {};
  /** @type {string | undefined} */
  let ContinuationToken;
  do {
    const page = await client.send(new ListObjectsV2Command({ ...query, ContinuationToken }), options);
    yield* page.Contents ?? [];
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (ContinuationToken);
}
