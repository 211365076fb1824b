import { setTimeout as delay } from 'node:timers/promises';
import { DeleteObjectCommand, GetObjectCommand } from '@aws-sdk/client-s3';
import { reasonsFolder, rejectedFolder } from '../../src/output-paths.js';
import { printable } from '../../src/printable.js';
import { outputFolderOf } from '../../src/source/output-folder.js';
import { httpStatus } from '../../src/storage/http-status.js';
import { parseS3Uri } from '../../src/storage/s3-uri.js';
import { toStorageError } from '../../src/storage/storage-error.js';
import { manifestKey } from '../local-stack/read-manifest.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { ParsedManifest } from '../../src/ledger/manifest.js' */

/**
 * Access to a deployed function's outputs for an archive.
 *
 * @param {S3Client} client
 * @param {{ output: { bucket: string, prefix: string }, key: string, stop: AbortSignal }} archive `output`: the
 *   function's destination.
 */
export function outputsOf(client, { output, key, stop }) {
  const destination = `s3://${output.bucket}/${output.prefix === '' ? '' : `${output.prefix}/`}`;
  const manifestUri = `${destination}${manifestKey(key)}`;
  const outputFolder = outputFolderOf(key);
  const folders = [outputFolder, rejectedFolder(outputFolder), reasonsFolder(outputFolder)].map(
    path => `${destination}${path}/`,
  );

  /** @param {string} uri */
  const read = async uri => {
    const { bucket, key } = parseS3Uri(uri);
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), { abortSignal: stop });
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    } catch (error) {
      throw toStorageError(error, `read ${printable(uri)}`);
    }
  };

  return {
    manifestUri,
    read,

    /**
     * @param {number} timeoutMs
     * @param {() => void} onWait Called after each attempt without a result.
     * @returns {Promise<ParsedManifest | null>} null if there is none in time, or only an unfinished one.
     */
    async awaitManifest(timeoutMs, onWait) {
      const end = performance.now() + timeoutMs;
      do {
        const bytes = await read(manifestUri).catch(error => {
          if (httpStatus(error.cause) === 404 && error.code === 'storage/not-found') return null;
          throw error;
        });
        const manifest = bytes === null ? null : JSON.parse(bytes.toString('utf8'));
        if (manifest !== null && manifest.status !== 'unfinished') return manifest;
        onWait();
        await delay(Math.min(INTERVAL_MS, timeoutMs), undefined, { signal: stop });
      } while (performance.now() < end);
      return null;
    },

    /**
     * Removes the outputs, then the manifest. Removes nothing outside the archive's folders, whatever the manifest lists.
     *
     * @param {Pick<ParsedManifest, 'entries'>} manifest
     */
    async remove({ entries }) {
      const uris = entries
        .flatMap(({ output, rejected, reasons }) => [output, rejected, reasons])
        .filter(uri => uri != null);
      const ours = uris.filter(uri => folders.some(folder => uri.startsWith(folder)));
      for (const uri of [...ours, manifestUri]) {
        const { bucket, key } = parseS3Uri(uri);
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal: stop }).catch(error => {
          throw toStorageError(error, `delete ${printable(uri)}`);
        });
      }
    },
  };
}

const INTERVAL_MS = 1000;
