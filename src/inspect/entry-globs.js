import { normalForm } from '../recipe/normal-form.js';
import { commonFolders, endingsOf, fold, lastFolder, namePatterns } from './common-path-parts.js';
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
  const composed = normalForm(path, 'NFC');
  const folded = fold(composed);
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
  if (members.length === 1 && !/\d/.test(first.name)) yield exactly(first);
  for (const pieces of namePatterns(members, endings)) {
    yield anywhere([pieces]);
    for (const folder of folders) yield beneath(folder, [pieces]);
  }
  if (members.length === 1) yield exactly(first);
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

const MAX_GLOB_LENGTH = 1024;
