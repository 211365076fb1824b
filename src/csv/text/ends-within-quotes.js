/** @import { Dialect } from '../dialect.js' */

/**
 * Whether a quote is open at the end of a line with a broken one, so that the value may go on in the next line. One that is closed before, as in
 * `"6" pipe`, costs its line only; behind it, another quote in the same field opens it again.
 *
 * @param {Buffer} line Without its line end. It begins with a record.
 * @param {Pick<Dialect, 'delimiter' | 'quote' | 'escape' | 'spaces'>} dialect
 */
export function endsWithinQuotes(line, { delimiter, quote, escape: escaping, spaces }) {
  if (quote === 'none') return false;
  const [sign, between] = [quote.charCodeAt(0), Buffer.from(delimiter)];
  const isDelimiter = (/** @type {number} */ at) =>
    line[at] === between[0] && line.subarray(at, at + between.length).equals(between);
  /** @type {'begins' | 'plain' | 'quoted' | 'behind'} */
  let state = 'begins';
  for (let at = 0; at < line.length; at += 1) {
    const byte = line[at];
    if (state === 'quoted') {
      const isEscape = escaping === 'double' && byte === sign && line[at + 1] === sign;
      const isWithin = escaping === 'loose' && at + 1 < line.length && !isDelimiter(at + 1);
      if (isEscape || (escaping === 'backslash' && byte === BACKSLASH)) at += 1;
      else if (byte === sign && !isWithin) state = 'behind';
    } else if (isDelimiter(at)) {
      state = 'begins';
      at += between.length - 1;
    } else if (byte === sign && state !== 'plain') {
      state = 'quoted';
    } else if (state === 'begins' && !(spaces && (byte === SPACE || byte === TAB))) {
      state = 'plain';
    }
  }
  return state === 'quoted';
}

const BACKSLASH = 0x5c;
const SPACE = 0x20;
const TAB = 0x09;
