/** @import { Entry } from './entry.js' */

// What is true of an entry, in one number.
export const IS_FOLDER = 1;
export const HAS_NO_CHECKSUM = 2;
export const HAS_DESCRIPTOR = 4;
export const IS_MODULO = 8;
export const IS_PACKED = 16;
export const HAS_ODD_FLAGS = 32;
export const IS_UTF8 = 64;

/**
 * @param {Entry} entry
 * @returns {number}
 */
export function flagsOf({ isFolder, crc32, hasDescriptor, isModulo, isPacked, hasOddFlags, isUtf8 }) {
  return (
    (isFolder ? IS_FOLDER : 0) |
    (crc32 === null ? HAS_NO_CHECKSUM : 0) |
    (hasDescriptor ? HAS_DESCRIPTOR : 0) |
    (isModulo ? IS_MODULO : 0) |
    (isPacked ? IS_PACKED : 0) |
    (hasOddFlags ? HAS_ODD_FLAGS : 0) |
    (isUtf8 ? IS_UTF8 : 0)
  );
}
