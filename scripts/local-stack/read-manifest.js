import { GetObjectCommand } from '@aws-sdk/client-s3';
import { outputFolderOf } from '../../src/source/output-folder.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { ParsedManifest } from '../../src/ledger/manifest.js' */

/**
 * @param {string} key The archive's.
 * @returns {string} The key of its manifest.
 */
export function manifestKey(key) {
  return `${outputFolderOf(key)}/_manifest.json`;
}

/**
 * @param {S3Client} client
 * @param {string} bucket
 * @param {string} key The archive's.
 * @returns {Promise<ParsedManifest>}
 */
export async function readManifest(client, bucket, key) {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: manifestKey(key) }));
  return JSON.parse((await Body?.transformToString()) ?? '');
}
