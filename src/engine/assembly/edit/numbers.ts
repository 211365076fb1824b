// Numbers to which values are compared.

export const MAX_NUMBERS: u32 = 64;

// Written by JavaScript, 16 bytes each: the number in millionths; which orders hold.
export const NUMBERS: u32 = u32(memory.data(64 * 16, 16));
const ORDERS: usize = 8;
const LESS: u32 = 1;
const EQUAL: u32 = 2;
const GREATER: u32 = 4;

/** JavaScript has to be asked. */
export const UNSURE: i32 = -1;

/** @returns 1 if the comparison holds for a value, 0 if it does not; UNSURE if it is no number of up to nine and six digits. */
export function compareQuickly(number: u32, start: u32, end: u32): i32 {
  const sign: u32 = start < end ? load<u8>(start) : 0;
  if (sign == MINUS || sign == PLUS) start += 1;
  const point = endOfDigits(start, end);
  const digits = point - start;
  if (digits == 0 || digits > 9) return UNSURE;
  let value = valueOf(0, start, point);
  let decimals: u32 = 0;
  if (point < end) {
    if (load<u8>(point) != POINT || endOfDigits(point + 1, end) != end) return UNSURE;
    decimals = end - point - 1;
    if (decimals > 6) return UNSURE;
    value = valueOf(value, point + 1, end);
  }
  for (; decimals < 6; decimals++) value *= 10;
  if (sign == MINUS) value = -value;
  const other = load<i64>(number);
  const order = value < other ? LESS : value > other ? GREATER : EQUAL;
  return i32((load<u32>(number, ORDERS) & order) != 0);
}

function endOfDigits(start: u32, end: u32): u32 {
  while (start < end && u32(load<u8>(start)) - ZERO < 10) start += 1;
  return start;
}

function valueOf(value: i64, start: u32, end: u32): i64 {
  for (; start < end; start++) value = value * 10 + (load<u8>(start) - ZERO);
  return value;
}

const MINUS: u32 = 0x2d;
const PLUS: u32 = 0x2b;
const POINT: u32 = 0x2e;
const ZERO: u32 = 0x30;
