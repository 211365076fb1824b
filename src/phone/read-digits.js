/**
 * Reads the digits of a phone number, and a leading `+`, from a text of a usual shape: digits between `( ) - . / [ ]`
 * and spaces, with optional white space around it and an optional extension at the end, which is skipped. A shape is
 * usual if libphonenumber-js can read it in only one way (`isViablePhoneNumber.js` and `extension` in its
 * `source/helpers`).
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {Uint8Array} digits Receives the digits; must have room for `MAX_DIGITS`.
 * @returns {number} How many bytes were written to `digits`, or `NO_NUMBER`, or `UNKNOWN` for any other shape.
 */
export function readDigits(bytes, start, end, digits) {
  let at = start;
  while (at < end && isSpace(bytes[at])) at += 1;
  const last = visibleEnd(bytes, at, end);
  if (last - at > MAX_TEXT_BYTES) return UNKNOWN;
  let count = 0;
  if (at < last && bytes[at] === PLUS) digits[count++] = bytes[at++];
  const first = count;
  for (; at < last; at++) {
    const byte = bytes[at];
    if (byte >= ZERO && byte <= NINE) {
      if (count === MAX_DIGITS) return UNKNOWN;
      digits[count++] = byte;
    } else if (IS_PUNCTUATION[byte] === 0) break;
  }
  if (count === first) return hasNoDigit(bytes, at, last) ? NO_NUMBER : UNKNOWN;
  if (count - first < MIN_DIGITS || (at < last && !isExtension(bytes, at, last))) return UNKNOWN;
  return count;
}

/**
 * @param {number} byte
 * @returns {boolean} Whether `trim` removes it.
 */
function isSpace(byte) {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/**
 * Whether a text has no digit in any script and so is not a number. A byte above 0x7f may be part of such a digit.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function hasNoDigit(bytes, start, end) {
  for (let at = start; at < end; at++) {
    if (bytes[at] >= 0x80 || (bytes[at] >= ZERO && bytes[at] <= NINE)) return false;
  }
  return true;
}

/**
 * Whether the rest of a text is an extension and nothing else (`createExtensionPattern.js`): a label (`x`, `ext`,
 * `extn`), `:` or `.`, spaces or hyphens, digits.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function isExtension(bytes, start, end) {
  let at = start;
  let most = MAX_DIGITS_AFTER_X;
  if (lowerCase(bytes[at]) === LOWER_E) {
    if (end - at < 4 || lowerCase(bytes[at + 1]) !== LOWER_X || lowerCase(bytes[at + 2]) !== LOWER_T) return false;
    at += lowerCase(bytes[at + 3]) === LOWER_N ? 4 : 3;
    most = MAX_DIGITS_AFTER_EXT;
  } else if (lowerCase(bytes[at]) === LOWER_X) at += 1;
  else return false;
  if (at < end && (bytes[at] === COLON || bytes[at] === STOP)) at += 1;
  while (at < end && (bytes[at] === SPACE || bytes[at] === HYPHEN)) at += 1;
  if (at === end || end - at > most) return false;
  for (; at < end; at++) {
    if (bytes[at] < ZERO || bytes[at] > NINE) return false;
  }
  return true;
}

/**
 * Finds the extension in a text whose digits `readDigits` has read.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end Behind the text and its white space.
 * @returns {number} Where the digits of the extension begin; `end` if there is none.
 */
export function findExtension(bytes, start, end) {
  let at = end;
  while (at > start && bytes[at - 1] >= ZERO && bytes[at - 1] <= NINE) at -= 1;
  let before = at;
  while (before > start && isAfterLabel(bytes[before - 1])) before -= 1;
  const label = before > start ? lowerCase(bytes[before - 1]) : 0;
  return label === LOWER_X || label === LOWER_T || label === LOWER_N ? at : end;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} Where the text ends without the white space at its end.
 */
export function visibleEnd(bytes, start, end) {
  let at = end;
  while (at > start && isSpace(bytes[at - 1])) at -= 1;
  return at;
}

/** @param {number} byte */
function isAfterLabel(byte) {
  return byte === SPACE || byte === HYPHEN || byte === COLON || byte === STOP;
}

/** @param {number} byte */
function lowerCase(byte) {
  return byte | 0x20;
}

/** The text is not a valid number and stays as it is. */
export const NO_NUMBER = -1;
/** libphonenumber-js must decide. */
export const UNKNOWN = -2;

// The library has special rules for shorter texts (`isViablePhoneNumber.js`).
const MIN_DIGITS = 3;
/** The most digits that are read, including a `+`. Longer texts are left to the library. */
export const MAX_DIGITS = 24;

// `parse.js` rejects longer texts.
const MAX_TEXT_BYTES = 250;
// `createExtensionPattern.js`
const MAX_DIGITS_AFTER_X = 9;
const MAX_DIGITS_AFTER_EXT = 20;

const [SPACE, PLUS, HYPHEN, STOP, ZERO, NINE, COLON] = Buffer.from(' +-.09:');
const [LOWER_E, LOWER_N, LOWER_T, LOWER_X] = Buffer.from('entx');

// The ASCII characters of `VALID_PUNCTUATION` in `constants.js` without `~`, which may also begin an extension.
const IS_PUNCTUATION = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(' -./()[]'.includes(String.fromCharCode(byte))),
);
