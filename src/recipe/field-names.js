import { hasManyMarks } from './normal-form.js';

/**
 * Where a header has a name that a rule uses.
 *
 * @typedef {object} NameMatch
 * @property {number[]} exact Positions of fields with exactly this name.
 * @property {number[]} all Positions of all fields that match, the exact ones among them, in order.
 */

/**
 * Looks up the names that a rule uses in a header. What is kept in memory grows with the rule, not with the header.
 *
 * @param {Iterable<string>} wanted
 * @param {readonly string[]} header
 * @param {'loose' | 'exact'} how
 * @returns {Map<string, NameMatch>} One for each wanted name.
 */
export function matchNames(wanted, header, how) {
  /** @type {Map<string, NameMatch>} */
  const matches = new Map();
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  let longest = 0;
  for (const name of wanted) {
    const key = how === 'loose' ? looseName(name) : name;
    const all = groups.get(key) ?? [];
    groups.set(key, all);
    matches.set(name, { exact: [], all });
    longest = Math.max(longest, key.length);
  }
  if (matches.size === 0) return matches;
  for (const [index, name] of header.entries()) {
    matches.get(name)?.exact.push(index);
    groups.get(how === 'loose' ? looseName(name, longest) : name)?.push(index);
  }
  return matches;
}

/**
 * Joins what several names match. Names that match the same fields share one list of them: it is gone through once, however
 * many they are.
 *
 * @template T
 * @param {Iterable<readonly T[]>} lists
 * @returns {Set<T>}
 */
export function unionOf(lists) {
  /** @type {Set<T>} */
  const union = new Set();
  for (const list of new Set(lists)) for (const item of list) union.add(item);
  return union;
}

/**
 * Maps names that match loosely to the same text: without white space, invisible characters and quotes at the ends, in
 * Unicode's form NFKC, and with the case folded.
 *
 * @param {string} name
 * @param {number} [longest] The length of the longest text that matters. For a name that is far too long for it, the
 *   result may be any other text, so that a huge name costs nothing.
 * @returns {string}
 */
export function looseName(name, longest = Number.POSITIVE_INFINITY) {
  const bare = withoutEnds(name);
  if (bare.length > longest * MOST_COMPOSED) return bare;
  if (isAscii(bare)) return bare.toLowerCase();
  if (hasManyMarks(bare)) return foldCase(bare);
  // NFKC may bring a space to an end (U+00B4), and folding the case may take a letter apart (ΐ).
  return foldCase(withoutEnds(bare.normalize('NFKC'))).normalize('NFKC');
}

/**
 * Not with one regular expression, which takes quadratic time where there are many spaces within a name.
 *
 * @param {string} name
 */
function withoutEnds(name) {
  let start = 0;
  let end = name.length;
  while (start < end && isEnd(name, start)) start++;
  while (end > start && isEnd(name, end - 1)) end--;
  return name.slice(start, end);
}

/**
 * A header may have megabytes of such characters, and the regular expression takes a hundred times as long as this table.
 *
 * @param {string} name
 * @param {number} index
 */
function isEnd(name, index) {
  const code = name.charCodeAt(index);
  if (KNOWN[code] === 0) KNOWN[code] = ENDS.test(name[index]) ? IS_END : IS_NONE;
  return KNOWN[code] === IS_END;
}

/** @param {string} text */
function isAscii(text) {
  return !/[^\x00-\x7f]/.test(text);
}

/**
 * Through upper case and back, because several lower forms (σ and ς) have one upper form; and first to lower case,
 * because ẞ is ß there, which is SS in upper case.
 *
 * @param {string} text
 */
function foldCase(text) {
  return text.toLowerCase().toUpperCase().toLowerCase();
}

/** White space, control and format characters (zero-width ones, byte order marks), and quotes. */
const ENDS = /[\s\p{Cc}\p{Cf}"']/u;
/** What is known of each UTF-16 code unit; 0 for nothing. */
const KNOWN = new Uint8Array(2 ** 16);
const IS_END = 1;
const IS_NONE = 2;
/** NFKC makes at most this many UTF-16 code units one. */
const MOST_COMPOSED = 4;
