/**
 * UUIDs as `string_to_uuid` takes them (src/backend/utils/adt/uuid.c): 32 hexadecimal digits, perhaps with hyphens between any
 * groups of four, perhaps in braces. No white space.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
export function isUuid(bytes, start, end) {
  const isBraced = bytes[start] === OPENING && end > start;
  let position = isBraced ? start + 1 : start;
  const last = isBraced ? end - 1 : end;
  if (isBraced && bytes[last] !== CLOSING) return false;
  for (let digits = 0; digits < DIGITS; digits += 4) {
    if (digits > 0 && position < last && bytes[position] === HYPHEN) position += 1;
    if (last - position < 4) return false;
    for (const group = position + 4; position < group; position++)
      if (IS_HEX_DIGIT[bytes[position]] === 0) return false;
  }
  return position === last;
}

/** By byte. */
const IS_HEX_DIGIT = new Uint8Array(256);
for (const byte of Buffer.from('0123456789abcdefABCDEF')) IS_HEX_DIGIT[byte] = 1;

const DIGITS = 32;
const HYPHEN = 0x2d;
const OPENING = 0x7b;
const CLOSING = 0x7d;
