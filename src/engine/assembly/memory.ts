/*
 * The regions of the engine's memory. It is fixed: nothing is ever allocated. Behind each region there is room for vectors
 * that are loaded or stored past its end.
 */

/** How many bytes past the end of a region may be read or written. */
export const SLACK_BYTES: i32 = 2048;

/** Compressed bytes are copied here, at most this many at a time. */
export const INPUT_BYTES: i32 = 128 * 1024;

/** In front of the input: bytes of the last slice that could not be used without the next one. */
export const UNUSED_BYTES: i32 = 4 * 1024;

/** Inflated bytes: the history (32 KiB, with deflate64 64), those kept from earlier steps, and the fresh ones. */
export const WINDOW_BYTES: i32 = 544 * 1024;

/** Edited records, few enough to stay in the processor's cache until they are copied out. */
export const OUTPUT_BYTES: i32 = 64 * 1024;

/** Text that JavaScript has decoded, to be edited. */
export const TEXT_BYTES: i32 = 256 * 1024;

/** Encrypted bytes are copied here, and decrypted in place, at most this many at a time. */
export const CIPHER_BYTES: i32 = 64 * 1024;

export const INPUT: usize = memory.data(UNUSED_BYTES + INPUT_BYTES + SLACK_BYTES, 64) + UNUSED_BYTES;

export const WINDOW: usize = memory.data(WINDOW_BYTES + SLACK_BYTES, 64);

export const OUTPUT: usize = memory.data(OUTPUT_BYTES + SLACK_BYTES, 64);

export const TEXT: usize = memory.data(TEXT_BYTES + SLACK_BYTES, 64);

export const CIPHER: usize = memory.data(CIPHER_BYTES + SLACK_BYTES, 64);

/** The counters that AES encrypts, and then what they were encrypted to. */
export const KEYSTREAM: usize = memory.data(CIPHER_BYTES + SLACK_BYTES, 64);
