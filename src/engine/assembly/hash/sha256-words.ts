// What FIPS 180-4 (section 4.1.2) calls the small sigmas, of four words at once.

// @ts-ignore: decorator
@inline
export function s0(words: v128): v128 {
  return v128.xor(v128.xor(rotate(words, 7), rotate(words, 18)), i32x4.shr_u(words, 3));
}

// @ts-ignore: decorator
@inline
export function s1(words: v128): v128 {
  return v128.xor(v128.xor(rotate(words, 17), rotate(words, 19)), i32x4.shr_u(words, 10));
}

// @ts-ignore: decorator
@inline
export function rotate(words: v128, count: i32): v128 {
  return v128.or(i32x4.shr_u(words, count), i32x4.shl(words, 32 - count));
}
