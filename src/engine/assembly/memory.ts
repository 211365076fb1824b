/*
 * The regions of the engine's memory, which is fixed: nothing is ever allocated. Each is followed by room into which a
 * vector may be stored, or from which one may be loaded, past its end.
 */

/** How far past the end of a region may be read or written. */
export const SLACK_BYTES: i32 = 2048;

/** Compressed bytes are copied here, at most this many at a time. */
export const INPUT_BYTES: i32 = 128 * 1024;

/** In front of the input: the bytes of the slice before that could not be used without it. */
export const UNUSED_BYTES: i32 = 4 * 1024;

/** RFC 1951, section 2: how far back a match may reach. */
export const HISTORY_BYTES: i32 = 32 * 1024;

/** Inflated bytes: the history, what is kept from earlier steps, and the fresh ones. */
export const WINDOW_BYTES: i32 = HISTORY_BYTES + 512 * 1024;

/** Edited records, few enough to stay in the processor's cache until they are copied on. */
export const OUTPUT_BYTES: i32 = 64 * 1024;

export const INPUT: usize = memory.data(UNUSED_BYTES + INPUT_BYTES + SLACK_BYTES, 64) + UNUSED_BYTES;

export const WINDOW: usize = memory.data(WINDOW_BYTES + SLACK_BYTES, 64);

export const OUTPUT: usize = memory.data(OUTPUT_BYTES + SLACK_BYTES, 64);
