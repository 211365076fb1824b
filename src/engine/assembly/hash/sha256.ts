import { s0, s1 } from './sha256-words';

// SHA-256 (FIPS 180-4).

/** The hash so far: eight words. */
export const HASH: u32 = u32(memory.data(32, 16));

/** The last bytes of a message are collected here. */
export const BLOCK: u32 = u32(memory.data(64, 16));

/** Begins where another hash has got to. */
// @ts-ignore: decorator
@inline
export function beginHash(hash: u32): void {
  v128.store(HASH, v128.load(hash));
  v128.store(HASH, v128.load(hash, 16), 16);
}

/**
 * Ends a message, whose last bytes are in BLOCK, with its padding (section 5.1.1). HASH then holds bytes instead of words.
 *
 * @param filled How many bytes of BLOCK are the message's: less than 64.
 * @param length All of the message's bytes.
 */
export function endHash(filled: u32, length: u64): void {
  store<u8>(BLOCK + filled, 0x80);
  filled += 1;
  if (filled > 56) {
    for (; filled < 64; filled++) store<u8>(BLOCK + filled, 0);
    compress(BLOCK);
    filled = 0;
  }
  for (; filled < 56; filled++) store<u8>(BLOCK + filled, 0);
  store<u64>(BLOCK, bswap<u64>(length << 3), 56);
  compress(BLOCK);
  v128.store(HASH, swapBytes(v128.load(HASH)));
  v128.store(HASH, swapBytes(v128.load(HASH, 16)), 16);
}

/**
 * Takes a block of 64 bytes into HASH (section 6.2.2).
 *
 * A round would move each word of the state on to the next variable; here the names move instead, and are back in their
 * places after eight. Message words are computed four at a time, as Intel's SHA-256 for SSE does, 16 rounds before they are
 * needed. In the last 16 rounds they are not, but to leave them out would take twice the code to save a twentieth of the time.
 */
export function compress(block: u32): void {
  let w0 = swapBytes(v128.load(block));
  let w1 = swapBytes(v128.load(block, 16));
  let w2 = swapBytes(v128.load(block, 32));
  let w3 = swapBytes(v128.load(block, 48));
  let sum: v128;
  let a = load<u32>(HASH);
  let b = load<u32>(HASH, 4);
  let c = load<u32>(HASH, 8);
  let d = load<u32>(HASH, 12);
  let e = load<u32>(HASH, 16);
  let f = load<u32>(HASH, 20);
  let g = load<u32>(HASH, 24);
  let h = load<u32>(HASH, 28);
  for (let offset: u32 = 0; offset < 256; offset += 32) {
    sum = i32x4.add(w0, v128.load(CONSTANTS + offset));
    const w4 = schedule(w0, w1, w2, w3);
    h += t1(e, f, g, i32x4.extract_lane(sum, 0));
    d += h;
    h += t2(a, b, c);
    g += t1(d, e, f, i32x4.extract_lane(sum, 1));
    c += g;
    g += t2(h, a, b);
    f += t1(c, d, e, i32x4.extract_lane(sum, 2));
    b += f;
    f += t2(g, h, a);
    e += t1(b, c, d, i32x4.extract_lane(sum, 3));
    a += e;
    e += t2(f, g, h);
    sum = i32x4.add(w1, v128.load(CONSTANTS + offset, 16));
    const w5 = schedule(w1, w2, w3, w4);
    d += t1(a, b, c, i32x4.extract_lane(sum, 0));
    h += d;
    d += t2(e, f, g);
    c += t1(h, a, b, i32x4.extract_lane(sum, 1));
    g += c;
    c += t2(d, e, f);
    b += t1(g, h, a, i32x4.extract_lane(sum, 2));
    f += b;
    b += t2(c, d, e);
    a += t1(f, g, h, i32x4.extract_lane(sum, 3));
    e += a;
    a += t2(b, c, d);
    w0 = w2;
    w1 = w3;
    w2 = w4;
    w3 = w5;
  }
  store<u32>(HASH, load<u32>(HASH) + a);
  store<u32>(HASH, load<u32>(HASH, 4) + b, 4);
  store<u32>(HASH, load<u32>(HASH, 8) + c, 8);
  store<u32>(HASH, load<u32>(HASH, 12) + d, 12);
  store<u32>(HASH, load<u32>(HASH, 16) + e, 16);
  store<u32>(HASH, load<u32>(HASH, 20) + f, 20);
  store<u32>(HASH, load<u32>(HASH, 24) + g, 24);
  store<u32>(HASH, load<u32>(HASH, 28) + h, 28);
}

/** The four words of the message schedule that follow 16 others. */
// @ts-ignore: decorator
@inline
function schedule(w0: v128, w1: v128, w2: v128, w3: v128): v128 {
  const zero = i64x2.splat(0);
  const minus15 = i8x16.shuffle(w0, w1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
  const minus7 = i8x16.shuffle(w2, w3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
  const words = i32x4.add(i32x4.add(w0, minus7), s0(minus15));
  // The last two words need the first two.
  const half = i32x4.add(words, s1(i64x2.shuffle(w3, zero, 1, 2)));
  return i32x4.add(half, s1(i64x2.shuffle(zero, half, 0, 2)));
}

// @ts-ignore: decorator
@inline
function t1(e: u32, f: u32, g: u32, word: u32): u32 {
  const sum = rotr<u32>(e, 6) ^ rotr<u32>(e, 11) ^ rotr<u32>(e, 25);
  return word + sum + (g ^ (e & (f ^ g)));
}

// @ts-ignore: decorator
@inline
function t2(a: u32, b: u32, c: u32): u32 {
  const sum = rotr<u32>(a, 2) ^ rotr<u32>(a, 13) ^ rotr<u32>(a, 22);
  return sum + ((a & b) | (c & (a | b)));
}

/** Words of a message are big-endian. */
// @ts-ignore: decorator
@inline
export function swapBytes(words: v128): v128 {
  return i8x16.shuffle(words, words, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
}

/** What HASH begins with (section 5.3.3). */
export const INITIAL: u32 = u32(
  memory.data<u32>(
    [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19],
    16,
  ),
);

// Section 4.2.2.
export const CONSTANTS: u32 = u32(
  memory.data<u32>([
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ], 16),
);
