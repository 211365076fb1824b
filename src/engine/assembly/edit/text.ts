// Whether records are text that Postgres can store: UTF-8 without NUL, as `fieldThatIsNoText` in csv/record-text.js asks.

/** Everything before it is text, or belongs to a record that was answered for. */
let checked: u32 = 0;
let limit: u32 = 0;

export function beginText(start: u32, end: u32): void {
  checked = start;
  limit = end;
}

/** Whether a record is text. Records are asked about in order. */
// @ts-ignore: decorator
@inline
export function isText(record: u32, newline: u32): bool {
  return newline < checked || isTextBeyond(record, newline);
}

function isTextBeyond(record: u32, newline: u32): bool {
  const start = checked > record ? checked : record;
  // A long run at once is faster than record by record.
  let end = newline + RUN_BYTES < limit ? newline + RUN_BYTES : limit;
  // No character is cut in two.
  while (end > newline + 1 && (load<u8>(end) & 0xc0) == 0x80) end -= 1;
  if (!isUtf8(start, end)) {
    end = newline + 1;
    if (!isUtf8(start, end)) return false;
  }
  checked = end;
  return true;
}

/**
 * Keiser and Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte", 2021, section 6. NUL is not allowed. It may read
 * 16 bytes past the end.
 */
export function isUtf8(start: u32, end: u32): bool {
  const one = i8x16.splat(1);
  const spaces = i8x16.splat(0x20);
  let before = spaces;
  let wasOdd = 0;
  while (start + 64 <= end) {
    const v0 = v128.load(start);
    const v1 = v128.load(start, 16);
    const v2 = v128.load(start, 32);
    const v3 = v128.load(start, 48);
    const last = oddBits(v3, one);
    // Signs of bytes beyond ASCII, and of NUL less one.
    if ((oddBits(v0, one) | oddBits(v1, one) | oddBits(v2, one) | last | wasOdd) != 0) {
      const wrong = v128.or(v128.or(errors(before, v0), errors(v0, v1)), v128.or(errors(v1, v2), errors(v2, v3)));
      if (v128.any_true(wrong)) return false;
    }
    before = v3;
    wasOdd = last;
    start += 64;
  }
  while (start < end) {
    let bytes = v128.load(start);
    const left = end - start;
    if (left < 16) bytes = v128.bitselect(bytes, spaces, i8x16.lt_u(v128.load(LANES), i8x16.splat(left as i8)));
    const odd = oddBits(bytes, one);
    if ((odd | wasOdd) != 0 && v128.any_true(errors(before, bytes))) return false;
    before = bytes;
    wasOdd = odd;
    start += 16;
  }
  return wasOdd == 0 || !v128.any_true(errors(before, spaces));
}

// @ts-ignore: decorator
@inline
function oddBits(bytes: v128, one: v128): i32 {
  return i8x16.bitmask(v128.or(bytes, i8x16.sub(bytes, one)));
}

/** What is not zero where a byte cannot stand behind the three before it. */
// @ts-ignore: decorator
@inline
function errors(before: v128, bytes: v128): v128 {
  const low = i8x16.splat(0x0f);
  const back1 = i8x16.shuffle(before, bytes, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
  const back2 = i8x16.shuffle(before, bytes, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
  const back3 = i8x16.shuffle(before, bytes, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28);
  const special = v128.and(
    v128.and(
      i8x16.swizzle(v128.load(FIRST_HIGH), i8x16.shr_u(back1, 4)),
      i8x16.swizzle(v128.load(FIRST_LOW), v128.and(back1, low)),
    ),
    i8x16.swizzle(v128.load(SECOND_HIGH), i8x16.shr_u(bytes, 4)),
  );
  // The third byte of a character, and the fourth.
  const later = v128.or(i8x16.sub_sat_u(back2, i8x16.splat(0x60)), i8x16.sub_sat_u(back3, i8x16.splat(0x70)));
  const unexpected = v128.xor(v128.and(later, i8x16.splat(0x80 as i8)), special);
  return v128.or(unexpected, i8x16.eq(bytes, i8x16.splat(0)));
}

const RUN_BYTES: u32 = 2048;

const LANES: u32 = u32(memory.data<u8>([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], 16));

// What may be wrong with two bytes in a row, by the upper and the lower half of the first, and the upper half of the second. A
// bit each: too short 0x01, too long 0x02, overlong with three bytes 0x04, beyond U+10FFFF 0x08, a surrogate 0x10, overlong with
// two bytes 0x20, far beyond U+10FFFF or overlong with four bytes 0x40, two continuations 0x80.
const FIRST_HIGH: u32 = u32(memory.data<u8>([0x02, 0x02, 0x02, 0x02, 0x02, 0x02, 0x02, 0x02, 0x80, 0x80, 0x80, 0x80, 0x21, 0x01, 0x15, 0x49], 16));
const FIRST_LOW: u32 = u32(memory.data<u8>([0xe7, 0xa3, 0x83, 0x83, 0x8b, 0xcb, 0xcb, 0xcb, 0xcb, 0xcb, 0xcb, 0xcb, 0xcb, 0xdb, 0xcb, 0xcb], 16));
const SECOND_HIGH: u32 = u32(memory.data<u8>([0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0x01, 0xe6, 0xae, 0xba, 0xba, 0x01, 0x01, 0x01, 0x01], 16));
