import { QUOTE } from '../plan/edit-plan';
import { beginHash, BLOCK, compress, endHash, HASH, INITIAL } from './sha256';

// HMAC-SHA-256 (RFC 2104) of values.

/** The key, padded to a block of 64 bytes; written by JavaScript for `useHashKey`. */
export const HASH_KEY: u32 = u32(memory.data(64, 16));

/** What `hashValue` writes: 64 lower-case hexadecimal digits. */
export const DIGITS: u32 = u32(memory.data(64, 16));

/** Takes the key that is in HASH_KEY, and wipes it there. */
export function useHashKey(): void {
  hashKey(0x36, INNER);
  hashKey(0x5c, OUTER);
  memory.fill(HASH_KEY, 0, BLOCK_BYTES);
  memory.fill(BLOCK, 0, BLOCK_BYTES);
}

/** The hash of a key's block with each byte changed, which is the same for all values. */
function hashKey(pad: i8, hash: u32): void {
  const pads = i8x16.splat(pad);
  for (let offset: u32 = 0; offset < BLOCK_BYTES; offset += 16) {
    v128.store(BLOCK + offset, v128.xor(v128.load(HASH_KEY + offset), pads));
  }
  beginHash(INITIAL);
  compress(BLOCK);
  memory.copy(hash, HASH, HASH_BYTES);
}

/**
 * Writes the hash of a value into DIGITS. May read 63 bytes past the value's end.
 *
 * @param hasDoubledQuotes Whether each quote in the value is doubled, and stands for one.
 */
export function hashValue(start: u32, end: u32, hasDoubledQuotes: bool): void {
  beginHash(INNER);
  let length = end - start;
  let filled: u32;
  if (hasDoubledQuotes) {
    length = collectSingleQuotes(start, end);
    filled = length % BLOCK_BYTES;
  } else {
    for (; end - start >= BLOCK_BYTES; start += BLOCK_BYTES) compress(start);
    filled = end - start;
    for (let offset: u32 = 0; offset < BLOCK_BYTES; offset += 16) v128.store(BLOCK + offset, v128.load(start + offset));
  }
  endHash(filled, u64(BLOCK_BYTES) + length);
  v128.store(BLOCK, v128.load(HASH));
  v128.store(BLOCK, v128.load(HASH, 16), 16);
  beginHash(OUTER);
  endHash(HASH_BYTES, BLOCK_BYTES + HASH_BYTES);
  writeDigits(HASH, DIGITS);
  writeDigits(HASH + 16, DIGITS + 32);
}

/**
 * Hashes all whole blocks of a value, and leaves the rest in BLOCK.
 *
 * @returns How many bytes it has, with one quote for each two.
 */
function collectSingleQuotes(start: u32, end: u32): u32 {
  let length: u32 = 0;
  while (start < end) {
    const byte: u32 = load<u8>(start);
    start += byte == QUOTE ? 2 : 1;
    store<u8>(BLOCK + (length % BLOCK_BYTES), byte);
    length += 1;
    if (length % BLOCK_BYTES == 0) compress(BLOCK);
  }
  return length;
}

/** Writes 16 bytes as digits. */
export function writeDigits(source: u32, target: u32): void {
  const digits = i8x16(0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66);
  const bytes = v128.load(source);
  const high = i8x16.swizzle(digits, i8x16.shr_u(bytes, 4));
  const low = i8x16.swizzle(digits, v128.and(bytes, i8x16.splat(0x0f)));
  v128.store(target, i8x16.shuffle(high, low, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
  v128.store(target, i8x16.shuffle(high, low, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31), 16);
}

const BLOCK_BYTES: u32 = 64;
const HASH_BYTES: u32 = 32;

// Where the hash of a value's two messages begins.
export const INNER: u32 = u32(memory.data(32, 16));
export const OUTER: u32 = u32(memory.data(32, 16));
