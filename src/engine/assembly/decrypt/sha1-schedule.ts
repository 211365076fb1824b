// SHA-1's message schedule, four words at a time. From the 32nd on, w[t] = rotl(w[t-3] ^ w[t-8] ^ w[t-14] ^ w[t-16], 1) is also
// rotl(w[t-6] ^ w[t-16] ^ w[t-28] ^ w[t-32], 2), in which no word needs one of its own four.

/** The four words that follow 16 others. The last one needs the first. */
// @ts-ignore: decorator
@inline
export function early(w0: v128, w1: v128, w2: v128, w3: v128): v128 {
  const minus14 = i64x2.shuffle(w0, w1, 1, 2);
  const minus3 = i32x4.shuffle(w3, i32x4.splat(0), 1, 2, 3, 4);
  const words = rotate(v128.xor(v128.xor(w0, minus14), v128.xor(w2, minus3)), 1);
  const first = i32x4.shuffle(i32x4.splat(0), words, 1, 2, 3, 4);
  return v128.xor(words, rotate(first, 1));
}

/** The four words that follow 32 others: `w0` and `w1` are 32 and 28 before, `w4` 16, `w6` and `w7` 8 and 4. */
// @ts-ignore: decorator
@inline
export function late(w0: v128, w1: v128, w4: v128, w6: v128, w7: v128): v128 {
  const minus6 = i64x2.shuffle(w6, w7, 1, 2);
  return rotate(v128.xor(v128.xor(minus6, w4), v128.xor(w1, w0)), 2);
}

// @ts-ignore: decorator
@inline
function rotate(words: v128, count: i32): v128 {
  return v128.or(i32x4.shl(words, count), i32x4.shr_u(words, 32 - count));
}

/** Words of a message are big-endian. */
// @ts-ignore: decorator
@inline
export function swapBytes(words: v128): v128 {
  return i8x16.shuffle(words, words, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
}
