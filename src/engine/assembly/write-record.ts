import {
  CR,
  DELIMITER,
  DONE,
  FIELDS,
  FULL,
  GROWTH,
  KEEPS_ONE_FIELD,
  LAST_KEPT,
  LEFT,
  LISTS,
  MAY_EMPTY_RECORDS,
  OUTPUT_DELIMITER,
  PLAN,
  QUOTE,
  REQUIRED_COUNT,
  RUN_COUNT,
  WIDTH,
} from './edit-plan';
import { contains, flush, flushChanged, gather, hasRoom, isEmpty, mark, put, putByte, putQuoted, takeBack } from './output';
import { changeOf, LEAVE, markPhones, NO_ROOM, putPhone, STAYS, takeBackPhones } from './phone';

/**
 * Writes the record whose fields' ends are in FIELDS, as RecordWriter does.
 *
 * @param recordEnd The end of its last field.
 * @param after The beginning of the next record.
 * @param holdsDelimiter Whether the new delimiter is in an unquoted field.
 * @returns DONE; or FULL or LEFT, and then nothing has changed.
 */
export function writeRecord(record: u32, recordEnd: u32, after: u32, holdsDelimiter: bool): i32 {
  const length = after - record;
  const growth = load<u32>(PLAN, GROWTH) + SLACK_BYTES;
  if (!hasRoom(length + growth)) return isEmpty() ? LEFT : FULL;
  mark();
  markPhones();
  const losesCr = losesCarriageReturn(recordEnd, after);
  if (!holdsDelimiter && !losesCr && load<u32>(PLAN, MAY_EMPTY_RECORDS) == 0) {
    if (writeRuns(recordEnd, after)) return DONE;
    takeBack();
    takeBackPhones();
  }
  // Each byte may be a quote that is doubled, or a field that gets two quotes.
  if (!hasRoom(4 * length + growth)) return isEmpty() ? LEFT : FULL;
  flush();
  if (writeFields(recordEnd, after, losesCr)) return DONE;
  takeBack();
  takeBackPhones();
  return LEFT;
}

/** Whether the last kept field ends with a CR that would be read as part of the newline. */
// @ts-ignore: decorator
@inline
function losesCarriageReturn(recordEnd: u32, after: u32): bool {
  const lastKept = load<u32>(PLAN, LAST_KEPT);
  if (after != recordEnd + 1 || lastKept + 1 == load<u32>(PLAN, WIDTH)) return false;
  return load<u8>(load<u32>(FIELDS + (lastKept << 2), 4) - 1) == CR;
}

/** Writes the kept fields, in as few pieces as possible. */
function writeRuns(recordEnd: u32, after: u32): bool {
  const changes = load<u32>(PLAN, DELIMITER) != load<u32>(PLAN, OUTPUT_DELIMITER);
  const lastField = FIELDS + (load<u32>(PLAN, WIDTH) << 2);
  let list = LISTS + (load<u32>(PLAN, REQUIRED_COUNT) << 2);
  for (let runs = load<u32>(PLAN, RUN_COUNT); runs > 0; runs--) {
    // Its entry holds the end of the field before.
    let field = FIELDS + (load<u32>(list) << 2);
    const last = FIELDS + (load<u32>(list, 4) << 2);
    let start = load<u32>(field) + 1;
    let phones = load<u32>(list, 8);
    list += 12;
    for (; phones > 0; phones--) {
      const phone = FIELDS + (load<u32>(list) << 2);
      const phoneStart = load<u32>(phone) + 1;
      const phoneEnd = load<u32>(phone, 4);
      const change = changeOf(load<i32>(list, 4), phoneStart, phoneEnd);
      list += 8;
      if (change == STAYS) continue;
      if (change == LEAVE) return false;
      gather(start, phoneStart);
      if (changes) flushChanged(field + 4, lastField);
      else flush();
      if (putPhone(change, phoneStart, phoneEnd, false) == NO_ROOM) return false;
      start = phoneEnd;
      field = phone;
    }
    const end = load<u32>(last, 4);
    gather(start, runs > 1 ? end + 1 : end);
    if (changes) flushChanged(field + 4, lastField);
  }
  gather(recordEnd, after);
  return true;
}

/** Writes the kept fields one by one, with quotes where they are needed. */
function writeFields(recordEnd: u32, after: u32, losesCr: bool): bool {
  const delimiter = load<u32>(PLAN, OUTPUT_DELIMITER);
  const changes = load<u32>(PLAN, DELIMITER) != delimiter;
  const lastKept = FIELDS + (load<u32>(PLAN, LAST_KEPT) << 2);
  const keepsOneField = load<u32>(PLAN, KEEPS_ONE_FIELD) != 0;
  const hasOthers = load<u32>(PLAN, WIDTH) > 1;
  let isFirst = true;
  let list = LISTS + (load<u32>(PLAN, REQUIRED_COUNT) << 2);
  for (let runs = load<u32>(PLAN, RUN_COUNT); runs > 0; runs--) {
    const last = FIELDS + (load<u32>(list, 4) << 2);
    let field = FIELDS + (load<u32>(list) << 2);
    let phones = load<u32>(list, 8);
    list += 12;
    for (; field <= last; field += 4) {
      if (!isFirst) putByte(delimiter);
      isFirst = false;
      const start = load<u32>(field) + 1;
      const end = load<u32>(field, 4);
      let change = STAYS;
      if (phones > 0 && field == FIELDS + (load<u32>(list) << 2)) {
        change = changeOf(load<i32>(list, 4), start, end);
        if (change == LEAVE) return false;
        list += 8;
        phones -= 1;
      }
      if (change != STAYS) {
        const length = putPhone(change, start, end, true);
        // Most readers would take an empty line for no record.
        if (keepsOneField && length == 0) putQuoted(start, start);
      } else if (start == end) {
        if (keepsOneField && hasOthers) putQuoted(start, start);
      } else if (load<u8>(start) != QUOTE && ((losesCr && field == lastKept) || (changes && contains(start, end, delimiter)))) {
        putQuoted(start, end);
      } else put(start, end - start);
    }
  }
  put(recordEnd, after - recordEnd);
  return true;
}

/** How many bytes past its end a copy may write. */
const SLACK_BYTES: u32 = 32;
