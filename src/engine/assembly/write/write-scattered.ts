import { DELIMITER, FIELDS, OUTPUT_DELIMITER, PART_COUNT, PARTS, PLAN, QUOTE, TRIM } from '../plan/edit-plan';
import { changeOf, isTrimmed, LEAVE, putChange, STAYS, TRIMMED, valueEnd, valueNeedsQuotes, valueStart } from './change';
import { copy, flush, goOn, NO_ROOM, position } from './output';
import { putColumn } from './set-column';

/** How many fields of the last record it wrote were changed. */
export let replacedFields: u32 = 0;

/** Writes the parts one by one, where gathering them would only be in the way. */
export function writeScattered(recordEnd: u32, after: u32): bool {
  const delimiter = load<u32>(PLAN, OUTPUT_DELIMITER);
  const changes = load<u32>(PLAN, DELIMITER) != delimiter;
  flush();
  let out = position();
  let list = PARTS;
  let replaced: u32 = 0;
  for (let parts = load<u32>(PLAN, PART_COUNT); parts > 0; parts--) {
    const first = load<i32>(list);
    if (first < 0) {
      goOn(out);
      putColumn(list, parts > 1);
      out = position();
      list += 12;
      continue;
    }
    // Its entry holds the end of the field before.
    let field = FIELDS + (u32(first) << 2);
    const last = FIELDS + (load<u32>(list, 4) << 2);
    let start = load<u32>(field) + 1;
    const listed = list + 12;
    if (load<u32>(list, 8) == 0 && !changes) {
      const length = load<u32>(last, 4) - start;
      copy(out, start, length);
      out += length;
      list = listed;
      if (parts > 1) {
        store<u8>(out, delimiter);
        out += 1;
      }
      continue;
    }
    list = listed + (load<u32>(list, 8) << 3);
    for (let at = listed; at < list; at += 8) {
      const changed = FIELDS + (load<u32>(at) << 2);
      const changedStart = load<u32>(changed) + 1;
      const changedEnd = load<u32>(changed, 4);
      const kind = load<i32>(at, 4);
      if (kind == TRIM) {
        if (isTrimmed(changedStart, changedEnd)) continue;
        // Mostly, a value without quotes has spaces around it, and needs nothing of what follows.
        let from = changedStart;
        let to = changedEnd;
        while (from < to && load<u8>(from) == SPACE) from += 1;
        while (from < to && load<u8>(to - 1) == SPACE) to -= 1;
        if (from < to && load<i8>(from) > 0x22 && load<i8>(to - 1) > 0x20) {
          out = putFields(out, start, changedStart, changes ? field : changed, changed);
          copy(out, from, to - from);
          out += to - from;
          start = changedEnd;
          field = changed;
          replaced += 1;
          continue;
        }
      }
      const change = changeOf(kind, changedStart, changedEnd);
      if (change == STAYS) continue;
      if (change == LEAVE) return false;
      replaced += 1;
      const losesSpace = change == TRIMMED;
      const quotes = u32(losesSpace && load<u8>(changedStart) == QUOTE);
      if (losesSpace && quotes == 0 && valueNeedsQuotes()) return false;
      out = putFields(out, start, changedStart + quotes, changes ? field : changed, changed);
      if (losesSpace) {
        copy(out, valueStart, valueEnd - valueStart);
        out += valueEnd - valueStart;
      } else {
        goOn(out);
        if (putChange(change, changedStart, false) == NO_ROOM) return false;
        out = position();
      }
      start = changedEnd - quotes;
      field = changed;
    }
    out = putFields(out, start, load<u32>(last, 4), changes ? field : last, last);
    if (parts > 1) {
      store<u8>(out, delimiter);
      out += 1;
    }
  }
  copy(out, recordEnd, after - recordEnd);
  goOn(out + after - recordEnd);
  replacedFields = replaced;
  return true;
}

/**
 * Writes bytes of the input, and the new delimiter behind each field from one up to another one, without that one.
 *
 * @returns The end of what was written.
 */
// @ts-ignore: decorator
@inline
function putFields(out: u32, start: u32, end: u32, field: u32, last: u32): u32 {
  const moved = out - start;
  copy(out, start, end - start);
  for (; field < last; field += 4) store<u8>(load<u32>(field, 4) + moved, load<u32>(PLAN, OUTPUT_DELIMITER));
  return out + end - start;
}

const SPACE: u32 = 0x20;
