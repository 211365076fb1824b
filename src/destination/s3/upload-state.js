import { crc32 } from 'node:zlib';
import { outputGone } from '../output-gone.js';
import { combineCrc32 } from './combine-crc32.js';

/** @import { SuspendedOutput } from '../open.js' */

/**
 * How far an upload has come.
 *
 * @typedef {object} UploadProgress
 * @property {string} uploadUuid Marks the object's metadata, in all turns.
 * @property {string | null} expectedETag What was at the target when it began; null for nothing.
 * @property {number} partSizeBytes
 * @property {string | null} uploadId Null until the first part is full.
 * @property {UploadedPart[]} parts In order, each of `partSizeBytes`.
 */

/** @typedef {{ etag: string, crc32: number }} UploadedPart Without the quotes around the ETag. */

/**
 * @param {UploadProgress} progress
 * @param {{ body: Buffer, crc32: number }} rest The bytes that do not fill a part yet.
 * @returns {SuspendedOutput}
 */
export function suspendUpload({ uploadUuid, parts, ...started }, rest) {
  const checksums = Buffer.alloc(4 * parts.length);
  for (const [index, part] of parts.entries()) checksums.writeUInt32BE(part.crc32, 4 * index);
  return {
    state: {
      storage: 's3',
      upload: uploadUuid,
      ...started,
      bytes: parts.length * started.partSizeBytes + rest.body.length,
      crc32: wholeCrc32(parts, started.partSizeBytes, rest),
      etags: parts.map(({ etag }) => etag),
      checksums: checksums.toString('base64'),
    },
    rest: rest.body,
  };
}

/**
 * The opposite of `suspendUpload`. Checks parts and rest against the CRC-32 and the length of the whole.
 *
 * @param {SuspendedOutput} suspended
 * @param {string} name For messages.
 * @returns {UploadProgress}
 * @throws {import('../../errors.js').StorageError} `storage/output-gone` if the state is not one of these, or damaged.
 */
export function resumeUpload({ state, rest }, name) {
  const { upload: uploadUuid, expectedETag, partSizeBytes, uploadId, etags = [] } = state;
  if (state.storage !== 's3') throw outputGone(name, 'it was not begun in S3');
  const checksums = Buffer.from(state.checksums, 'base64');
  const parts = etags.map((/** @type {string} */ etag, /** @type {number} */ index) => ({
    etag,
    crc32: checksums.length === 4 * etags.length ? checksums.readUInt32BE(4 * index) : 0,
  }));
  const bytes = parts.length * partSizeBytes + rest.length;
  const found = wholeCrc32(parts, partSizeBytes, { body: rest, crc32: crc32(rest) });
  if (bytes !== state.bytes || found !== state.crc32 || rest.length >= partSizeBytes) {
    throw outputGone(name, `what is known of it is not what was written (${bytes} of ${state.bytes} bytes)`);
  }
  return { uploadUuid, expectedETag, partSizeBytes, uploadId, parts };
}

/**
 * @param {UploadedPart[]} parts
 * @param {number} partSizeBytes
 * @param {{ body: Buffer, crc32: number }} rest
 * @returns {number}
 */
export function wholeCrc32(parts, partSizeBytes, rest) {
  const ofParts = parts.reduce((whole, part) => combineCrc32(whole, part.crc32, partSizeBytes), 0);
  return combineCrc32(ofParts, rest.crc32, rest.body.length);
}

/**
 * @param {number} value
 * @returns {string} As in S3's checksum headers: big-endian, in base64.
 */
export function checksumText(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes.toString('base64');
}
