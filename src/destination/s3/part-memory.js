import { markLastOfBuffer, releaseChunk } from '../../memory/chunk-memory.js';

/**
 * Gives back the memory that a multipart upload is done with. lib-storage joins chunks into one buffer as soon as they
 * are more than a part; what is beyond the part stays there, as a view, until the next part is joined. (A chunk that is
 * larger than a part is not joined but sent as it is: from then on nothing is given back.)
 *
 * @param {number} partSizeBytes
 */
export function trackPartMemory(partSizeBytes) {
  /** @type {{ chunk: Buffer, start: number }[]} Handed over and perhaps not joined yet, oldest first. */
  const chunks = [];
  /** @type {Map<number, Buffer>} Sent, but what is beyond the part may still be needed. */
  const parts = new Map();
  let bytes = 0;
  let joinedParts = 0;
  /** @type {ArrayBufferLike | undefined} The last part may be nothing but what was beyond the one before it. */
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
     * @param {number} partNumber Of a part that is about to be sent; all before it have been joined too.
     * @param {Buffer} body
     */
    joined(partNumber, body) {
      if (partNumber > joinedParts) {
        joinedParts = partNumber;
        lastBuffer = body.buffer;
      }
      // The chunk that reaches beyond the part was the last one to be joined.
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
    /** All of it went up in one request, which was answered. */
    sentWhole() {
      for (const { chunk } of chunks.splice(0)) releaseChunk(chunk);
    },
  };
}
