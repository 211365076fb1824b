import { CR, LF } from '../plan/edit-plan';

/** How the records to be translated are written, as 32-bit numbers; written by `EngineTranslator` in engine-translator.js. */
export const DIALECT: u32 = u32(memory.data(8 * 4, 16));

/** What is between fields. Dialects with more are left to JavaScript. */
export const MAX_DELIMITER_BYTES: u32 = 32;
export const DELIMITER: u32 = u32(memory.data(32, 16));

/** Means that the dialect has no such byte. */
const NONE: u32 = 0x100;

// What `escape` may be: how a quote is written between quotes.
export const DOUBLED: u32 = 0;
export const BACKSLASH: u32 = 1;
/** Any quote that no delimiter and no line end follows. */
export const LOOSE: u32 = 2;

/** The first byte of what is between fields, and how many it has. */
export let delimiter: u32 = 0;
export let delimiterLength: u32 = 1;
/** What the translation has between fields: one byte. */
export let nativeDelimiter: u32 = 0;
/** Whether these differ. */
export let changesDelimiter: bool = false;
export let quote: u32 = NONE;
export let escape: u32 = DOUBLED;
/** Whether space around a field is not part of it. */
export let hasSpaces: bool = false;
/** What lines to be skipped begin with. */
export let comment: u32 = NONE;
export let maxRecordBytes: u32 = 0;
/** Whether a CR ends a record, also if no LF follows. */
export let endsAtCr: bool = false;

export function readDialect(): void {
  delimiterLength = load<u32>(DIALECT);
  nativeDelimiter = load<u32>(DIALECT, 4);
  quote = load<u32>(DIALECT, 8);
  escape = load<u32>(DIALECT, 12);
  hasSpaces = load<u32>(DIALECT, 16) != 0;
  comment = load<u32>(DIALECT, 20);
  maxRecordBytes = load<u32>(DIALECT, 24);
  endsAtCr = load<u32>(DIALECT, 28) != 0;
  delimiter = load<u8>(DELIMITER);
  changesDelimiter = delimiterLength > 1 || delimiter != nativeDelimiter;
}

/** @param mayBeLong False if it is known to be one byte. */
// @ts-ignore: decorator
@inline
export function isDelimiter(position: u32, end: u32, mayBeLong: bool): bool {
  return load<u8>(position) == delimiter && (!mayBeLong || isWholeDelimiter(position, end));
}

function isWholeDelimiter(position: u32, end: u32): bool {
  if (position + delimiterLength > end) return false;
  for (let index: u32 = 1; index < delimiterLength; index++) {
    if (load<u8>(position + index) != load<u8>(DELIMITER + index)) return false;
  }
  return true;
}

/** Whether a record ends there: at LF, CRLF or, where it ends one, CR. More bytes may be needed to know it of a CR. */
// @ts-ignore: decorator
@inline
export function endsRecord(position: u32, end: u32): bool {
  const byte: u32 = load<u8>(position);
  return byte == LF || (byte == CR && (endsAtCr || (position + 1 < end && load<u8>(position, 1) == LF)));
}
