import { CR, LF, QUOTE } from './find-byte.js';

/**
 * The value of a field: without its quotes, with doubled quotes made single.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @returns {string}
 */
export function fieldText(bytes, start, end) {
  if (start === end || bytes[start] !== QUOTE) return bytes.toString('utf8', start, end);
  return undoubled(bytes.subarray(start + 1, end - 1)).toString();
}

/**
 * Makes the doubled quotes of a quoted value single. `replaceAll` takes ten times as long, and as much memory, for a value of millions of
 * quotes.
 *
 * @param {Buffer} inner What stands between the enclosing quotes.
 * @returns {Buffer} The same one if it has no quotes.
 */
export function undoubled(inner) {
  let at = nextQuote(inner, 0);
  if (at === -1) return inner;
  const value = Buffer.allocUnsafe(inner.length);
  let length = 0;
  let from = 0;
  while (at !== -1) {
    length = copy(inner, from, at + 1, value, length);
    from = at + (inner[at + 1] === QUOTE ? 2 : 1);
    at = nextQuote(inner, from);
  }
  return value.subarray(0, copy(inner, from, inner.length, value, length));
}

/**
 * Puts a value into quotes and doubles the quotes in it.
 *
 * @param {Buffer} value In any charset.
 * @returns {Buffer}
 */
export function quote(value) {
  let quotes = 0;
  for (let at = nextQuote(value, 0); at !== -1; at = nextQuote(value, at + 1)) quotes += 1;
  const quoted = Buffer.allocUnsafe(value.length + quotes + 2);
  quoted[0] = QUOTE;
  let length = 1;
  let from = 0;
  for (; quotes > 0; quotes--) {
    const next = nextQuote(value, from) + 1;
    length = copy(value, from, next, quoted, length);
    quoted[length++] = QUOTE;
    from = next;
  }
  quoted[copy(value, from, value.length, quoted, length)] = QUOTE;
  return quoted;
}

/**
 * @param {Buffer} bytes
 * @param {number} from
 * @returns {number} Where the next quote is, or -1. One that is near is found faster than by a native call.
 */
function nextQuote(bytes, from) {
  const near = Math.min(from + NEAR, bytes.length);
  for (let position = from; position < near; position++) if (bytes[position] === QUOTE) return position;
  return near === bytes.length ? -1 : bytes.indexOf(QUOTE, near);
}

/**
 * @param {Buffer} bytes
 * @param {number} from
 * @param {number} to
 * @param {Buffer} target
 * @param {number} start
 * @returns {number} Where it ends in the target.
 */
function copy(bytes, from, to, target, start) {
  const end = start + to - from;
  if (to - from > NEAR) target.set(bytes.subarray(from, to), start);
  else for (let position = start; position < end; position++) target[position] = bytes[from + position - start];
  return end;
}

/**
 * Whether a value would be read differently without quotes. Many readers take a CR for a line end.
 *
 * @param {Buffer} value
 * @param {number} length How many bytes of it are meant.
 * @param {number} delimiter One byte.
 */
export function needsQuotes(value, length, delimiter) {
  if (value[0] === QUOTE) return length > 0;
  for (let position = 0; position < length; position++) {
    const byte = value[position];
    if (byte === delimiter || byte === LF || byte === CR) return true;
  }
  return false;
}

/**
 * Writes a text that the recipe gives, with quotes where any reader might need them.
 *
 * @param {Buffer} value
 * @param {number} delimiter One byte.
 * @returns {Buffer}
 */
export function quotedIfSpecial(value, delimiter) {
  return [delimiter, QUOTE, CR, LF].some(byte => value.includes(byte)) ? quote(value) : value;
}

/** In bytes: a native call costs as much as to look at some thirty. */
const NEAR = 32;
