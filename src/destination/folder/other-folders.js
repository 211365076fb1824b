import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isEntryPath } from '../../archive/entry-path.js';
import { manifestPath } from '../../output-paths.js';
import { Turns, WORK_OF_A_READ } from '../../streams/turns.js';

/** @import { Stats } from 'node:fs' */
/** @import { NameList } from '../../memory/name-list.js' */

/**
 * Output folders nest: `x.zip` may hold `y/f.csv`, and `x/y.zip` may hold `f.csv`. Finds the folders with a manifest of another archive,
 * around an output folder and within it, as far as entries lead there.
 *
 * @param {string} root The destination's path.
 * @param {string} outputFolder
 * @param {Pick<NameList, 'length' | 'get'>} names The entries'.
 * @returns {AsyncGenerator<string, void>} Their paths. One may come more than once.
 */
export async function* otherFolders(root, outputFolder, names) {
  const around = outputFolder.split('/').slice(0, -1);
  for (const folder of around.map((_, index) => around.slice(0, index + 1).join('/'))) {
    if (hasManifest(root, folder)) yield folder;
  }
  if (!isThere(root, outputFolder)) return;
  const turns = new Turns();
  /** The folders of the name before, nearly always the same ones. @type {string[]} */
  let before = [];
  for (let index = 0; index < names.length; index++) {
    const name = names.get(index);
    const folders = isEntryPath(name) ? name.split('/').slice(0, -1) : [];
    const known = commonParts(folders, before);
    before = folders;
    for (let count = known + 1; count <= folders.length; count++) {
      await turns.before(WORK_OF_A_READ);
      const folder = [outputFolder, ...folders.slice(0, count)].join('/');
      if (!isThere(root, folder)) break;
      if (hasManifest(root, folder)) yield folder;
    }
  }
}

/**
 * @param {string[]} some
 * @param {string[]} others
 * @returns {number} In how many parts they begin alike.
 */
function commonParts(some, others) {
  const different = some.findIndex((part, index) => part !== others[index]);
  return different === -1 ? some.length : different;
}

/**
 * @param {string} root
 * @param {string} folder
 */
function hasManifest(root, folder) {
  return look(join(root, manifestPath(folder)))?.isFile() === true;
}

/**
 * @param {string} root
 * @param {string} folder
 */
function isThere(root, folder) {
  return look(join(root, folder))?.isDirectory() === true;
}

/**
 * @param {string} path
 * @returns {Stats | undefined} Nothing also where it cannot be looked at: with a name that is too long, or in a folder that may not be
 *   entered. An entry that leads there fails by itself when it is written.
 */
function look(path) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
