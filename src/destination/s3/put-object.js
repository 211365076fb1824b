import { crc32 } from 'node:zlib';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { StoppedError } from '../../errors.js';
import { sendAgainOnConflict } from './send-again.js';
import { checksumText } from './upload-state.js';

/** @import { Publication } from './publication.js' */

/**
 * Prepares the single request that publishes a small object. It carries the CRC-32 that the bytes have now, so S3 detects if
 * they change while they wait.
 *
 * @param {Publication} publication
 * @param {Buffer} bytes
 * @param {AbortSignal | undefined} signal A request that is under way is waited for: its answer decides what is there.
 * @returns {() => Promise<'written' | 'adopted'>} Sends it. Fails with `job/stopped` if the signal came before, otherwise as the
 *   commit of any other output.
 */
export function preparePut(publication, bytes, signal) {
  const { client, params } = publication;
  const command = new PutObjectCommand({ ...params, Body: bytes, ChecksumCRC32: checksumText(crc32(bytes)) });
  return async () => {
    if (signal?.aborted) throw new StoppedError({ cause: signal.reason });
    return publication.publish({
      send: () => sendAgainOnConflict(client, command),
      mayBePublished: () => true,
      isResumable: false,
    });
  };
}
