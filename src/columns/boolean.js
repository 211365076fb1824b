import { withoutSpaceBefore, withoutSpaceBehind } from './space.js';

/**
 * Booleans as `parse_bool_with_len` takes them (src/backend/utils/adt/bool.c), in any case: `true`, `false`, `yes`, `no` and any
 * beginning of these, `on`, `off`, `of`, `1`, `0`.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
export function isBoolean(bytes, start, end) {
  const from = withoutSpaceBefore(bytes, start, end);
  const to = withoutSpaceBehind(bytes, from, end);
  if (from === to) return false;
  switch (bytes[from] | LOWER_CASE) {
    case 0x30:
    case 0x31:
      return to - from === 1 && bytes[from] >= 0x30;
    case 0x74:
      return begins(TRUE, bytes, from, to);
    case 0x66:
      return begins(FALSE, bytes, from, to);
    case 0x79:
      return begins(YES, bytes, from, to);
    case 0x6e:
      return begins(NO, bytes, from, to);
    default:
      return to - from > 1 && (begins(ON, bytes, from, to) || begins(OFF, bytes, from, to));
  }
}

/**
 * Whether a word, in any case, is this one or its beginning.
 *
 * @param {Buffer} word
 * @param {Uint8Array} bytes
 * @param {number} from
 * @param {number} to
 */
function begins(word, bytes, from, to) {
  if (to - from > word.length) return false;
  for (let index = 0; from + index < to; index++) if ((bytes[from + index] | LOWER_CASE) !== word[index]) return false;
  return true;
}

const [TRUE, FALSE, YES, NO, ON, OFF] = ['true', 'false', 'yes', 'no', 'on', 'off'].map(word => Buffer.from(word));

/** What an ASCII letter of the lower case has and one of the upper case lacks. */
const LOWER_CASE = 0x20;
