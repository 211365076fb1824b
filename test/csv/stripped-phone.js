/**
 * What `strip` makes of a phone, said in Unicode.
 *
 * @param {string} latin1 The value, one character a byte.
 * @returns {string} One character a byte.
 */
export function strippedPhone(latin1) {
  return latin1.replace(UNDRESSED, '').replace(/^'(?=[+0-9])/, '');
}

const SPACE = [
  '\u0085',
  '\u00a0',
  '\u1680',
  '\u2028',
  '\u2029',
  '\u202f',
  '\u205f',
  '\u3000',
  ...range(0x2000, 0x200a),
];
const INVISIBLE = [
  ...['\u00ad', '\u061c', '\u2060', '\ufeff'],
  ...[range(0x200b, 0x200f), range(0x202a, 0x202e), range(0x2066, 0x2069)].flat(),
];
/** Everything that goes. */
export const DRESS = Object.freeze([...'\t\n\v\f\r x().-', ...SPACE, ...INVISIBLE]);
const UNDRESSED = new RegExp(
  DRESS.map(character => Buffer.from(character).toString('latin1').replace(/[().]/g, '\\$&')).join('|'),
  'g',
);

/**
 * @param {number} first
 * @param {number} last
 */
function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index));
}
