import { CR, LF, QUOTE } from '../plan/edit-plan';
import {
  changesDelimiter,
  comment,
  delimiterLength,
  endsAtCr,
  hasSpaces,
  isDelimiter,
  maxRecordBytes,
  nativeDelimiter,
  quote,
  readDialect,
} from './dialect';
import { afterSpaces } from './space-around';
import { beginFields, BROKEN, INCOMPLETE, NO_ROOM, out, putOne, putPlain, putQuoted, takeBackTo } from './translate-field';

/** Why `translateRecords` returned. What is left is an incomplete record; there may be no room for the next one; it is odd. */
export const ENDED: i32 = 0;
export const CROWDED: i32 = 1;
export const ODD: i32 = 2;

/** Where the next record begins that is not translated. */
export let translatedFrom: u32 = 0;
/** Where the translation ends. */
export let translatedTo: u32 = 0;
/** How far that record was read. */
export let lookedTo: u32 = 0;

/**
 * Translates the records in [start, end), which begins with one, to RFC 4180, as csv/foreign/translator.js does, up to the
 * first one that is odd: with a broken quote or a mark in front, too long, or perhaps a comment.
 *
 * @param target At least 64 bytes long. Nothing is written at `targetEnd` or behind it.
 */
export function translateRecords(start: u32, end: u32, target: u32, targetEnd: u32): i32 {
  readDialect();
  beginFields(target, targetEnd);
  let status = ENDED;
  let record = start;
  while (record < end) {
    const before = out;
    const after = changesDelimiter ? translateRecord(record, end, true) : translateRecord(record, end, false);
    const isLong = after > BROKEN && after - record > maxRecordBytes;
    if (after <= BROKEN || isLong) {
      takeBackTo(before);
      if (after == NO_ROOM) status = CROWDED;
      else if (after != INCOMPLETE) status = ODD;
      break;
    }
    record = after;
  }
  translatedFrom = record;
  translatedTo = out;
  if (status == ENDED) lookedTo = end;
  return status;
}

/**
 * @param changes `changesDelimiter`, as a constant: compiled twice, since it takes time.
 * @returns Where the next record begins, or what translate-field.ts has in place of an address.
 */
// @ts-ignore: decorator
@inline
function translateRecord(record: u32, end: u32, changes: bool): u32 {
  lookedTo = record;
  if (load<u8>(record) == comment || (load<u32>(record) & 0xff_ffff) == BYTE_ORDER_MARK) return BROKEN;
  const before = out;
  let position = record;
  for (;;) {
    if (hasSpaces) position = afterSpaces(position, end);
    if (position < end && load<u8>(position) == quote) {
      position = putQuoted(position + 1, end);
      if (position <= BROKEN) return position;
      if (hasSpaces) position = afterSpaces(position, end);
    } else {
      position = putPlain(position, end, changes);
      if (position <= BROKEN) return position;
      if (load<u8>(position) == quote) continue;
    }
    if (position >= end) return INCOMPLETE;
    if (!isDelimiter(position, end, changes)) break;
    putOne(nativeDelimiter);
    position += changes ? delimiterLength : 1;
  }
  // Most readers skip an empty line, so a record must not become one.
  if (out == before && position > record) {
    putOne(QUOTE);
    putOne(QUOTE);
  }
  if (load<u8>(position) == CR) {
    if (position + 1 >= end) return INCOMPLETE;
    putOne(CR);
    position += 1;
    if (endsAtCr && load<u8>(position) != LF) {
      putOne(LF);
      return position;
    }
  }
  if (load<u8>(position) != LF) {
    lookedTo = position;
    return BROKEN;
  }
  putOne(LF);
  return position + 1;
}

/** In UTF-8, the first byte lowest. */
const BYTE_ORDER_MARK: u32 = 0xbf_bbef;
