import { open, readFile, stat } from 'node:fs/promises';
import { decodeCheckpoint, isCheckpoint } from '../checkpoint/checkpoint.js';
import { UsageError } from '../errors.js';
import { printable } from '../printable.js';
import { checkMembers, optional, ShapeFault, TEXT } from '../storage/shape.js';
import { toStorageError } from '../storage/storage-error.js';

/** @import { Rule } from '../storage/shape.js' */
/** @import { Command } from './command.js' */

/**
 * @param {string} file
 * @returns {Promise<Command>} The job to resume.
 * @throws {UsageError} `usage/bad-checkpoint`
 */
export async function readCommandOf(file) {
  const bytes = await readCheckpointFile(file);
  if (bytes === null) throw badCheckpoint(file, 'is missing; check its path (a job that finishes removes it)');
  const command = decodeCheckpoint(bytes)?.command;
  if (isCommand(command)) return command;
  throw badCheckpoint(
    file,
    'is damaged, or no checkpoint; run the job again: what was written stays, the entry that was at work starts again',
  );
}

/**
 * @param {any} command
 * @returns {command is Command} Whether a job can have written it: its digest has no key.
 */
function isCommand(command) {
  try {
    checkMembers(command, 'command.', COMMAND);
    return true;
  } catch (error) {
    if (error instanceof ShapeFault) return false;
    throw error;
  }
}

/**
 * @param {string} file
 * @returns {Promise<Buffer | null>} The file's bytes; only the first ones if it is not a checkpoint; null if there is no
 *   file.
 * @throws {import('../errors.js').SluiceError} `usage/bad-checkpoint` for anything but a file, `storage/…`
 */
export async function readCheckpointFile(file) {
  try {
    // Reading a pipe would wait for its writer, and a device would be replaced.
    const found = await stat(file);
    if (!found.isFile()) throw badCheckpoint(file, 'is no file');
    if (found.size > MOST_BYTES) throw badCheckpoint(file, `has ${found.size} bytes, and no job writes so many`);
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0);
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
 * @param {string} file
 * @param {string} problem
 * @returns {UsageError} `usage/bad-checkpoint`
 */
export function badCheckpoint(file, problem) {
  return new UsageError('usage/bad-checkpoint', `the checkpoint "${printable(file)}" ${problem}`);
}

/** @type {Record<string, Rule>} */
const COMMAND = { archive: TEXT, to: TEXT, folder: optional(TEXT, null), recipe: optional(TEXT, null) };
/** More do not fit into a buffer that Node reads a file into. */
const MOST_BYTES = 2 ** 31 - 1;
/** Enough to recognize a checkpoint. */
const MAGIC_BYTES = 64;
