/** @import { FoldedPath } from './entry-globs.js' */

/**
 * Lists entries in as few and short globs as possible: by what only their paths begin with. Paths that differ in case or
 * Unicode normalisation alone cannot be told apart, and a path of very many special characters only by its other ones.
 *
 * @param {readonly FoldedPath[]} members
 * @param {readonly FoldedPath[]} others
 * @returns {string[]} Each has at most 1024 characters.
 */
export function prefixGlobs(members, others) {
  const found = coverWithPrefixes(members, others);
  const globs = [];
  for (let from = 0; from < found.length; ) {
    let joined = joinGlobs(found.slice(from, from + 1));
    let to = from + 1;
    // Twice as many each time, then one by one, so that it takes little time.
    for (let step = 1; step >= 1; ) {
      const next = found.slice(from, to + step);
      const longer = joinGlobs(next);
      if (to + step <= found.length && next.length <= MAX_ALTERNATIVES && longer.length <= MAX_GLOB_LENGTH) {
        joined = longer;
        to += step;
        step *= 2;
      } else step = Math.floor(step / 2);
    }
    globs.push(joined);
    from = to;
  }
  return globs;
}

/**
 * Takes a text literally in a glob.
 *
 * @param {string} text
 */
export function escapeGlob(text) {
  return text.replace(/[\\*?[\]{},]|^!/g, '\\$&');
}

/**
 * @param {readonly FoldedPath[]} members
 * @param {readonly FoldedPath[]} others
 * @returns {string[][]} Globs in pieces: escaped characters, and a last piece that is `*`, `*` and any folders, or nothing.
 */
function coverWithPrefixes(members, others) {
  const isMember = new Set(members);
  const paths = [...members, ...others].sort((a, b) => (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : 0));
  /** @type {string[][]} */
  const globs = [];
  for (let from = 0, to = 0; from < paths.length; from = to + 1) {
    to = from;
    while (to < paths.length && isMember.has(paths[to])) to += 1;
    globs.push(...coverRun(paths.slice(from, to), paths[from - 1]?.folded ?? '', paths[to]?.folded ?? ''));
  }
  return globs;
}

/**
 * Covers paths that stand side by side in order by prefixes with which neither the path before nor the one behind begins.
 *
 * @param {FoldedPath[]} run
 * @param {string} before
 * @param {string} behind
 * @returns {string[][]}
 */
function coverRun(run, before, behind) {
  const globs = [];
  for (let from = 0, to = 0; from < run.length; from = to) {
    const { path, folded } = run[from];
    const shared = Math.max(commonLength(folded, before), commonLength(folded, behind));
    to = from + 1;
    if (shared >= folded.length || shared > MAX_SHARED) {
      globs.push([...Array.from(path, escapeGlob), '']);
      continue;
    }
    const length = shared + String.fromCodePoint(/** @type {number} */ (folded.codePointAt(shared))).length;
    const prefix = folded.slice(0, length);
    while (to < run.length && run[to].folded.startsWith(prefix)) to += 1;
    const rests = run.slice(from, to).map(each => each.folded.slice(length));
    const pieces = Array.from(path.slice(0, length), escapeGlob);
    if (rests.length === 1 && rests[0] === '') globs.push([...pieces, '']);
    else {
      if (rests.some(rest => !rest.includes('/'))) globs.push([...pieces, '*']);
      if (rests.some(rest => rest.includes('/'))) globs.push([...pieces, '*/**']);
    }
  }
  return globs;
}

/**
 * @param {string[][]} globs
 * @returns {string} One glob, with what they begin with in front of the braces.
 */
function joinGlobs(globs) {
  const [first] = globs;
  if (globs.length === 1) return shorten(first).join('');
  const last = globs[globs.length - 1];
  // They are sorted, so what the first and the last have in common, all have. The ends stay within the braces.
  const shared = Math.min(commonLength(first, last), ...globs.map(glob => glob.length - 1));
  const start = first.slice(0, shared).join('');
  return `${start}{${globs.map(glob => glob.slice(shared).join('')).join(',')}}`;
}

/**
 * @param {string[]} glob In pieces.
 * @returns {string[]} With `?` for escaped characters if it would be too long.
 */
function shorten(glob) {
  if (glob.join('').length <= MAX_GLOB_LENGTH) return glob;
  return glob.map(piece => (piece.length === 2 && piece.startsWith('\\') ? '?' : piece));
}

/**
 * @param {ArrayLike<string>} a
 * @param {ArrayLike<string>} b
 * @returns {number} Never between the halves of a character.
 */
function commonLength(a, b) {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  const isHalf = typeof a === 'string' && length > 0 && /[\ud800-\udbff]/.test(a[length - 1]);
  return isHalf ? length - 1 : length;
}

const MAX_GLOB_LENGTH = 1024;
const MAX_ALTERNATIVES = 256;
/** A longer prefix may have no room for what follows it. */
const MAX_SHARED = 1000;
