/** For each byte of an encoding its character in UTF-8: three bytes, the first one lowest, and above them how many count. */
export const CHARACTERS: u32 = u32(memory.data(256 * 4, 16));

/**
 * Decodes text in which each byte is a character, and those of ASCII are themselves. May write 16 bytes past the end.
 *
 * @returns The address behind the decoded text.
 */
export function decodeText(start: u32, end: u32, target: u32): u32 {
  while (start < end) {
    const bytes = v128.load(start);
    v128.store(target, bytes);
    const others = i8x16.bitmask(bytes);
    const plain = others == 0 ? 16 : u32(ctz(others));
    start += plain;
    target += plain;
    while (start < end) {
      const byte: u32 = load<u8>(start);
      if (byte < 0x80) break;
      const character = load<u32>(CHARACTERS + (byte << 2));
      // The bytes that do not count are overwritten by the next ones.
      store<u32>(target, character);
      target += character >>> 24;
      start += 1;
    }
  }
  return start > end ? target - (start - end) : target;
}
