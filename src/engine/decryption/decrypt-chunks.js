import { releaseOneLater } from '../../memory/chunk-memory.js';
import { copyOf } from './decryption.js';

/** @import { Decryption } from './decryption.js' */

/**
 * Decrypts an entry for a decoder that is no part of the engine.
 *
 * @param {AsyncIterable<Buffer> | Iterable<Buffer>} chunks
 * @param {Decryption | null} decryption
 * @returns {AsyncGenerator<Buffer, void>} Each chunk has its own memory.
 */
export async function* decryptChunks(chunks, decryption) {
  if (decryption === null) return yield* chunks;
  const release = releaseOneLater();
  for await (const chunk of chunks) {
    for (const decrypted of decryption.decrypt(chunk)) yield copyOf(decrypted);
    release(chunk);
  }
  decryption.finish();
}
