/**
 * Encodes text in a charset with characters of one or two bytes, as `TextDecoder` decodes them.
 *
 * @param {string} text
 * @param {string} encoding
 */
export function encode(text, encoding) {
  const bytes = bytesByCharacter(encoding);
  return Buffer.concat(
    Array.from(text, character => {
      const encoded = bytes.get(character);
      if (encoded === undefined) throw new RangeError(`${encoding} has no ${character}`);
      return encoded;
    }),
  );
}

/** @param {string} encoding */
function bytesByCharacter(encoding) {
  const decoder = new TextDecoder(encoding);
  /** @type {Map<string, Buffer>} */
  const found = new Map();
  const add = (/** @type {number[]} */ ...bytes) => {
    const character = decoder.decode(Uint8Array.from(bytes));
    if ([...character].length === 1 && !found.has(character)) found.set(character, Buffer.from(bytes));
  };
  for (let byte = 0; byte < 256; byte++) add(byte);
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add(lead, trail);
  return found;
}
