import { createReadStream } from 'node:fs';
import { getSystemErrorMessage } from 'node:util';
import { UsageError } from '../errors.js';

/**
 * Reads the first line of a file that holds a secret.
 *
 * @param {string} path May be a pipe.
 * @param {{ code: string, what: string }} file What an error calls it. No message contains the path, or any of the file's bytes.
 * @returns {Promise<Buffer>} The first line, and possibly more.
 * @throws {UsageError} With that code.
 */
export async function readFirstLine(path, { code, what }) {
  /** @type {Buffer[]} */
  const chunks = [];
  let length = 0;
  try {
    for await (const chunk of createReadStream(path)) {
      chunks.push(chunk);
      length += chunk.length;
      if (chunk.includes(LF)) break;
      if (length > MAX_BYTES) throw new Error(`its first line is longer than ${MAX_BYTES} bytes`);
    }
  } catch (error) {
    // Not the path, nor the error, which repeats it: somebody may have given the secret itself.
    const { errno, message } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new UsageError(
      code,
      `cannot read ${what}: ${errno === undefined ? message : getSystemErrorMessage(errno)}; its name is not repeated here, ` +
        'because it may be the secret itself',
    );
  }
  return Buffer.concat(chunks);
}

const LF = 10;
/** More than any key or password has: HMAC-SHA-256 takes 64 bytes, and first hashes a longer key. */
const MAX_BYTES = 65_536;
