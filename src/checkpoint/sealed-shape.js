import { isBytes, list } from '../storage/shape.js';

/** @import { Rule } from '../storage/shape.js' */

/* The shape of what is sealed in a checkpoint, which somebody else may have written. */

/** @param {Uint8Array[]} pieces They are decrypted where they are, as one. */
function areAdjacent(pieces) {
  return pieces.every((piece, index) => {
    const before = pieces[index - 1];
    return index === 0 || (piece.buffer === before.buffer && piece.byteOffset === before.byteOffset + before.length);
  });
}

export const SALT_BYTES = 16;
export const NONCE_BYTES = 12;
export const TAG_BYTES = 16;

/** @type {(length: number) => Rule} */
const bytesOf = length => [value => isBytes(value) && value.length === length, `${length} bytes`];
/** @type {Record<string, Rule>} */
export const SEALED = {
  salt: bytesOf(SALT_BYTES),
  nonce: bytesOf(NONCE_BYTES),
  tag: bytesOf(TAG_BYTES),
  pieces: [value => list(isBytes, '')[0](value) && areAdjacent(value), 'a list of bytes that follow each other'],
};
