import { STAR } from './parse-glob.js';

/**
 * Splits a pattern at its stars.
 *
 * @template P
 * @param {(P | symbol)[]} pattern
 * @returns {P[][]} One segment more than there are stars; each may be empty.
 */
export function segmentsOf(pattern) {
  /** @type {P[][]} */
  const segments = [[]];
  for (const part of pattern) {
    if (part === STAR) segments.push([]);
    else segments.at(-1)?.push(/** @type {P} */ (part));
  }
  return segments;
}

/**
 * Whether segments, with any items between them, match an entire list. Each one takes the first place where it fits, so none
 * need be tried again.
 *
 * @template P, I
 * @param {P[][]} segments
 * @param {ArrayLike<I>} items
 * @param {(part: P, item: I) => boolean} fits
 */
export function matchSegments(segments, items, fits) {
  const [first] = segments;
  const last = segments[segments.length - 1];
  const end = items.length - last.length;
  if (segments.length === 1) return end === 0 && fitsAt(first, items, 0, fits);
  let at = first.length;
  if (at > end || !fitsAt(first, items, 0, fits)) return false;
  for (let index = 1; index < segments.length - 1; index++) {
    const found = find(segments[index], items, at, end, fits);
    if (found === -1) return false;
    at = found + segments[index].length;
  }
  return fitsAt(last, items, end, fits);
}

/**
 * @template P, I
 * @param {P[]} segment
 * @param {ArrayLike<I>} items
 * @param {number} at
 * @param {(part: P, item: I) => boolean} fits
 */
function fitsAt(segment, items, at, fits) {
  for (let index = 0; index < segment.length; index++) if (!fits(segment[index], items[at + index])) return false;
  return true;
}

/**
 * @template P, I
 * @param {P[]} segment
 * @param {ArrayLike<I>} items
 * @param {number} from
 * @param {number} end
 * @param {(part: P, item: I) => boolean} fits
 * @returns {number} The first place where the segment fits; -1 if there is none.
 */
function find(segment, items, from, end, fits) {
  let patience = PATIENCE * segment.length;
  for (let at = from; at + segment.length <= end; at++) {
    let fitting = 0;
    while (fitting < segment.length && fits(segment[fitting], items[at + fitting])) fitting++;
    if (fitting === segment.length) return at;
    patience -= fitting;
    // Many beginnings fit: of `aaab` in a name of `a`, for example.
    if (patience < 0) return findInStep(segment, items, at + 1, end, fits);
  }
  return -1;
}

/**
 * The same, for all places at once (Shift-And): a bit for each part says whether the segment fits so far. Takes a step for each 32
 * parts and each item.
 *
 * @template P, I
 * @param {P[]} segment
 * @param {ArrayLike<I>} items
 * @param {number} from
 * @param {number} end
 * @param {(part: P, item: I) => boolean} fits
 */
function findInStep(segment, items, from, end, fits) {
  const fitting = new Uint32Array(Math.ceil(segment.length / 32));
  const lastWord = fitting.length - 1;
  const lastBit = (segment.length - 1) % 32;
  /** Which parts an item fits. @type {Map<I, Uint32Array>} */
  const known = new Map();
  for (let at = from; at < end; at++) {
    const item = items[at];
    let mask = known.get(item);
    if (mask === undefined) {
      mask = maskOf(segment, item, fits);
      known.set(item, mask);
    }
    let carry = 1;
    for (let word = 0; word <= lastWord; word++) {
      const before = fitting[word];
      fitting[word] = ((before << 1) | carry) & mask[word];
      carry = before >>> 31;
    }
    if ((fitting[lastWord] >>> lastBit) & 1) return at - segment.length + 1;
  }
  return -1;
}

/**
 * @template P, I
 * @param {P[]} segment
 * @param {I} item
 * @param {(part: P, item: I) => boolean} fits
 */
function maskOf(segment, item, fits) {
  const mask = new Uint32Array(Math.ceil(segment.length / 32));
  for (const [index, part] of segment.entries()) if (fits(part, item)) mask[index >>> 5] |= 1 << (index % 32);
  return mask;
}

const PATIENCE = 16;
