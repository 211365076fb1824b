/**
 * Computes the CRC-32 of two concatenated byte sequences from the CRC-32 of each: appending a zero byte to a message
 * multiplies its CRC by x^8 modulo the polynomial (zlib's crc32_combine).
 *
 * @param {number} first
 * @param {number} second
 * @param {number} secondBytes The length of the second sequence.
 * @returns {number}
 */
export function combineCrc32(first, second, secondBytes) {
  if (known.bytes !== secondBytes) known = { bytes: secondBytes, factor: shiftFactor(secondBytes) };
  return (multiplyModulo(known.factor, first) ^ second) >>> 0;
}

/**
 * @param {number} bytes
 * @returns {number} x^(8 · bytes) modulo the polynomial.
 */
function shiftFactor(bytes) {
  let factor = ONE;
  let power = X_TO_THE_8TH;
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) factor = multiplyModulo(power, factor);
    power = multiplyModulo(power, power);
  }
  return factor;
}

/**
 * Multiplies polynomials over GF(2). The coefficient of x^0 is in the highest bit, as in the reflected CRC-32.
 *
 * @param {number} left
 * @param {number} right
 */
function multiplyModulo(left, right) {
  let product = 0;
  let power = right;
  for (let bit = 31; bit >= 0; bit -= 1) {
    if ((left >>> bit) & 1) product ^= power;
    power = power & 1 ? (power >>> 1) ^ POLYNOMIAL : power >>> 1;
  }
  return product >>> 0;
}

const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
const X_TO_THE_8TH = 0x00800000;

/** The last length's factor: nearly all parts of an upload have the same length. */
let known = { bytes: 0, factor: ONE };
