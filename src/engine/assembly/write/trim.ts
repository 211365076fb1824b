/*
 * White space at both ends of a value in UTF-8, as `String.prototype.trim` has it: ASCII's, U+00A0, U+1680, U+2000 to U+200A,
 * U+2028, U+2029, U+202F, U+205F, U+3000 and U+FEFF.
 */

/** @returns Where the value begins behind its white space; the end if there is nothing else. */
export function trimmedStart(start: u32, end: u32): u32 {
  while (start < end) {
    const byte: u32 = load<u8>(start);
    if (byte < 0x80) {
      if (!isAsciiSpace(byte)) return start;
      start += 1;
    } else if (byte == 0xc2) {
      if (end - start < 2 || load<u8>(start, 1) != 0xa0) return start;
      start += 2;
    } else {
      if (end - start < 3 || !isLongSpace(byte, load<u8>(start, 1), load<u8>(start, 2))) return start;
      start += 3;
    }
  }
  return start;
}

/** @returns Where the value ends in front of its white space; the start if there is nothing else. */
export function trimmedEnd(start: u32, end: u32): u32 {
  while (end > start) {
    const byte: u32 = load<u8>(end - 1);
    if (byte < 0x80) {
      if (!isAsciiSpace(byte)) return end;
      end -= 1;
    } else if (end - start >= 2 && byte == 0xa0 && load<u8>(end - 2) == 0xc2) {
      end -= 2;
    } else {
      if (end - start < 3 || !isLongSpace(load<u8>(end - 3), load<u8>(end - 2), byte)) return end;
      end -= 3;
    }
  }
  return end;
}

// @ts-ignore: decorator
@inline
function isAsciiSpace(byte: u32): bool {
  return byte == 0x20 || byte - 9 < 5;
}

/** Whether three bytes are a character of white space. */
function isLongSpace(first: u32, second: u32, third: u32): bool {
  if (first == 0xe2) {
    if (second == 0x80) return third - 0x80 <= 10 || third == 0xa8 || third == 0xa9 || third == 0xaf;
    return second == 0x81 && third == 0x9f;
  }
  if (first == 0xe1) return second == 0x9a && third == 0x80;
  if (first == 0xe3) return second == 0x80 && third == 0x80;
  return first == 0xef && second == 0xbb && third == 0xbf;
}
