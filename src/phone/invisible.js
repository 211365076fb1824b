/*
 * What stands in phone numbers and cannot be seen: white space beyond ASCII, marks of direction, zero-width characters, soft
 * hyphens. They come with numbers that were copied from a page, a contact or a spreadsheet.
 */

/**
 * Makes a number readable for the library: white space beyond ASCII becomes a space, other invisible characters go, and so do
 * space at both ends and the apostrophe with which a spreadsheet keeps a number as text.
 *
 * @param {string} text
 * @returns {string}
 */
export function visiblePart(text) {
  return text.replace(SPACE, ' ').replace(MARK, '').trim().replace(APOSTROPHE, '');
}

/**
 * @param {Uint8Array} bytes UTF-8.
 * @param {number} position
 * @param {number} end
 * @returns {0 | 2 | 3} How many bytes the invisible character has that begins here; 0 for none.
 */
export function lengthOfInvisible(bytes, position, end) {
  const second = position + 1 < end ? bytes[position + 1] : 0;
  const third = position + 2 < end ? bytes[position + 2] : 0;
  switch (bytes[position]) {
    case 0xc2: // U+0085, U+00A0, U+00AD
      return second === 0x85 || second === 0xa0 || second === 0xad ? 2 : 0;
    case 0xd8: // U+061C
      return second === 0x9c ? 2 : 0;
    case 0xe1: // U+1680
      return second === 0x9a && third === 0x80 ? 3 : 0;
    case 0xe2: // U+2000 to U+200F, U+2028 to U+202F; U+205F, U+2060, U+2066 to U+2069
      if (second === 0x80) return (third >= 0x80 && third <= 0x8f) || (third >= 0xa8 && third <= 0xaf) ? 3 : 0;
      return second === 0x81 && (third === 0x9f || third === 0xa0 || (third >= 0xa6 && third <= 0xa9)) ? 3 : 0;
    case 0xe3: // U+3000
      return second === 0x80 && third === 0x80 ? 3 : 0;
    case 0xef: // U+FEFF
      return second === 0xbb && third === 0xbf ? 3 : 0;
    default:
      return 0;
  }
}

/** The bytes with which an invisible character may begin. */
export const INVISIBLE_BEGINS = Object.freeze([0xc2, 0xd8, 0xe1, 0xe2, 0xe3, 0xef]);

const SPACE = /[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;
const MARK = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const APOSTROPHE = /^'(?=\s*[+\d(])/;
