import { randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { constants, lstat, open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { printable } from '../../printable.js';
import { toStorageError } from '../../storage/storage-error.js';
import { outputGone } from '../output-gone.js';
import { assertInside, assertNoLink, makeFolderInside, realPathOf, removeEmptyFolders } from './safe-folder.js';

/** @import { FileHandle } from 'node:fs/promises' */
/** @import { SuspendedOutput } from '../open.js' */

/**
 * The file that an output is written to before it is published.
 *
 * @typedef {object} TemporaryFile
 * @property {FileHandle} file
 * @property {string} temporary Its path.
 * @property {string} final The path that it is renamed to, in the same real folder.
 * @property {string[]} created The folders that were missing, innermost first.
 */

/**
 * @param {string} root
 * @param {string} target The final path; the temporary file is created beside it.
 * @param {string} doing For messages.
 * @returns {Promise<TemporaryFile>}
 */
export async function createTemporary(root, target, doing) {
  try {
    return await retryIfFolderGoes(() => create(root, target));
  } catch (error) {
    throw toStorageError(error, doing);
  }
}

/**
 * @param {string} root
 * @param {string} target
 * @returns {Promise<TemporaryFile>}
 */
async function create(root, target) {
  assertNoLink(root, dirname(target));
  const { real, created } = makeFolderInside(realpathSync.native(root), dirname(target));
  try {
    const final = join(real, basename(target));
    await assertNoFolder(final);
    const temporary = temporaryIn(real);
    return { file: await open(temporary, 'wx'), temporary, final, created };
  } catch (error) {
    removeEmptyFolders(created);
    throw error;
  }
}

/**
 * Tries again if a folder is missing: an output that is aborted at the same time may remove it, because it is empty.
 *
 * @template Result
 * @param {() => Promise<Result>} create Creates the folder, and a file in it.
 * @returns {Promise<Result>}
 */
export async function retryIfFolderGoes(create) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await create();
    } catch (error) {
      const isFolderGone = /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT';
      if (!isFolderGone || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/**
 * @param {string} folder
 * @returns {string} A path for a temporary file. It is not made from the final name, which may have the greatest length that a
 *   name can have.
 */
export function temporaryIn(folder) {
  // Node draws the random bytes of many UUIDs at once.
  const digits = randomUUID().replaceAll('-', '').slice(-DIGITS);
  return join(folder, `.${digits}${SUFFIX}`);
}

/**
 * Opens the temporary file of a suspended output. The state, which comes from outside, only gives a name beside the final
 * path, and only one of the form that such files have.
 *
 * @param {string} root
 * @param {string} target
 * @param {SuspendedOutput['state']} state
 * @returns {Promise<TemporaryFile>}
 * @throws {import('../../errors.js').StorageError} `storage/output-gone` if it is missing, too short, or no file of its own.
 */
export async function reopenTemporary(root, target, state) {
  const name = `"${printable(target)}"`;
  const temporary = locateTemporary(root, target, state);
  if (temporary === null) throw outputGone(name, 'there is no temporary file of it');
  if (!(Number.isSafeInteger(state.bytes) && state.bytes >= 0)) throw outputGone(name, 'how long it is is not known');
  const final = join(dirname(temporary), basename(target));
  /** @type {FileHandle | undefined} */
  let file;
  try {
    file = await open(temporary, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const { size, nlink } = await assertFile(file);
    if (nlink === 1 && size >= state.bytes) return { file, temporary, final, created: [] };
    throw outputGone(name, nlink > 1 ? WRONG_FILE : `its temporary file has ${size} of ${state.bytes} bytes`);
  } catch (error) {
    await file?.close();
    const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
    if (GONE.has(code)) throw outputGone(name, code === 'ENOENT' ? 'its temporary file is gone' : WRONG_FILE, error);
    throw toStorageError(error, `go on with ${name}`);
  }
}

/**
 * @param {string} root
 * @param {string} target
 * @param {SuspendedOutput['state']} state
 */
export async function removeTemporary(root, target, state) {
  const temporary = locateTemporary(root, target, state);
  if (temporary !== null) await rm(temporary, { force: true });
}

/**
 * @param {string} root
 * @param {string} target
 * @param {SuspendedOutput['state']} state
 * @returns {string | null} Null if there cannot be one.
 */
function locateTemporary(root, target, { storage, temporary }) {
  if (storage !== 'folder' || !TEMPORARY.test(temporary)) return null;
  assertNoLink(root, dirname(target));
  const folder = realPathOf(dirname(target));
  return folder === null ? null : join(assertInside(realpathSync.native(root), folder), temporary);
}

/**
 * The rename would fail on a folder too, but only after everything was written.
 *
 * @param {string} path
 */
async function assertNoFolder(path) {
  const stat = await lstat(path).catch(() => null);
  if (stat?.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
}

/** @param {FileHandle} file */
async function assertFile(file) {
  const stat = await file.stat();
  if (!stat.isFile()) throw Object.assign(new Error('it is no file'), { code: 'EISDIR' });
  return stat;
}

const MAX_ATTEMPTS = 5;
const SUFFIX = '.sluice-part';
const DIGITS = 24;
const TEMPORARY = /^\.[0-9a-f]{24}\.sluice-part$/;
const WRONG_FILE = 'its temporary file is no file of its own';
/** Missing, or a link, a folder or a socket. */
const GONE = new Set(['ENOENT', 'ELOOP', 'EMLINK', 'EISDIR', 'ENXIO']);
