import { WINDOW_BYTES } from '../memory';

// The memory of the record editor's plan, state and tables. JavaScript writes the plan and reads the state.

/** Records with more columns are left to JavaScript. */
export const MAX_FIELDS: u32 = 4096;

// A field's new bytes, written by JavaScript.
export const REPLACEMENT_BYTES: u32 = 256;
export const REPLACEMENT: u32 = u32(memory.data(256 + 32, 16));

/** What is returned where JavaScript has to be asked for a field's new bytes. */
export const UNSURE: i32 = -3;

// The record's beginning, less one; then the end of each of its fields. Behind that, room for the delimiters that a block
// of 64 bytes may hold beyond the expected number of fields.
export const FIELDS: u32 = u32(memory.data((4096 + 1 + 80) * 4, 16));

// What is done to each record, as 32-bit numbers; written by `writePlan` in edit-plan.js.
export const PLAN: u32 = u32(memory.data(11 * 4, 16));
export const DELIMITER: usize = 0;
export const OUTPUT_DELIMITER: usize = 4;
export const WIDTH: usize = 8;
export const MAX_RECORD_BYTES: usize = 12;
// How many bytes changed fields and set columns may add to a record.
export const GROWTH: usize = 16;
// Whether there is a CR among the bytes of this call of `editRecords`, also that of a CRLF.
export const HOLDS_RETURNS: usize = 20;
export const KEEPS_ONE_FIELD: usize = 24;
export const MAY_EMPTY_RECORDS: usize = 28;
export const PART_COUNT: usize = 32;
// Whether hardly any bytes stay together.
export const IS_SCATTERED: usize = 36;
// Whether the records go to COPY of Postgres. They end with LF then, and what it would read differently gets quotes.
export const IS_FOR_COPY: usize = 40;

/** How many 32-bit numbers the parts may be. */
export const PARTS_NUMBERS: u32 = 5 * 4096 + 3 * 256;
// What is written of each record, in this order, from three numbers on. Adjacent fields: the first, the last, the number of
// changes; then for each change its field, and its index in JavaScript's list or one of the kinds below. Set columns with
// their delimiters: SET_TEXT, its address in TEXTS, its length. The record's number: SET_NUMBER.
export const PARTS: u32 = u32(memory.data((5 * 4096 + 3 * 256) * 4, 16));
export const SET_TEXT: i32 = -1;
/** Added to an index in JavaScript's list where an empty field is written in quotes. */
export const QUOTES_EMPTY: i32 = 1 << 16;
export const STRIP: i32 = -1;
export const TRIM: i32 = -2;
export const TRIM_AND_STRIP: i32 = -3;
export const HASH: i32 = -4;
export const TRIM_AND_HASH: i32 = -5;

/** The values of set columns, as they are written. */
export const TEXTS_BYTES: u32 = 4096;
export const TEXTS: u32 = u32(memory.data(4096 + 64, 16));
// How many records of the entry were read before, as a 64-bit float. Written by JavaScript where a column has the number.
export const RECORDS_BEFORE: u32 = u32(memory.data(8, 16));

// What `editRecords` returns: all whole records are edited; the output region may be too small for the next record; the
// next record, up to AFTER, is left to JavaScript.
export const DONE: i32 = 0;
export const FULL: i32 = 1;
export const LEFT: i32 = 2;

// How far the last call got, and what it counted.
export const STATE: u32 = u32(memory.data(11 * 4, 16));
export const REACHED: usize = 0;
export const AFTER: usize = 4;
export const PIECE_COUNT: usize = 8;
export const READ: usize = 12;
export const WRITTEN: usize = 16;
export const FILTERED: usize = 20;
// Each is two numbers: those that were formatted, and those that were not what they should be.
export const PHONES: usize = 24;
export const DATES: usize = 32;
// Tests whose value could not be compared.
export const UNPARSED_TESTS: usize = 40;

/** Unchanged bytes in a row that are not copied into the output region, because they are this many or more. */
export const LONG_BYTES: u32 = 8192;

// The output: where each piece begins and ends. Before each long one, and after the last, there may be one in the output
// region.
export const MAX_PIECES: u32 = 2 * (WINDOW_BYTES / 8192) + 1;
export const PIECES: u32 = u32(memory.data((2 * (WINDOW_BYTES / 8192) + 1) * 8, 16));

export const QUOTE: u32 = 0x22;
export const LF: u32 = 0x0a;
export const CR: u32 = 0x0d;
