import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { decodeCheckpoint, encodeCheckpoint } from './checkpoint.js';
import { StorageError, UsageError } from './errors.js';
import { checkpointPath } from './output-paths.js';
import { printable } from './printable.js';
import { toStorageError } from './storage-error.js';

/** @import { CheckpointStore } from './checkpoints.js' */
/** @import { Destination } from './destination/open-destination.js' */

/**
 * Keeps the checkpoint at the destination, beside the manifest.
 *
 * @param {Destination} destination
 * @param {string} place
 * @returns {CheckpointStore}
 */
export function destinationStore(destination, place) {
  const path = checkpointPath(place);
  return {
    read: () => destination.read(path, chunks => buffer(chunks)),
    async write(bytes) {
      const declaredBytes = bytes.reduce((total, { length }) => total + length, 0);
      const output = await destination.create(path, { declaredBytes });
      try {
        await pipeline(bytes, output.writable);
        if ((await output.commit()) === 'written') return;
      } catch (error) {
        await output.abort();
        throw error;
      }
      throw conflict(output.uri);
    },
    // Whatever it is: what it told of is done, or cannot be gone on with.
    remove: () => destination.remove(path, async () => {}),
  };
}

/**
 * What a job was asked to do on the command line: all that another process needs to go on.
 *
 * @typedef {object} Command
 * @property {string} archive
 * @property {string} to
 * @property {string} folder Where it was asked: paths start from there.
 * @property {string | null} recipe Its text.
 */

/**
 * Keeps the checkpoint in a file, together with the command. It holds raw bytes of an entry: only its owner may read it.
 *
 * @param {string} file
 * @param {Command} command
 * @returns {CheckpointStore & { open: () => Promise<void> }} `open` writes the file where there is none, and fails with
 *   `usage/bad-checkpoint` where there is another job's.
 */
export function fileStore(file, command) {
  const doing = `write the checkpoint "${printable(file)}"`;
  /** @type {Buffer | null} */
  let known = null;

  const assertUnchanged = async () => {
    const there = await readOrNull(file);
    if (known === null ? there !== null : there?.equals(known) !== true) throw conflict(file);
  };
  /** @param {Buffer | null} checkpoint */
  const write = async checkpoint => {
    const bytes = Buffer.concat(encodeCheckpoint({ command, checkpoint }));
    const temporary = `${file}.${randomBytes(6).toString('hex')}.partial`;
    try {
      await writeFile(temporary, bytes, { mode: 0o600, flag: 'wx', flush: true });
      await assertUnchanged();
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error instanceof StorageError ? error : toStorageError(error, doing);
    }
    known = bytes;
  };

  return {
    async open() {
      known = await readOrNull(file);
      if (known === null) return write(null);
      const there = decodeCheckpoint(known)?.command;
      if (there !== undefined && JSON.stringify(there) !== JSON.stringify(command)) {
        throw badCheckpoint(
          file,
          `belongs to another job, of ${printable(String(there.archive))}; go on with that one (sluice resume), or name another file`,
        );
      }
    },
    async read() {
      return (known && decodeCheckpoint(known)?.checkpoint) ?? null;
    },
    write: bytes => write(Buffer.concat(bytes)),
    async remove() {
      if (known === null) return;
      await assertUnchanged();
      await rm(file, { force: true });
      known = null;
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
  if (bytes === null) throw badCheckpoint(file, 'is not there');
  const command = decodeCheckpoint(bytes)?.command;
  if (command) return command;
  throw badCheckpoint(
    file,
    'is damaged, or no checkpoint; run the job again: what was written stays, the entry that was at work starts again',
  );
}

/** @param {string} file */
async function readOrNull(file) {
  try {
    return await readFile(file);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw toStorageError(error, `read the checkpoint "${printable(file)}"`);
  }
}

/**
 * @param {string} file
 * @param {string} problem
 */
function badCheckpoint(file, problem) {
  return new UsageError('usage/bad-checkpoint', `the checkpoint "${printable(file)}" ${problem}`);
}

/** @param {string} where */
function conflict(where) {
  return new StorageError(
    'storage/conflict',
    `another job has gone on from the checkpoint ${printable(where)} meanwhile; this one stops`,
  );
}
