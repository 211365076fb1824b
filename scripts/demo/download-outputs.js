import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { isTableUri } from '../../src/destination/database/table-uri.js';
import { openDestination } from '../../src/destination/open.js';
import { reasonsFolder, rejectedFolder } from '../../src/output-paths.js';
import { outputFolderOf } from '../../src/source/output-folder.js';
import { parseS3Uri } from '../../src/storage/s3-uri.js';
import { manifestKey } from '../local-stack/read-manifest.js';

/** @import { Readable } from 'node:stream' */
/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { ParsedManifest } from '../../src/ledger/manifest.js' */

/**
 * Downloads an archive's outputs, rejected records, their reasons and the manifest, each to its key as a path, and replaces an earlier
 * download.
 *
 * @param {S3Client} client
 * @param {object} what
 * @param {string} what.bucket
 * @param {string} what.key The archive's.
 * @param {ParsedManifest} what.manifest
 * @param {string} what.folder
 * @param {AbortSignal} what.signal
 * @returns {Promise<void>}
 */
export async function downloadOutputs(client, { bucket, key, manifest, folder, signal }) {
  const outputFolder = outputFolderOf(key);
  for (const old of [outputFolder, rejectedFolder(outputFolder), reasonsFolder(outputFolder)])
    await rm(join(folder, old), { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const uris = manifest.entries
    .flatMap(({ output, rejected, reasons }) => [output, rejected, reasons])
    .filter(uri => uri !== null)
    .filter(uri => !isTableUri(uri));
  // A folder destination refuses names that lead outside its folder.
  const destination = await openDestination(folder, { signal });
  try {
    for (const Key of [...uris.map(uri => parseS3Uri(uri).key), manifestKey(key)]) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }), { abortSignal: signal });
      const output = await destination.create(Key, { declaredBytes: 0 });
      await pipeline(/** @type {Readable} */ (Body), output.writable, { signal });
      await output.commit();
    }
  } finally {
    await destination.close();
  }
}
