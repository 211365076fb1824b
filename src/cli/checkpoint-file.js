import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { decodeCheckpoint, encodeCheckpoint, isCheckpoint } from '../checkpoint/checkpoint.js';
import { checkpointConflict } from '../checkpoint/store.js';
import { hasCode } from '../errors.js';
import { printable } from '../printable.js';
import { toStorageError } from '../storage/storage-error.js';
import { badCheckpoint, readCheckpointFile } from './read-checkpoint.js';
import { removeLeftovers, replaceFile } from './replace-file.js';

/** @import { CheckpointStore } from '../checkpoint/store.js' */
/** @import { Command } from './command.js' */

/**
 * A checkpoint's file. It holds the command for as long as the job lasts, and a checkpoint while there is one. Only its
 * owner may read it, because a checkpoint holds raw bytes of an entry.
 *
 * @typedef {object} CheckpointFile
 * @property {() => Promise<void>} open Writes the file, keeping a checkpoint that is already in it. Fails with
 *   `usage/bad-checkpoint` if the file belongs to another job or is not a checkpoint.
 * @property {() => Promise<void>} finish Removes the file of a job that is done, unless another process has changed it.
 * @property {() => Promise<void>} giveUp Removes the file if it has no checkpoint.
 */

/**
 * @param {string} file
 * @param {Command} command
 * @returns {CheckpointStore & CheckpointFile}
 */
export function checkpointFile(file, command) {
  /** The end of the file, its digest, when it was last read or written. */
  let known = EMPTY;
  let hasCheckpoint = false;

  const assertUnchanged = async () => {
    if (!tailOf(await readCheckpointFile(file)).equals(known)) throw checkpointConflict(file);
  };
  /** @param {Uint8Array | null} checkpoint */
  const write = async checkpoint => {
    const bytes = encodeCheckpoint({ command, checkpoint });
    try {
      await replaceFile(file, bytes, assertUnchanged);
    } catch (error) {
      throw toStorageError(error, `write the checkpoint "${printable(file)}"`);
    }
    known = tailOf(bytes.at(-1) ?? null);
    hasCheckpoint = checkpoint !== null;
  };
  /** @returns {Promise<boolean>} Whether the file was removed; one that another process has changed stays. */
  const remove = async () => {
    try {
      await assertUnchanged();
    } catch (error) {
      if (hasCode(error, 'storage/conflict')) return false;
      throw error;
    }
    await rm(file, { force: true }).catch(error => {
      throw toStorageError(error, `remove the checkpoint "${printable(file)}"`);
    });
    return true;
  };

  return {
    async open() {
      const bytes = await readCheckpointFile(file);
      if (bytes !== null && bytes.length > 0 && !isCheckpoint(bytes)) {
        throw badCheckpoint(file, 'is some other file, which would be overwritten; name another one');
      }
      const existing = bytes && decodeCheckpoint(bytes);
      if (existing && !isSameJob(existing.command, command)) {
        throw badCheckpoint(
          file,
          `belongs to another job, of ${printable(String(existing.command?.archive))}; go on with that one (sluice resume), ` +
            'or name another file',
        );
      }
      known = tailOf(bytes);
      await stat(dirname(file)).catch(() => {
        throw badCheckpoint(file, 'would be in a folder that does not exist; create it, or name another file');
      });
      // Fails now, not after the work, if the file cannot be written.
      await write(existing?.checkpoint ?? null);
    },
    async read() {
      const bytes = await readCheckpointFile(file);
      if (!tailOf(bytes).equals(known)) throw checkpointConflict(file);
      const checkpoint = bytes && decodeCheckpoint(bytes)?.checkpoint;
      return Buffer.isBuffer(checkpoint) ? checkpoint : null;
    },
    write: bytes => write(Buffer.concat(bytes)),
    async remove() {
      if (!hasCheckpoint) return;
      try {
        await write(null);
      } catch (error) {
        if (!hasCode(error, 'storage/conflict')) throw error;
      }
    },
    async finish() {
      if (await remove()) await removeLeftovers(file);
    },
    async giveUp() {
      if (!hasCheckpoint) await remove();
    },
  };
}

/**
 * Whether two commands are the same job. A changed recipe does not make it another job; its entries just start over.
 *
 * @param {Command | undefined} existing
 * @param {Command} command
 */
function isSameJob(existing, command) {
  return existing?.archive === command.archive && existing.to === command.to && existing.folder === command.folder;
}

/** @param {Buffer | null} bytes */
function tailOf(bytes) {
  return Buffer.from(bytes?.subarray(-TAIL_BYTES) ?? EMPTY);
}

const EMPTY = Buffer.alloc(0);
const TAIL_BYTES = 32;
