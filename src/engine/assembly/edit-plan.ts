// Where the record editor's plan, state and tables stand in memory. JavaScript writes the plan and reads the state.

/** More columns than this are left to JavaScript. */
export const MAX_FIELDS: u32 = 4096;

// A phone's new bytes, as JavaScript puts them there.
export const REPLACEMENT_BYTES: u32 = 256;
export const REPLACEMENT: u32 = u32(memory.data(256 + 32, 16));

// Where the record begins, less one; then where each of its fields ends. Behind that, room for what a block of 64 bytes
// may hold beyond the number of fields that is expected.
export const FIELDS: u32 = u32(memory.data((4096 + 1 + 80) * 4, 16));

// What is done to each record, as 32-bit numbers; see `writePlan` in engine-editor.js.
export const PLAN: u32 = u32(memory.data((8 + 4096 + 2048 * 3 + 4096 * 2) * 4, 16));
export const DELIMITER: usize = 0;
export const OUTPUT_DELIMITER: usize = 4;
export const WIDTH: usize = 8;
export const MAX_RECORD_BYTES: usize = 12;
// How many bytes a record may grow by.
export const GROWTH: usize = 16;
export const LAST_KEPT: usize = 20;
export const REQUIRED_COUNT: usize = 24;
export const RUN_COUNT: usize = 28;
// The required fields, then the runs: first field, last field, number of phones; for each phone its field and number.
export const LISTS: u32 = PLAN + 32;

// How far the last call came.
export const STATE: u32 = u32(memory.data(8 * 4, 16));
export const POSITION: usize = 0;
export const AFTER: usize = 4;
export const OUTPUT_END: usize = 8;
export const READ: usize = 12;
export const WRITTEN: usize = 16;
export const FILTERED: usize = 20;
export const FORMATTED: usize = 24;
export const UNPARSED: usize = 28;

export const QUOTE: u32 = 0x22;
export const LF: u32 = 0x0a;
export const CR: u32 = 0x0d;
