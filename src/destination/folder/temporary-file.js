import { randomBytes } from 'node:crypto';
import { constants, lstat, open, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { printable } from '../../printable.js';
import { toStorageError } from '../../storage/storage-error.js';
import { outputGone } from '../s3/output-gone.js';
import { assertInside, makeFolderInside, realPathOf, removeEmptyFolders } from './safe-folder.js';

/** @import { FileHandle } from 'node:fs/promises' */
/** @import { SuspendedOutput } from '../open.js' */

/** @typedef {{ file: FileHandle, temporary: string, final: string, created: string[] }} TemporaryFile */

/**
 * @param {string} root
 * @param {string} target The final path, beside which it is made.
 * @param {string} doing For messages.
 * @returns {Promise<TemporaryFile>} `created`: the folders that were missing, innermost first.
 */
export async function createTemporary(root, target, doing) {
  for (let attempt = 1; ; attempt += 1) {
    /** @type {string[]} */
    let created = [];
    try {
      const folder = await makeFolderInside(await realpath(root), dirname(target));
      created = folder.created;
      const final = join(folder.real, basename(target));
      await assertNoFolder(final);
      // Not made from the final name, which may be as long as a name can be. `wx`: never somebody else's file.
      const temporary = join(folder.real, `.${randomBytes(12).toString('hex')}${SUFFIX}`);
      return { file: await open(temporary, 'wx'), temporary, final, created };
    } catch (error) {
      await removeEmptyFolders(created);
      // An output that is aborted at the same time may take the empty folder away again.
      const isFolderGone = /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT';
      if (!isFolderGone || attempt === MAX_ATTEMPTS) throw toStorageError(error, doing);
    }
  }
}

/**
 * Opens the temporary file of an output that was suspended. A state says no more than a name beside the final path, and
 * only one that such a file can have.
 *
 * @param {string} root
 * @param {string} target
 * @param {SuspendedOutput['state']} state
 * @returns {Promise<TemporaryFile>}
 * @throws {StorageError} `storage/output-gone` where it is not there, too short, or no file of its own.
 */
export async function reopenTemporary(root, target, state) {
  const name = `"${printable(target)}"`;
  const temporary = await locateTemporary(root, target, state);
  if (temporary === null) throw outputGone(name, 'there is no temporary file of it');
  const doing = `go on with ${name}`;
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
    throw toStorageError(error, doing);
  }
}

/**
 * @param {string} root
 * @param {string} target
 * @param {SuspendedOutput['state']} state
 */
export async function removeTemporary(root, target, state) {
  const temporary = await locateTemporary(root, target, state);
  if (temporary !== null) await rm(temporary, { force: true });
}

/**
 * @param {string} root
 * @param {string} target
 * @param {SuspendedOutput['state']} state
 * @returns {Promise<string | null>} Null where there can be none.
 */
async function locateTemporary(root, target, { storage, temporary }) {
  if (storage !== 'folder' || !TEMPORARY.test(temporary)) return null;
  const folder = await realPathOf(dirname(target));
  return folder === null ? null : join(assertInside(await realpath(root), folder), temporary);
}

/**
 * The rename would find out too, after everything was written.
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
const TEMPORARY = /^\.[0-9a-f]{24}\.sluice-part$/;
const WRONG_FILE = 'its temporary file is no file of its own';
// What stands there is a link, a folder, or a socket.
const GONE = new Set(['ENOENT', 'ELOOP', 'EMLINK', 'EISDIR', 'ENXIO']);
