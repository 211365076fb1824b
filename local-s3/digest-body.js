import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createHasher } from './checksum.js';

/** @typedef {import('./checksum.js').ChecksumAlgorithm} ChecksumAlgorithm */
/** @typedef {ReturnType<import('./body-files.js').BodyFiles['read']>} Body */

/**
 * @param {Body} body
 * @param {ChecksumAlgorithm | null} algorithm
 * @returns {Promise<{ md5: string, checksum: { algorithm: ChecksumAlgorithm, value: string } | null }>} The MD5 in
 *   hexadecimal, the checksum in base64.
 */
export async function digestBody(body, algorithm) {
  const digests = startDigests(algorithm);
  try {
    for await (const chunk of body) digests.update(chunk);
  } finally {
    body.release();
  }
  return digests.result();
}

/**
 * Copies a stored body, or a range of one, to a new file. On failure, the file is removed.
 *
 * @param {Body} body
 * @param {import('./body-files.js').BodyFiles} bodies
 * @param {ChecksumAlgorithm | null} algorithm
 * @returns {Promise<import('./receive-body.js').ReceivedBody>}
 */
export async function copyToFile(body, bodies, algorithm) {
  const digests = startDigests(algorithm);
  const file = bodies.newFile();
  let size = 0;
  async function* chunks() {
    for await (const chunk of body) {
      size += chunk.length;
      digests.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(chunks, createWriteStream(bodies.path(file), { flags: 'wx' }));
    return { segment: { file, size }, ...digests.result() };
  } catch (error) {
    bodies.drop([{ file, size: 0 }]);
    throw error;
  } finally {
    body.release();
  }
}

/** @param {ChecksumAlgorithm | null} algorithm */
function startDigests(algorithm) {
  const md5 = createHasher('MD5');
  const checksum = algorithm === null ? null : createHasher(algorithm);
  return {
    /** @param {Buffer} chunk */
    update(chunk) {
      md5.update(chunk);
      checksum?.update(chunk);
    },
    result: () => ({
      md5: md5.digest().toString('hex'),
      checksum: algorithm && checksum && { algorithm, value: checksum.digest().toString('base64') },
    }),
  };
}
