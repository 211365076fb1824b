/** How the records to be translated are written, as 32-bit numbers; written by `EngineTranslator` in engine-translator.js. */
export const DIALECT: u32 = u32(memory.data(6 * 4, 16));

/** Means that the dialect has no such byte. */
const NONE: u32 = 0x100;

// What `escape` may be: how a quote is written between quotes.
export const DOUBLED: u32 = 0;
export const BACKSLASH: u32 = 1;
/** Any quote that no delimiter and no line end follows. */
export const LOOSE: u32 = 2;

export let delimiter: u32 = 0;
export let quote: u32 = NONE;
export let escape: u32 = DOUBLED;
/** Whether space around a field is not part of it. */
export let hasSpaces: bool = false;
/** What lines to be skipped begin with. */
export let comment: u32 = NONE;
export let maxRecordBytes: u32 = 0;

export function readDialect(): void {
  delimiter = load<u32>(DIALECT);
  quote = load<u32>(DIALECT, 4);
  escape = load<u32>(DIALECT, 8);
  hasSpaces = load<u32>(DIALECT, 12) != 0;
  comment = load<u32>(DIALECT, 16);
  maxRecordBytes = load<u32>(DIALECT, 20);
}
