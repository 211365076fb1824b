import { CONSTANTS, swapBytes } from './sha256';
import { rotate, s0, s1 } from './sha256-words';

// SHA-256 of four messages at a time: each vector holds one word of each.

/** The block that is taken next: 16 vectors. Behind them `compressLanes` writes the other words of the message schedule. */
export const WORDS: u32 = u32(memory.data(64 * 16, 16));

/** The hashes so far: eight vectors. */
export const STATES: u32 = u32(memory.data(8 * 16, 16));

/** Begins all four where another hash has got to. */
export function beginLanes(hash: u32): void {
  for (let word: u32 = 0; word < 8; word++) v128.store(STATES + (word << 4), v128.load32_splat(hash + (word << 2)));
}

/**
 * Takes WORDS into STATES, as `compress` takes a block into HASH.
 *
 * From the 17th round on, each word of the message schedule is computed in the round that takes it: a round waits for the one
 * before it, and the processor computes words meanwhile.
 */
export function compressLanes(): void {
  let a = v128.load(STATES);
  let b = v128.load(STATES, 16);
  let c = v128.load(STATES, 32);
  let d = v128.load(STATES, 48);
  let e = v128.load(STATES, 64);
  let f = v128.load(STATES, 80);
  let g = v128.load(STATES, 96);
  let h = v128.load(STATES, 112);
  // What differs between a and b, and between b and c, which were a and b in the round before.
  let ab: v128;
  let bc = v128.xor(b, c);
  let keys = CONSTANTS;
  for (let words = WORDS; words < WORDS + 64 * 16; words += 8 * 16) {
    const isGiven = words < WORDS + 16 * 16;
    h = t1(e, f, g, i32x4.add(h, i32x4.add(wordAt(words, isGiven), v128.load32_splat(keys))));
    d = i32x4.add(d, h);
    ab = v128.xor(a, b);
    h = i32x4.add(h, t2(a, b, ab, bc));
    g = t1(d, e, f, i32x4.add(g, i32x4.add(wordAt(words + 16, isGiven), v128.load32_splat(keys, 4))));
    c = i32x4.add(c, g);
    bc = v128.xor(h, a);
    g = i32x4.add(g, t2(h, a, bc, ab));
    f = t1(c, d, e, i32x4.add(f, i32x4.add(wordAt(words + 32, isGiven), v128.load32_splat(keys, 8))));
    b = i32x4.add(b, f);
    ab = v128.xor(g, h);
    f = i32x4.add(f, t2(g, h, ab, bc));
    e = t1(b, c, d, i32x4.add(e, i32x4.add(wordAt(words + 48, isGiven), v128.load32_splat(keys, 12))));
    a = i32x4.add(a, e);
    bc = v128.xor(f, g);
    e = i32x4.add(e, t2(f, g, bc, ab));
    d = t1(a, b, c, i32x4.add(d, i32x4.add(wordAt(words + 64, isGiven), v128.load32_splat(keys, 16))));
    h = i32x4.add(h, d);
    ab = v128.xor(e, f);
    d = i32x4.add(d, t2(e, f, ab, bc));
    c = t1(h, a, b, i32x4.add(c, i32x4.add(wordAt(words + 80, isGiven), v128.load32_splat(keys, 20))));
    g = i32x4.add(g, c);
    bc = v128.xor(d, e);
    c = i32x4.add(c, t2(d, e, bc, ab));
    b = t1(g, h, a, i32x4.add(b, i32x4.add(wordAt(words + 96, isGiven), v128.load32_splat(keys, 24))));
    f = i32x4.add(f, b);
    ab = v128.xor(c, d);
    b = i32x4.add(b, t2(c, d, ab, bc));
    a = t1(f, g, h, i32x4.add(a, i32x4.add(wordAt(words + 112, isGiven), v128.load32_splat(keys, 28))));
    e = i32x4.add(e, a);
    bc = v128.xor(b, c);
    a = i32x4.add(a, t2(b, c, bc, ab));
    keys += 8 * 4;
  }
  addTo(0, a);
  addTo(16, b);
  addTo(32, c);
  addTo(48, d);
  addTo(64, e);
  addTo(80, f);
  addTo(96, g);
  addTo(112, h);
}

/**
 * @param isGiven Whether it is the block's. Others are computed from the 16 before them, and written.
 * @returns A word of the message schedule.
 */
// @ts-ignore: decorator
@inline
function wordAt(at: u32, isGiven: bool): v128 {
  if (isGiven) return v128.load(at);
  const from = at - 16 * 16;
  const first = i32x4.add(v128.load(from), s0(v128.load(from, 16)));
  const word = i32x4.add(first, i32x4.add(v128.load(from, 9 * 16), s1(v128.load(from, 14 * 16))));
  v128.store(at, word);
  return word;
}

// @ts-ignore: decorator
@inline
function addTo(offset: u32, words: v128): void {
  v128.store(STATES + offset, i32x4.add(v128.load(STATES + offset), words));
}

/** The sum comes last: the next round waits for what it is made of. */
// @ts-ignore: decorator
@inline
function t1(e: v128, f: v128, g: v128, others: v128): v128 {
  const choice = v128.xor(g, v128.and(e, v128.xor(f, g)));
  const sum = v128.xor(v128.xor(rotate(e, 6), rotate(e, 11)), rotate(e, 25));
  return i32x4.add(i32x4.add(others, choice), sum);
}

// @ts-ignore: decorator
@inline
function t2(a: v128, b: v128, ab: v128, bc: v128): v128 {
  const sum = v128.xor(v128.xor(rotate(a, 2), rotate(a, 13)), rotate(a, 22));
  return i32x4.add(sum, v128.xor(b, v128.and(ab, bc)));
}

/** Makes columns of the rows of four vectors, and swaps the bytes of each word. */
export function turn(source: u32, stride: u32, target: u32): void {
  const r0 = swapBytes(v128.load(source));
  const r1 = swapBytes(v128.load(source + stride));
  const r2 = swapBytes(v128.load(source + 2 * stride));
  const r3 = swapBytes(v128.load(source + 3 * stride));
  const low01 = i32x4.shuffle(r0, r1, 0, 4, 1, 5);
  const low23 = i32x4.shuffle(r2, r3, 0, 4, 1, 5);
  const high01 = i32x4.shuffle(r0, r1, 2, 6, 3, 7);
  const high23 = i32x4.shuffle(r2, r3, 2, 6, 3, 7);
  v128.store(target, i64x2.shuffle(low01, low23, 0, 2));
  v128.store(target, i64x2.shuffle(low01, low23, 1, 3), 16);
  v128.store(target, i64x2.shuffle(high01, high23, 0, 2), 32);
  v128.store(target, i64x2.shuffle(high01, high23, 1, 3), 48);
}
