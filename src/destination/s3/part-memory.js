import { markLastOfBuffer, releaseChunk } from '../../memory/chunk-memory.js';

/**
 * Frees the memory that lib-storage is done with. As soon as its chunks are more than a part, lib-storage joins them in one
 * new buffer. The bytes beyond the part stay a view of that buffer until the next part is joined. (A chunk that is larger
 * than a part is sent as it is, without a copy. From then on nothing is freed.)
 *
 * @param {number} partSizeBytes
 */
export function trackPartMemory(partSizeBytes) {
  /** @type {{ chunk: Buffer, start: number }[]} Taken by lib-storage and perhaps not joined yet, oldest first. */
  const chunks = [];
  /** @type {Map<number, Buffer>} Sent, but the bytes beyond the part may still be needed. */
  const parts = new Map();
  let bytes = 0;
  let joinedParts = 0;
  /** @type {ArrayBufferLike | undefined} The last part may consist only of the bytes beyond the one before it. */
  let lastBuffer;
  let isJoined = true;

  const releaseParts = () => {
    for (const [number, body] of parts) {
      if (number >= joinedParts || body.buffer === lastBuffer) continue;
      parts.delete(number);
      if (isJoined) releaseChunk(markLastOfBuffer(body));
    }
  };

  return {
    /** @param {Buffer} chunk */
    taken(chunk) {
      isJoined &&= chunk.length <= partSizeBytes;
      chunks.push({ chunk, start: bytes });
      bytes += chunk.length;
    },
    /**
     * @param {number} partNumber Of a part that is about to be sent. Those before it have been joined too.
     * @param {Buffer} body
     */
    joined(partNumber, body) {
      if (partNumber > joinedParts) {
        joinedParts = partNumber;
        lastBuffer = body.buffer;
      }
      // The chunk that reaches beyond the part has been joined too.
      while (chunks.length > 0 && chunks[0].start < joinedParts * partSizeBytes) {
        const { chunk } = /** @type {{ chunk: Buffer }} */ (chunks.shift());
        if (isJoined) releaseChunk(chunk);
      }
      releaseParts();
    },
    /**
     * @param {number} partNumber
     * @param {Buffer} body
     */
    sent(partNumber, body) {
      parts.set(partNumber, body);
      releaseParts();
    },
    /** A single request has sent all of it. */
    sentWhole() {
      for (const { chunk } of chunks.splice(0)) releaseChunk(chunk);
    },
  };
}
