// SHA-1 (FIPS 180-4), whose state can be saved in the middle: Node's cannot.
import { early, late, swapBytes } from './sha1-schedule';

/** The hash so far: five words. */
export const SHA1_STATE: u32 = u32(memory.data(32, 16));

/**
 * The message schedule of a block, with the rounds' constants added, and negated: V8 makes one instruction of a load and a
 * subtraction, and two of a load and an addition.
 */
const WORDS: u32 = u32(memory.data(80 * 4, 16));

/**
 * Takes whole blocks of 64 bytes into SHA1_STATE (section 6.1.2).
 *
 * Each round needs the result of the one before, and that chain is what a block takes. So everything else is done beside it:
 * the schedule is written eight rounds ahead, and in a round the names move instead of the words, which are back in their
 * places after five. `c`, `d` and `e` are not rotated yet: that is done where they are used.
 */
export function addSha1Blocks(start: u32, end: u32): void {
  let first = load<u32>(SHA1_STATE);
  let second = load<u32>(SHA1_STATE, 4);
  let third = load<u32>(SHA1_STATE, 8);
  let fourth = load<u32>(SHA1_STATE, 12);
  let fifth = load<u32>(SHA1_STATE, 16);
  for (let block = start; block < end; block += 64) {
    let a = first;
    let b = second;
    let c = rotr<u32>(third, 30);
    let d = rotr<u32>(fourth, 30);
    let e = rotr<u32>(fifth, 30);
    const k0 = v128.load(MINUS_K, 0);
    const w0 = swapBytes(v128.load(block));
    writeWords(w0, k0, 0);
    const w1 = swapBytes(v128.load(block, 16));
    writeWords(w1, k0, 16);
    const w2 = swapBytes(v128.load(block, 32));
    writeWords(w2, k0, 32);
    e = choose(a, b, c, d, e, 0);
    d = choose(e, a, b, c, d, 4);
    c = choose(d, e, a, b, c, 8);
    b = choose(c, d, e, a, b, 12);
    const w3 = swapBytes(v128.load(block, 48));
    writeWords(w3, k0, 48);
    a = choose(b, c, d, e, a, 16);
    e = choose(a, b, c, d, e, 20);
    d = choose(e, a, b, c, d, 24);
    c = choose(d, e, a, b, c, 28);
    const w4 = early(w0, w1, w2, w3);
    writeWords(w4, k0, 64);
    b = choose(c, d, e, a, b, 32);
    a = choose(b, c, d, e, a, 36);
    e = choose(a, b, c, d, e, 40);
    d = choose(e, a, b, c, d, 44);
    const w5 = early(w1, w2, w3, w4);
    const k20 = v128.load(MINUS_K, 16);
    writeWords(w5, k20, 80);
    c = choose(d, e, a, b, c, 48);
    b = choose(c, d, e, a, b, 52);
    a = choose(b, c, d, e, a, 56);
    e = choose(a, b, c, d, e, 60);
    const w6 = early(w2, w3, w4, w5);
    writeWords(w6, k20, 96);
    d = choose(e, a, b, c, d, 64);
    c = choose(d, e, a, b, c, 68);
    b = choose(c, d, e, a, b, 72);
    a = choose(b, c, d, e, a, 76);
    const w7 = early(w3, w4, w5, w6);
    writeWords(w7, k20, 112);
    e = parity(a, b, c, d, e, 80);
    d = parity(e, a, b, c, d, 84);
    c = parity(d, e, a, b, c, 88);
    b = parity(c, d, e, a, b, 92);
    const w8 = late(w0, w1, w4, w6, w7);
    writeWords(w8, k20, 128);
    a = parity(b, c, d, e, a, 96);
    e = parity(a, b, c, d, e, 100);
    d = parity(e, a, b, c, d, 104);
    c = parity(d, e, a, b, c, 108);
    const w9 = late(w1, w2, w5, w7, w8);
    writeWords(w9, k20, 144);
    b = parity(c, d, e, a, b, 112);
    a = parity(b, c, d, e, a, 116);
    e = parity(a, b, c, d, e, 120);
    d = parity(e, a, b, c, d, 124);
    const w10 = late(w2, w3, w6, w8, w9);
    const k40 = v128.load(MINUS_K, 32);
    writeWords(w10, k40, 160);
    c = parity(d, e, a, b, c, 128);
    b = parity(c, d, e, a, b, 132);
    a = parity(b, c, d, e, a, 136);
    e = parity(a, b, c, d, e, 140);
    const w11 = late(w3, w4, w7, w9, w10);
    writeWords(w11, k40, 176);
    d = parity(e, a, b, c, d, 144);
    c = parity(d, e, a, b, c, 148);
    b = parity(c, d, e, a, b, 152);
    a = parity(b, c, d, e, a, 156);
    const w12 = late(w4, w5, w8, w10, w11);
    writeWords(w12, k40, 192);
    e = majority(a, b, c, d, e, 160);
    d = majority(e, a, b, c, d, 164);
    c = majority(d, e, a, b, c, 168);
    b = majority(c, d, e, a, b, 172);
    const w13 = late(w5, w6, w9, w11, w12);
    writeWords(w13, k40, 208);
    a = majority(b, c, d, e, a, 176);
    e = majority(a, b, c, d, e, 180);
    d = majority(e, a, b, c, d, 184);
    c = majority(d, e, a, b, c, 188);
    const w14 = late(w6, w7, w10, w12, w13);
    writeWords(w14, k40, 224);
    b = majority(c, d, e, a, b, 192);
    a = majority(b, c, d, e, a, 196);
    e = majority(a, b, c, d, e, 200);
    d = majority(e, a, b, c, d, 204);
    const w15 = late(w7, w8, w11, w13, w14);
    const k60 = v128.load(MINUS_K, 48);
    writeWords(w15, k60, 240);
    c = majority(d, e, a, b, c, 208);
    b = majority(c, d, e, a, b, 212);
    a = majority(b, c, d, e, a, 216);
    e = majority(a, b, c, d, e, 220);
    const w16 = late(w8, w9, w12, w14, w15);
    writeWords(w16, k60, 256);
    d = majority(e, a, b, c, d, 224);
    c = majority(d, e, a, b, c, 228);
    b = majority(c, d, e, a, b, 232);
    a = majority(b, c, d, e, a, 236);
    const w17 = late(w9, w10, w13, w15, w16);
    writeWords(w17, k60, 272);
    e = parity(a, b, c, d, e, 240);
    d = parity(e, a, b, c, d, 244);
    c = parity(d, e, a, b, c, 248);
    b = parity(c, d, e, a, b, 252);
    const w18 = late(w10, w11, w14, w16, w17);
    writeWords(w18, k60, 288);
    a = parity(b, c, d, e, a, 256);
    e = parity(a, b, c, d, e, 260);
    d = parity(e, a, b, c, d, 264);
    c = parity(d, e, a, b, c, 268);
    const w19 = late(w11, w12, w15, w17, w18);
    writeWords(w19, k60, 304);
    b = parity(c, d, e, a, b, 272);
    a = parity(b, c, d, e, a, 276);
    e = parity(a, b, c, d, e, 280);
    d = parity(e, a, b, c, d, 284);
    c = parity(d, e, a, b, c, 288);
    b = parity(c, d, e, a, b, 292);
    a = parity(b, c, d, e, a, 296);
    e = parity(a, b, c, d, e, 300);
    d = parity(e, a, b, c, d, 304);
    c = parity(d, e, a, b, c, 308);
    b = parity(c, d, e, a, b, 312);
    a = parity(b, c, d, e, a, 316);
    first += a;
    second += b;
    third += rotl<u32>(c, 30);
    fourth += rotl<u32>(d, 30);
    fifth += rotl<u32>(e, 30);
  }
  store<u32>(SHA1_STATE, first);
  store<u32>(SHA1_STATE, second, 4);
  store<u32>(SHA1_STATE, third, 8);
  store<u32>(SHA1_STATE, fourth, 12);
  store<u32>(SHA1_STATE, fifth, 16);
}

