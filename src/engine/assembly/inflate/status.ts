/** Why `inflate` returned, or what is wrong with a block: zlib's errors, in its words. */
export const OK: i32 = 0;
export const NEEDS_INPUT: i32 = 1;
export const IS_FULL: i32 = 2;
export const IS_DONE: i32 = 3;
export const BLOCK_TYPE: i32 = 4;
export const STORED_LENGTHS: i32 = 5;
export const TOO_MANY_SYMBOLS: i32 = 6;
export const CODE_LENGTHS: i32 = 7;
export const LENGTH_REPEAT: i32 = 8;
export const NO_END_OF_BLOCK: i32 = 9;
export const LITERAL_LENGTHS: i32 = 10;
export const DISTANCE_LENGTHS: i32 = 11;
export const LITERAL_CODE: i32 = 12;
export const DISTANCE_CODE: i32 = 13;
export const DISTANCE_TOO_FAR: i32 = 14;
