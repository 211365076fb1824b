import { foldCase } from '../recipe/parse-glob.js';
import { escapeGlob, prefixGlobs } from './prefix-globs.js';

/**
 * A path as globs see it: case and Unicode normalisation aside. `folder` ends with a slash, or is empty.
 *
 * @typedef {{ path: string, folded: string, folder: string, name: string }} FoldedPath
 *
 * @typedef {{ glob: string, fits: (path: FoldedPath) => boolean }} Candidate
 */

/**
 * Finds globs that take some of an archive's entries and no others. The most general one that does so comes first, because
 * tomorrow's archive has other files. If there is none, the globs list the entries by what their paths begin with.
 *
 * @param {readonly FoldedPath[]} members At least one.
 * @param {readonly FoldedPath[]} others
 * @returns {string[]} Each has at most 1024 characters.
 */
export function globsFor(members, others) {
  for (const { glob, fits } of candidatesFor(members)) {
    if (glob.length <= MAX_GLOB_LENGTH && members.every(fits) && !others.some(fits)) return [glob];
  }
  return prefixGlobs(members, others);
}

/**
 * @param {string} path
 * @returns {FoldedPath}
 */
export function foldPath(path) {
  const composed = path.normalize('NFC');
  const folded = Array.from(composed, foldCase).join('');
  const nameAt = folded.lastIndexOf('/') + 1;
  return { path: composed, folded, folder: folded.slice(0, nameAt), name: folded.slice(nameAt) };
}

/**
 * @param {readonly FoldedPath[]} members
 * @returns {Generator<Candidate>} From general to special.
 */
function* candidatesFor(members) {
  const [first] = members;
  const endings = endingsOf(members);
  const anyName = endings.map(ending => ['', ending]);
  yield anywhere(anyName);
  const folders = commonFolders(members);
  for (const folder of folders) yield beneath(folder, anyName);
  const last = lastFolder(first.path);
  if (last !== '') yield inFoldersNamed(last, anyName);
  if (members.length === 1 && !/\d/.test(nameOf(first.path))) yield exactly(first);
  for (const pieces of namePatterns(members, endings)) {
    yield anywhere([pieces]);
    for (const folder of folders) yield beneath(folder, [pieces]);
  }
  if (members.length === 1) yield exactly(first);
}

/**
 * @param {readonly FoldedPath[]} members
 * @returns {string[]} How their names end: with a dot, or '' if there are many endings or none.
 */
function endingsOf(members) {
  const endings = new Set(members.map(({ path }) => /(?<=[^/])\.[\w~-]{1,10}$/.exec(path)?.[0].toLowerCase() ?? ''));
  return endings.size > MAX_ENDINGS || endings.has('') ? [''] : [...endings].sort();
}

/**
 * @param {readonly FoldedPath[]} members
 * @returns {string[]} The folders above all of them, each with a slash, from the top.
 */
function commonFolders(members) {
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
function namePatterns(members, endings) {
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
  const head = written.slice(0, before).join('').replace(/\d+$/, '');
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

/** @param {string[][]} names @returns {Candidate} */
function anywhere(names) {
  const fits = namesFit(names);
  return { glob: `**/${namesGlob(names)}`, fits: ({ name }) => fits(name) };
}

/** @param {string} folder @param {string[][]} names @returns {Candidate} */
function beneath(folder, names) {
  const folded = fold(folder);
  const fits = namesFit(names);
  return {
    glob: `${escapeGlob(folder)}**/${namesGlob(names)}`,
    fits: path => path.folder.startsWith(folded) && fits(path.name),
  };
}

/** @param {string} last @param {string[][]} names @returns {Candidate} */
function inFoldersNamed(last, names) {
  const folded = `/${fold(last)}/`;
  const fits = namesFit(names);
  return {
    glob: `**/${escapeGlob(last)}/${namesGlob(names)}`,
    fits: path => `/${path.folder}`.endsWith(folded) && fits(path.name),
  };
}

/** @param {FoldedPath} member @returns {Candidate} */
function exactly({ path, folded }) {
  return { glob: escapeGlob(path), fits: other => other.folded === folded };
}

/** @param {string[][]} names Alternatives; each in pieces. */
function namesGlob(names) {
  const [first] = names;
  if (names.length === 1) return first.map(escapeGlob).join('*').replace(/^$/, '*');
  return `*.{${names.map(([, ending]) => escapeGlob(ending.slice(1))).join(',')}}`;
}

/**
 * @param {string[][]} names
 * @returns {(name: string) => boolean} For folded names.
 */
function namesFit(names) {
  const folded = names.map(pieces => pieces.map(fold));
  return name => folded.some(pieces => piecesFit(pieces, name));
}

/**
 * @param {string[]} pieces
 * @param {string} name
 */
function piecesFit(pieces, name) {
  const last = pieces[pieces.length - 1];
  if (pieces.length === 1) return name === last;
  if (!name.startsWith(pieces[0])) return false;
  let at = pieces[0].length;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/** @param {string} text */
function fold(text) {
  return Array.from(text, foldCase).join('');
}

/** @param {string} path */
function nameOf(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** @param {string} path */
function lastFolder(path) {
  return path.split('/').at(-2) ?? '';
}

const MAX_GLOB_LENGTH = 1024;
const MAX_ENDINGS = 4;
const MAX_FOLDERS = 5;
/** Names have a piece in common from this many characters on. */
const MIN_COMMON = 3;
/** Dates, times and counters. */
const NUMBERS = /\d+(?:[-_.T]\d+)*(?![\d\p{L}])/u;
