import { foldCase } from '../recipe/parse-glob.js';

/** @import { FoldedPath } from './entry-globs.js' */

/**
 * @param {readonly FoldedPath[]} members
 * @returns {string[]} How their names end: with a dot, or '' if there are many endings or none.
 */
export function endingsOf(members) {
  const endings = new Set(members.map(({ path }) => /(?<=[^/])\.[\w~-]{1,10}$/.exec(path)?.[0].toLowerCase() ?? ''));
  return endings.size > MAX_ENDINGS || endings.has('') ? [''] : [...endings].sort();
}

/**
 * @param {readonly FoldedPath[]} members
 * @returns {string[]} The folders above all of them, each with a slash, from the top.
 */
export function commonFolders(members) {
  const [first] = members;
  const folders = [];
  for (let at = first.path.indexOf('/') + 1; at > 0; at = first.path.indexOf('/', at) + 1) {
    const folder = first.path.slice(0, at);
    const folded = fold(folder);
    if (!members.every(member => member.folder.startsWith(folded))) break;
    folders.push(folder);
    if (folders.length === MAX_FOLDERS) break;
  }
  return folders;
}

/**
 * What the names have in common, as pieces between stars: numbers aside, or a beginning, or an end.
 *
 * @param {readonly FoldedPath[]} members
 * @param {string[]} endings
 * @returns {string[][]}
 */
export function namePatterns(members, endings) {
  const [first] = members;
  const name = nameOf(first.path);
  const patterns = [];
  const withoutNumbers = name.split(NUMBERS);
  if (withoutNumbers.join('').length > MIN_COMMON) patterns.push(withoutNumbers);
  if (members.length === 1) return patterns;
  const [ending = ''] = endings.length === 1 ? endings : [''];
  const stems = members.map(member => Array.from(member.name.slice(0, member.name.length - ending.length)));
  const written = Array.from(name.slice(0, name.length - ending.length));
  const before = commonLength(stems, (stem, index) => stem[index]);
  const after = commonLength(stems, (stem, index) => stem[stem.length - 1 - index]);
  const head = written
    .slice(0, before)
    .join('')
    .replace(/(?<!\d)\d+$/, '');
  const tail = written
    .slice(written.length - after)
    .join('')
    .replace(/^\d+/, '');
  if (head.length >= MIN_COMMON) patterns.push([head, ending]);
  if (tail.length >= MIN_COMMON) patterns.push(['', tail + ending]);
  return patterns;
}

/**
 * @param {string[][]} stems
 * @param {(stem: string[], index: number) => string | undefined} at
 */
function commonLength(stems, at) {
  const shortest = stems.reduce((least, stem) => Math.min(least, stem.length), Number.POSITIVE_INFINITY);
  let length = 0;
  while (length < shortest && stems.every(stem => at(stem, length) === at(stems[0], length))) length++;
  return length;
}

/**
 * @param {string} path
 * @returns {string} The folder that it is in, without a slash; empty if in none.
 */
export function lastFolder(path) {
  return path.split('/').at(-2) ?? '';
}

/**
 * Folds case as globs do.
 *
 * @param {string} text
 */
export function fold(text) {
  return Array.from(text, foldCase).join('');
}

/** @param {string} path */
function nameOf(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}

const MAX_ENDINGS = 4;
const MAX_FOLDERS = 5;
/** Names have a piece in common from this many characters on. */
const MIN_COMMON = 3;
/** Dates, times and counters. Each run of digits is gone through once, and not once for each digit. */
const NUMBERS = /(?<!\d)\d+(?:[-_.T]\d+)*(?![\d\p{L}])/u;
