import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { decodeCheckpoint, encodeCheckpoint, isCheckpoint } from '../checkpoint/checkpoint.js';
import { checkpointConflict } from '../checkpoint/store.js';
import { StorageError, UsageError } from '../errors.js';
import { printable } from '../printable.js';
import { toStorageError } from '../storage/storage-error.js';

/** @import { CheckpointStore } from '../checkpoint/checkpoints.js' */

/**
 * What a job was asked to do on the command line: all that another process needs to go on.
 *
 * @typedef {object} Command
 * @property {string} archive
 * @property {string} to
 * @property {string | null} folder Where it was asked, if paths start from there.
 * @property {string | null} recipe Its text.
 */

/**
 * A checkpoint's file. The command stands in it from the beginning to the end of the job, the checkpoint where there is
 * one. It holds raw bytes of an entry: only its owner may read it.
 *
 * @typedef {object} CheckpointFile
 * @property {() => Promise<void>} open Writes the file, with the checkpoint that is there already. Fails with
 *   `usage/bad-checkpoint` where it is another job's, or no checkpoint at all.
 * @property {() => Promise<void>} finish Removes the file: nothing is left to go on with. Another job's stays.
 * @property {() => Promise<void>} giveUp Removes it if there is no checkpoint in it.
 */

/**
 * @param {string} file
 * @param {Command} command
 * @returns {CheckpointStore & CheckpointFile}
 */
export function checkpointFile(file, command) {
  /** What the file ended with when it was looked at last, which is its digest. */
  let known = EMPTY;
  let isEmpty = true;

  const assertUnchanged = async () => {
    if (!tailOf(await readOrNull(file)).equals(known)) throw checkpointConflict(file);
  };
  /** @param {Uint8Array | null} checkpoint */
  const write = async checkpoint => {
    const bytes = encodeCheckpoint({ command, checkpoint });
    const temporary = `${file}.${randomBytes(6).toString('hex')}${SUFFIX}`;
    try {
      await writeFile(temporary, bytes, { mode: 0o600, flag: 'wx', flush: true });
      await assertUnchanged();
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw toStorageError(error, `write the checkpoint "${printable(file)}"`);
    }
    known = tailOf(bytes.at(-1) ?? null);
    isEmpty = checkpoint === null;
  };
  const remove = async () => {
    try {
      await assertUnchanged();
    } catch (error) {
      // Whoever has it now goes on with it.
      if (error instanceof StorageError && error.code === 'storage/conflict') return false;
      throw error;
    }
    await rm(file, { force: true }).catch(error => {
      throw toStorageError(error, `remove the checkpoint "${printable(file)}"`);
    });
    return true;
  };

  return {
    async open() {
      const bytes = await readOrNull(file);
      if (bytes !== null && bytes.length > 0 && !isCheckpoint(bytes)) {
        throw badCheckpoint(file, 'is some other file, which would be overwritten; name another one');
      }
      const there = bytes && decodeCheckpoint(bytes);
      if (there && !isSameJob(there.command, command)) {
        throw badCheckpoint(
          file,
          `belongs to another job, of ${printable(String(there.command?.archive))}; go on with that one (sluice resume), ` +
            'or name another file',
        );
      }
      known = tailOf(bytes);
      // Whether that can be done is to be found out before the work begins.
      await stat(dirname(file)).catch(() => {
        throw badCheckpoint(file, 'would lie in a folder that is not there; make it, or name another file');
      });
      await write(there?.checkpoint ?? null);
    },
    async read() {
      const bytes = await readOrNull(file);
      if (!tailOf(bytes).equals(known)) throw checkpointConflict(file);
      return (bytes && decodeCheckpoint(bytes)?.checkpoint) ?? null;
    },
    write: bytes => write(Buffer.concat(bytes)),
    async remove() {
      if (isEmpty) return;
      try {
        await write(null);
      } catch (error) {
        if (!(error instanceof StorageError && error.code === 'storage/conflict')) throw error;
      }
    },
    async finish() {
      if (await remove()) await removeRemains(file);
    },
    async giveUp() {
      if (isEmpty) await remove();
    },
  };
}

/**
 * @param {string} file
 * @returns {Promise<Command>} What is to be gone on with.
 * @throws {UsageError} `usage/bad-checkpoint`
 */
export async function readCommandOf(file) {
  const bytes = await readOrNull(file);
  if (bytes === null) throw badCheckpoint(file, 'is not there; a job that is done removes it, else check its path');
  const command = decodeCheckpoint(bytes)?.command;
  if (command) return command;
  throw badCheckpoint(
    file,
    'is damaged, or no checkpoint; run the job again: what was written stays, the entry that was at work starts again',
  );
}

/**
 * Whether they are the same job; with another recipe, it starts again.
 *
 * @param {Command | undefined} there
 * @param {Command} command
 */
function isSameJob(there, command) {
  return there?.archive === command.archive && there.to === command.to && there.folder === command.folder;
}

/**
 * @param {string} file
 * @returns {Promise<Buffer | null>} Its bytes; of another file than a checkpoint, no more than its beginning.
 */
async function readOrNull(file) {
  try {
    // A pipe would be waited for, and a device replaced.
    const isFile = (await stat(file)).isFile();
    if (!isFile) throw badCheckpoint(file, 'is no file');
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
      const beginning = buffer.subarray(0, bytesRead);
      return isCheckpoint(beginning) ? await readFile(file) : beginning;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw error instanceof UsageError ? error : toStorageError(error, `read the checkpoint "${printable(file)}"`);
  }
}

/**
 * What processes left that were killed while they wrote the file.
 *
 * @param {string} file
 */
async function removeRemains(file) {
  const names = await readdir(dirname(file)).catch(() => []);
  for (const name of names) {
    const middle = name.slice(basename(file).length, -SUFFIX.length);
    if (name === `${basename(file)}${middle}${SUFFIX}` && /^\.[0-9a-f]{12}$/.test(middle)) {
      await rm(join(dirname(file), name), { force: true }).catch(() => {});
    }
  }
}

/** @param {Buffer | null} bytes */
function tailOf(bytes) {
  return Buffer.from(bytes?.subarray(-TAIL_BYTES) ?? EMPTY);
}

/**
 * @param {string} file
 * @param {string} problem
 */
function badCheckpoint(file, problem) {
  return new UsageError('usage/bad-checkpoint', `the checkpoint "${printable(file)}" ${problem}`);
}

const EMPTY = Buffer.alloc(0);
const TAIL_BYTES = 32;
const SUFFIX = '.partial';
