import { CsvError } from '../../errors.js';
import { Decoder } from '../foreign/decoder.js';
import { TextOrigin } from '../foreign/origin.js';
import { LF } from '../records/record-scanner.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */

/**
 * Finds the encoding of an entry, if the rule does not give it: UTF-16, or else UTF-8, as which every other superset of ASCII
 * is edited too, byte for byte. UTF-16 is recognized by its byte order mark, by zeros at every other byte, or, for text that
 * is hardly Latin, by zeros beside its line ends.
 *
 * @param {Buffer} bytes The beginning of the entry; `ENCODING_SAMPLE_BYTES` are enough.
 * @param {Pick<CsvRule, 'encoding'>} rule
 * @returns {{ encoding: string, markBytes: number }} `encoding` as `TextDecoder` names it. `markBytes`: the length of the
 *   byte order mark, 0 if there is none.
 * @throws {CsvError} `csv/encoding`: it is UTF-32, which no `TextDecoder` reads.
 */
export function detectEncoding(bytes, rule) {
  const encoding = rule.encoding === 'auto' ? encodingOf(bytes.subarray(0, ENCODING_SAMPLE_BYTES)) : rule.encoding;
  const mark = MARKS.get(encoding);
  return { encoding, markBytes: mark?.equals(bytes.subarray(0, mark.length)) ? mark.length : 0 };
}

/**
 * Decodes the opening of an entry.
 *
 * @param {Buffer} bytes Without the byte order mark.
 * @param {string} encoding
 * @returns {{ text: Buffer, byteAt: (position: number) => number }} `text` is UTF-8; `byteAt` maps a position in it, the
 *   beginning of a line or the end, to one in `bytes`.
 */
export function decodeSample(bytes, encoding) {
  if (encoding === 'utf-8') return { text: bytes, byteAt: position => position };
  const text = new Decoder(encoding).decode(bytes, true);
  const origin = new TextOrigin({ raw: bytes, text, encoding, position: 0 });
  return { text, byteAt: position => origin.byteAt(position) };
}

/**
 * @param {Buffer} sample
 * @returns {string}
 * @throws {CsvError} `csv/encoding`
 */
function encodingOf(sample) {
  const hasZeros = sample.includes(0);
  if (hasZeros) refuseUtf32(sample);
  for (const encoding of ['utf-16le', 'utf-16be']) {
    if (/** @type {Buffer} */ (MARKS.get(encoding)).equals(sample.subarray(0, 2))) return encoding;
  }
  const side = hasZeros ? sideOfZeros(sample) : null;
  if (side === null) return 'utf-8';
  return side === 1 ? 'utf-16le' : 'utf-16be';
}

/**
 * The mark of UTF-32, little-endian, begins like that of UTF-16: its text would be read with a NUL behind each character.
 *
 * @param {Buffer} sample
 */
function refuseUtf32(sample) {
  for (const [order, mark] of UTF_32_MARKS) {
    const isMarked = mark.equals(sample.subarray(0, mark.length));
    if (!isMarked && !isInFours(sample, order === 'little-endian' ? 2 : 0)) continue;
    throw new CsvError(
      'csv/encoding',
      `${isMarked ? 'the byte order mark says' : 'its zeros say'} that the entry is UTF-32 (${order}), which cannot be read; ` +
        'have it saved as UTF-8 or UTF-16',
    );
  }
}

/**
 * Whether all groups of four bytes have two zeros at one place, and something else at the other, as characters of UTF-32 do.
 *
 * @param {Buffer} bytes
 * @param {0 | 2} zeros Where they are.
 */
function isInFours(bytes, zeros) {
  const groups = bytes.length >> 2;
  for (let at = 0; at < groups * 4; at += 4) {
    if (bytes[at + zeros] !== 0 || bytes[at + zeros + 1] !== 0) return false;
    if (bytes[at + 2 - zeros] === 0 && bytes[at + 3 - zeros] === 0) return false;
  }
  return groups >= 2;
}

/**
 * @param {Buffer} bytes
 * @returns {number | null} On which side of the pairs of bytes the zeros are, as in UTF-16: 0 for the first byte, 1 for the
 *   second; null if this is not UTF-16.
 */
function sideOfZeros(bytes) {
  const zeros = [0, 0];
  for (let position = 0; position < bytes.length; position++) {
    if (bytes[position] === 0) zeros[position & 1] += 1;
  }
  const half = bytes.length >> 1;
  const side = zeros[0] > zeros[1] ? 0 : 1;
  const [many, few] = [zeros[side], zeros[side ^ 1]];
  if (half >= 2 && many > half * 0.7 && few < half * 0.1) return side;
  return few < many * 0.1 && pairsLineEnds(bytes, side) ? side : null;
}

/**
 * Whether at least two line ends, and at least half of them, are an LF and a zero in one pair of bytes.
 *
 * @param {Buffer} bytes
 * @param {number} side Where the zero is in a pair.
 */
function pairsLineEnds(bytes, side) {
  let paired = 0;
  let lineEnds = 0;
  for (let position = bytes.indexOf(LF); position !== -1; position = bytes.indexOf(LF, position + 1)) {
    lineEnds += 1;
    if ((position & 1) !== side && bytes[position ^ 1] === 0) paired += 1;
  }
  return paired >= 2 && paired >= lineEnds / 2;
}

/** How much of an entry is examined for its encoding. */
export const ENCODING_SAMPLE_BYTES = 1024;
/** The byte order mark as each encoding of Unicode writes it. */
const MARKS = new Map([
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
  ['gb18030', Buffer.from([0x84, 0x31, 0x95, 0x33])],
]);
/** @type {[order: string, mark: Buffer][]} */
const UTF_32_MARKS = [
  ['little-endian', Buffer.from([0xff, 0xfe, 0, 0])],
  ['big-endian', Buffer.from([0, 0, 0xfe, 0xff])],
];
