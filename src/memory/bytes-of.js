/**
 * @param {Float64Array | Uint32Array | Uint16Array} column
 * @returns {Uint8Array} Its memory, in the processor's own order.
 */
export function bytesOf({ buffer, byteOffset, byteLength }) {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
