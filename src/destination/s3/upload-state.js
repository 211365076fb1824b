import { crc32 } from 'node:zlib';
import { COUNT, CRC32, checkMembers, isText, list, optional, ShapeFault, TEXT } from '../../storage/shape.js';
import { outputGone } from '../output-gone.js';
import { combineCrc32 } from './combine-crc32.js';
import { MAX_PARTS } from './part-plan.js';

/** @import { Rule } from '../../storage/shape.js' */
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
  if (state.storage !== 's3') throw outputGone(name, 'it was not begun in S3');
  if (!isUpload(state)) throw outputGone(name, 'what is known of it describes no upload');
  const { upload: uploadUuid, expectedETag, partSizeBytes, uploadId, etags } = state;
  const checksums = Buffer.from(state.checksums, 'base64');
  const parts = etags.map((/** @type {string} */ etag, /** @type {number} */ index) => ({
    etag,
    crc32: checksums.readUInt32BE(4 * index),
  }));
  const bytes = parts.length * partSizeBytes + rest.length;
  const found = wholeCrc32(parts, partSizeBytes, { body: rest, crc32: crc32(rest) });
  if (bytes !== state.bytes || found !== state.crc32 || rest.length >= partSizeBytes) {
    throw outputGone(name, `what is known of it is not what was written (${bytes} of ${state.bytes} bytes)`);
  }
  return { uploadUuid, expectedETag, partSizeBytes, uploadId, parts };
}

/**
 * Whether a state, which comes from a checkpoint, is as `suspendUpload` makes it. It leads to requests and to memory.
 *
 * @param {any} state
 */
function isUpload(state) {
  try {
    checkMembers(state, 'state.', STATE);
    const { etags, uploadId, checksums } = state;
    return (etags.length === 0 || uploadId !== null) && Buffer.from(checksums, 'base64').length === 4 * etags.length;
  } catch (error) {
    if (error instanceof ShapeFault) return false;
    throw error;
  }
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

/** @param {unknown} value They travel in headers, queries and bodies. */
function isToken(value) {
  return isText(value) && /^[!-~]{1,1024}$/.test(/** @type {string} */ (value));
}

/** @param {unknown} value It is empty for a part that came after another job had completed the upload. */
function isETag(value) {
  return value === '' || isToken(value);
}

/** @type {Rule} */
const TOKEN = [isToken, 'characters of ASCII'];
/** @type {Record<string, Rule>} */
const STATE = {
  upload: [value => isText(value) && /^[0-9a-f-]{36}$/.test(value), 'a UUID'],
  expectedETag: optional(TOKEN, null),
  partSizeBytes: [value => Number.isSafeInteger(value) && value > 0, 'the size of a part'],
  uploadId: [value => value === null || isToken(value), 'the id of an upload, or null'],
  bytes: COUNT,
  crc32: CRC32,
  etags: [value => list(isETag, '')[0](value) && value.length <= MAX_PARTS, 'a list of ETags'],
  checksums: TEXT,
};
