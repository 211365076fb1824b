import { crc32 } from 'node:zlib';

/** @import { Collected } from './kinds.js' */
/** @import { Sample } from './take-sample.js' */

/**
 * How an entry begins. `ends`: where its first lines end, each with a checksum of everything before, and of the line. `shape`:
 * its rule, and how often each delimiter stands in its first line.
 *
 * @typedef {{ rule: number, ends: { bytes: number, checksum: number, line: string }[], shape: string }} Beginning
 */

/**
 * @param {number} rule The index of the entry's rule.
 * @param {Buffer} bytes The first ones of the entry.
 * @returns {Beginning}
 */
export function beginningOf(rule, bytes) {
  const ends = [];
  let from = 0;
  let checksum = 0;
  while (ends.length < MAX_LINES) {
    const to = lineEnd(bytes, from);
    if (to === null) break;
    const line = bytes.subarray(from, to);
    checksum = crc32(line, checksum);
    ends.push({ bytes: to, checksum, line: `${line.length} ${crc32(line)}` });
    from = to;
  }
  const [first = ''] = /[^\r\n]+/.exec(bytes.toString('latin1', 0, MAX_LINE_BYTES)) ?? [];
  const counts = DELIMITERS.map(delimiter => first.split(delimiter).length - 1);
  return { rule, ends, shape: `${rule} ${counts.join(' ')}` };
}

/**
 * @param {Buffer} bytes
 * @param {number} from
 */
function lineEnd(bytes, from) {
  const newline = bytes.indexOf(LF, from);
  const line = newline < 0 ? bytes.length : newline;
  const bareReturn = bytes.subarray(from, line - 1).indexOf(CR);
  if (bareReturn >= 0) return from + bareReturn + 1;
  if (newline < 0) return null;
  // UTF-16 with the low byte first.
  return newline + (bytes[newline + 1] === 0 ? 2 : 1);
}

/**
 * Recognizes entries that begin like others, so that no more of them has to be read. An entry is taken for a kind if it has the
 * same lines up to the header as a few of its entries, or the same header below other lines. Without a header, it is taken for
 * the kind of all entries with a first line of the same shape.
 */
export class KnownOpenings {
  /** @type {Map<string, { collected: Collected | null, count: number }>} `collected` is null if they are of several kinds. */
  #known = new Map();

  /**
   * @param {Beginning} beginning
   * @param {Sample} sample
   * @param {Collected} collected The kind that it is of.
   */
  add({ rule, ends, shape }, { openingBytes }, collected) {
    const end = ends.find(({ bytes }) => bytes === openingBytes);
    if (end !== undefined) this.#count(openingKey(rule, end), collected);
    if (end !== undefined && end !== ends[0]) this.#count(headerKey(rule, end), collected);
    this.#count(shape, collected.kind.header === null || openingBytes === 0 ? collected : null);
  }

  /**
   * @param {string} key
   * @param {Collected | null} collected
   */
  #count(key, collected) {
    const known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, { collected, count: 1 });
    else {
      known.count += 1;
      if (known.collected !== collected) known.collected = null;
    }
  }

  /**
   * @param {Beginning} beginning
   * @returns {Collected | null} The kind that the entry is taken for; null if it has to be read.
   */
  find({ rule, ends, shape }) {
    for (const end of ends) {
      for (const key of end === ends[0] ? [openingKey(rule, end)] : [openingKey(rule, end), headerKey(rule, end)]) {
        const known = this.#known.get(key);
        if (known && known.count >= ENOUGH_OPENINGS && known.collected !== null) return known.collected;
      }
    }
    const alike = this.#known.get(shape);
    return alike && alike.count >= ENOUGH_ALIKE ? alike.collected : null;
  }
}

/**
 * @param {number} rule
 * @param {Beginning['ends'][number]} end
 */
function openingKey(rule, { bytes, checksum }) {
  return `${rule} ${bytes} ${checksum} opening`;
}

/**
 * @param {number} rule
 * @param {Beginning['ends'][number]} end Of the header, below other lines.
 */
function headerKey(rule, { line }) {
  return `${rule} ${line} header`;
}

const DELIMITERS = [',', ';', '\t', '|', ' ', '"'];
const MAX_LINES = 16;
const MAX_LINE_BYTES = 4096;
const ENOUGH_OPENINGS = 3;
const ENOUGH_ALIKE = 8;
const LF = 0x0a;
const CR = 0x0d;
