import {
  DELIMITER,
  DONE,
  FIELDS,
  FULL,
  GROWTH,
  IS_FOR_COPY,
  IS_SCATTERED,
  KEEPS_ONE_FIELD,
  LEFT,
  MAY_EMPTY_RECORDS,
  OUTPUT_DELIMITER,
  PART_COUNT,
  PARTS,
  PLAN,
  QUOTE,
  TRIM,
  WIDTH,
} from '../plan/edit-plan';
import { changeOf, isTrimmed, LEAVE, markChanges, putChange, STAYS, takeBackChanges, TRIMMED, valueEnd, valueNeedsQuotes, valueStart } from './change';
import { needsQuotesForCopy } from './copy-format';
import { contains, flush, flushChanged, gather, hasRoom, isEmpty, mark, NO_ROOM, put, putByte, putQuoted, takeBack } from './output';
import { putColumn } from './set-column';
import { replacedFields, writeScattered } from './write-scattered';

/** Whether several fields of the last record lost white space or got another value. */
let replacesMany = false;

/**
 * Writes the record whose fields' ends are in FIELDS, as RecordWriter does.
 *
 * @param recordEnd Where its line end begins, as it is to be written.
 * @param after The beginning of the next record.
 * @param needsFields Whether an unquoted field may need quotes: it holds the new delimiter, or COPY reads it differently.
 * @returns DONE; or FULL or LEFT, and then nothing has changed.
 */
export function writeRecord(record: u32, recordEnd: u32, after: u32, needsFields: bool): i32 {
  const length = after - record;
  const growth = load<u32>(PLAN, GROWTH) + SLACK_BYTES;
  if (!hasRoom(length + growth)) return isEmpty() ? LEFT : FULL;
  mark();
  markChanges();
  if (!needsFields && load<u32>(PLAN, MAY_EMPTY_RECORDS) == 0) {
    // What is gathered between many short fields is not worth it. The last record tells how this one will be.
    const isScattered = load<u32>(PLAN, IS_SCATTERED) != 0 || (replacesMany && length <= MAX_SCATTERED_BYTES);
    if (isScattered) {
      if (writeScattered(recordEnd, after)) {
        replacesMany = replacedFields > 1;
        return DONE;
      }
    } else if (writeParts(recordEnd, after)) return DONE;
    takeBack();
    takeBackChanges();
  }
  // Each byte may be a quote that is doubled, or a field that gets two quotes.
  if (!hasRoom(4 * length + growth)) return isEmpty() ? LEFT : FULL;
  flush();
  if (writeFields(recordEnd, after)) return DONE;
  takeBack();
  takeBackChanges();
  return LEFT;
}

/** Writes adjacent fields together, in as few pieces as possible. */
function writeParts(recordEnd: u32, after: u32): bool {
  const delimiter = load<u32>(PLAN, OUTPUT_DELIMITER);
  const changes = load<u32>(PLAN, DELIMITER) != delimiter;
  const lastField = FIELDS + (load<u32>(PLAN, WIDTH) << 2);
  let list = PARTS;
  let replaced: u32 = 0;
  for (let parts = load<u32>(PLAN, PART_COUNT); parts > 0; parts--) {
    const first = load<i32>(list);
    if (first < 0) {
      flush();
      putColumn(list, parts > 1);
      list += 12;
      continue;
    }
    // Its entry holds the end of the field before.
    let field = FIELDS + (u32(first) << 2);
    const last = FIELDS + (load<u32>(list, 4) << 2);
    let start = load<u32>(field) + 1;
    const listed = list + 12;
    list = listed + (load<u32>(list, 8) << 3);
    for (let at = listed; at < list; at += 8) {
      const changed = FIELDS + (load<u32>(at) << 2);
      const changedStart = load<u32>(changed) + 1;
      const changedEnd = load<u32>(changed, 4);
      const kind = load<i32>(at, 4);
      if (kind == TRIM && isTrimmed(changedStart, changedEnd)) continue;
      const change = changeOf(kind, changedStart, changedEnd);
      if (change == STAYS) continue;
      if (change == LEAVE) return false;
      replaced += 1;
      if (change == TRIMMED) {
        const quotes: u32 = u32(load<u8>(changedStart) == QUOTE);
        if (quotes == 0 && valueNeedsQuotes()) return false;
        gather(start, changedStart + quotes);
        if (changes) flushChanged(field + 4, lastField);
        gather(valueStart, valueEnd);
        start = changedEnd - quotes;
      } else {
        gather(start, changedStart);
        if (changes) flushChanged(field + 4, lastField);
        else flush();
        if (putChange(change, changedStart, false) == NO_ROOM) return false;
        start = changedEnd;
      }
      field = changed;
    }
    const end = load<u32>(last, 4);
    const takesDelimiter = parts > 1 && last + 4 != lastField;
    gather(start, takesDelimiter ? end + 1 : end);
    if (changes) flushChanged(field + 4, lastField);
    if (parts > 1 && !takesDelimiter) {
      flush();
      putByte(delimiter);
    }
  }
  gather(recordEnd, after);
  replacesMany = replaced > 1;
  return true;
}

/** Writes the parts field by field, with quotes where they are needed. */
function writeFields(recordEnd: u32, after: u32): bool {
  const delimiter = load<u32>(PLAN, OUTPUT_DELIMITER);
  const changes = load<u32>(PLAN, DELIMITER) != delimiter;
  const keepsOneField = load<u32>(PLAN, KEEPS_ONE_FIELD) != 0;
  const hasOthers = load<u32>(PLAN, WIDTH) > 1;
  const isForCopy = load<u32>(PLAN, IS_FOR_COPY) != 0;
  let list = PARTS;
  for (let parts = load<u32>(PLAN, PART_COUNT); parts > 0; parts--) {
    const first = load<i32>(list);
    if (first < 0) {
      putColumn(list, parts > 1);
      list += 12;
      continue;
    }
    let field = FIELDS + (u32(first) << 2);
    const last = FIELDS + (load<u32>(list, 4) << 2);
    let changed = load<u32>(list, 8);
    list += 12;
    for (; field <= last; field += 4) {
      const start = load<u32>(field) + 1;
      const end = load<u32>(field, 4);
      let change = STAYS;
      if (changed > 0 && field == FIELDS + (load<u32>(list) << 2)) {
        change = changeOf(load<i32>(list, 4), start, end);
        if (change == LEAVE) return false;
        // What is made of it may need quotes too.
        if (isForCopy && change != STAYS && load<u8>(start) != QUOTE && needsQuotesForCopy(start, end)) return false;
        list += 8;
        changed -= 1;
      }
      if (change != STAYS) {
        const length = putChange(change, start, true);
        // Most readers would take an empty line for no record.
        if (keepsOneField && length == 0) putQuoted(start, start);
      } else if (start == end) {
        if (keepsOneField && hasOthers) putQuoted(start, start);
      } else if (
        load<u8>(start) != QUOTE &&
        ((changes && contains(start, end, delimiter)) || (isForCopy && needsQuotesForCopy(start, end)))
      ) {
        putQuoted(start, end);
      } else put(start, end - start);
      if (field < last || parts > 1) putByte(delimiter);
    }
  }
  put(recordEnd, after - recordEnd);
  return true;
}

/** Longer records may have fields that are better not copied. */
const MAX_SCATTERED_BYTES: u32 = 512;

/** How many bytes past its end a copy may write. */
const SLACK_BYTES: u32 = 32;