// A round, with each of the functions of section 4.1.1. What comes of the round before, `a`, is added last, and `b` is needed as late
// as can be: so the majority is a sum of two parts that share no bits.

// @ts-ignore: decorator
@inline
function choose(a: u32, b: u32, c: u32, d: u32, e: u32, offset: u32): u32 {
  const x = rotl<u32>(c, 30);
  const y = rotl<u32>(d, 30);
  return rotl<u32>(e, 30) - load<u32>(WORDS + offset) + (y ^ (b & (x ^ y))) + rotl<u32>(a, 5);
}

// @ts-ignore: decorator
@inline
function parity(a: u32, b: u32, c: u32, d: u32, e: u32, offset: u32): u32 {
  const x = rotl<u32>(c, 30);
  const y = rotl<u32>(d, 30);
  return rotl<u32>(e, 30) - load<u32>(WORDS + offset) + (b ^ (x ^ y)) + rotl<u32>(a, 5);
}

// @ts-ignore: decorator
@inline
function majority(a: u32, b: u32, c: u32, d: u32, e: u32, offset: u32): u32 {
  const x = rotl<u32>(c, 30);
  const y = rotl<u32>(d, 30);
  return rotl<u32>(e, 30) - load<u32>(WORDS + offset) + (x & y) + (b & (x ^ y)) + rotl<u32>(a, 5);
}

// Section 4.2.1: the constants of the rounds from 0, 20, 40 and 60 on, negated. To load them takes one instruction each, to make
// vectors of them three.
const MINUS_K: u32 = u32(memory.data(64, 16));
v128.store(MINUS_K, i32x4.neg(i32x4.splat(<i32>0x5a827999)));
v128.store(MINUS_K, i32x4.neg(i32x4.splat(<i32>0x6ed9eba1)), 16);
v128.store(MINUS_K, i32x4.neg(i32x4.splat(<i32>0x8f1bbcdc)), 32);
v128.store(MINUS_K, i32x4.neg(i32x4.splat(<i32>0xca62c1d6)), 48);

// @ts-ignore: decorator
@inline
function writeWords(words: v128, constant: v128, offset: u32): void {
  v128.store(WORDS + offset, i32x4.sub(constant, words));
}
