import { DELIMITER, OUTPUT_DELIMITER, PLAN, QUOTE, REPLACEMENT, REPLACEMENT_BYTES, UNSURE } from '../plan/edit-plan';
import { contains } from './output';
import { putPhone } from './put-phone';
import { trimmedEnd, trimmedStart } from './trim';

// Changes fields of the usual shapes, so that JavaScript need not be asked.

/** Later changes of JavaScript's list are not tried here. */
export const MAX_QUICK: u32 = 64;

// What can be tried for each change of JavaScript's list; written by quick-changes.js, 64 bytes each.
export const QUICK: u32 = u32(memory.data(64 * 64, 16));
// NOTHING, MASK, DATE or PHONE.
const KIND: usize = 0;
const TRIMS: usize = 4;
// MASK: how many characters stay, and what stands for the others.
const KEEP_LAST: usize = 8;
const SUBSTITUTE: usize = 12;
// DATE: how long it is; where its parts begin; and 16 bytes each: the text between the parts, and 0xff where it stands.
const WIDTH: usize = 8;
const YEAR: usize = 12;
const MONTH: usize = 16;
const DAY: usize = 20;
const TEXT: usize = 32;
const IS_TEXT: usize = 48;
// PHONE: see put-phone.ts.

const NOTHING: u32 = 0;
const MASK: u32 = 1;
const DATE: u32 = 2;

/** @returns What JavaScript's `changeField` would return, with the same in REPLACEMENT; or UNSURE. */
export function changeQuickly(change: u32, start: u32, end: u32): i32 {
  if (change >= MAX_QUICK) return UNSURE;
  const quick = QUICK + (change << 6);
  const kind = load<u32>(quick);
  if (kind == NOTHING) return UNSURE;
  const quotes = u32(load<u8>(start) == QUOTE);
  let from = start + quotes;
  let to = end - quotes;
  if (load<u32>(quick, TRIMS) != 0) {
    from = trimmedStart(from, to);
    to = trimmedEnd(from, to);
  }
  if (from == to || to - from > REPLACEMENT_BYTES - 2 || load<u8>(from) == QUOTE) return UNSURE;
  const result = putChanged(kind, quick, from, to, quotes, to - from == end - start - 2 * quotes);
  if (i16(result) < 0 || quotes == 0) return result;
  const length = result & 0xffff;
  store<u8>(REPLACEMENT, QUOTE);
  store<u8>(REPLACEMENT + 1 + length, QUOTE);
  return result + 2;
}

/** @param mayStay Whether the field may stay as it is: nothing has been trimmed. */
// @ts-ignore: decorator
@inline
function putChanged(kind: u32, quick: u32, from: u32, to: u32, quotes: u32, mayStay: bool): i32 {
  if (kind == MASK) return putMask(quick, from, to, quotes);
  if (kind == DATE) return putDate(quick, from, to, quotes);
  return putPhone(quick, from, to, quotes, mayStay);
}

/** Only characters of ASCII are a byte each. A quote would have to be made one of two. */
function putMask(quick: u32, from: u32, to: u32, quotes: u32): i32 {
  const length = to - from;
  if (!isPlain(from, to)) return UNSURE;
  const delimiter = load<u32>(PLAN, OUTPUT_DELIMITER);
  if (quotes == 0 && delimiter != load<u32>(PLAN, DELIMITER) && contains(from, to, delimiter)) return UNSURE;
  const keepLast = load<u32>(quick, KEEP_LAST);
  const kept = length > keepLast ? keepLast : 0;
  const out = REPLACEMENT + quotes;
  const substitutes = i8x16.splat(load<u8>(quick, SUBSTITUTE));
  for (let offset: u32 = 0; offset < length - kept; offset += 16) v128.store(out + offset, substitutes);
  for (let offset = length - kept; offset < length; offset += 16) v128.store(out + offset, v128.load(from + offset));
  return length;
}

/** Whether a value is of ASCII, and has no quote. May read 15 bytes past its end. */
function isPlain(from: u32, to: u32): bool {
  const quote = i8x16.splat(QUOTE as i8);
  for (; from < to; from += 16) {
    const bytes = v128.load(from);
    // The sign of a byte beyond ASCII.
    const others = i8x16.bitmask(v128.or(bytes, i8x16.eq(bytes, quote)));
    const left = to - from;
    if ((others & (left < 16 ? (1 << left) - 1 : 0xffff)) != 0) return false;
  }
  return true;
}

function putDate(quick: u32, from: u32, to: u32, quotes: u32): i32 {
  const width = load<u32>(quick, WIDTH);
  if (to - from != width) return UNSURE;
  const bytes = v128.load(from);
  const isDigit = i8x16.le_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(9));
  const isText = i8x16.eq(bytes, v128.load(quick, TEXT));
  const right = i8x16.bitmask(v128.bitselect(isText, isDigit, v128.load(quick, IS_TEXT)));
  const all = (1 << width) - 1;
  if ((right & all) != all) return UNSURE;
  const yearAt = from + load<u32>(quick, YEAR);
  const monthAt = from + load<u32>(quick, MONTH);
  const dayAt = from + load<u32>(quick, DAY);
  const year = twoDigits(yearAt) * 100 + twoDigits(yearAt + 2);
  const month = twoDigits(monthAt);
  const day = twoDigits(dayAt);
  if (year == 0 || month - 1 > 11 || day - 1 >= daysOf(year, month)) return UNSURE;
  const out = REPLACEMENT + quotes;
  store<u32>(out, load<u32>(yearAt));
  store<u8>(out, HYPHEN, 4);
  store<u16>(out, load<u16>(monthAt), 5);
  store<u8>(out, HYPHEN, 7);
  store<u16>(out, load<u16>(dayAt), 8);
  return FORMATTED_DATE | DATE_BYTES;
}

// @ts-ignore: decorator
@inline
function twoDigits(at: u32): u32 {
  return load<u8>(at) * 10 + load<u8>(at, 1) - 0x30 * 11;
}

function daysOf(year: u32, month: u32): u32 {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

const HYPHEN: u32 = 0x2d;
const DATE_BYTES: i32 = 10;
// What `changeField` counts.
const FORMATTED_DATE: i32 = 4 << 16;
