import { randomBytes } from 'node:crypto';
import { lstat, open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { releaseChunk } from '../chunk-memory.js';
import { StoppedError } from '../errors.js';
import { printable } from '../printable.js';
import { toStorageError } from '../storage-error.js';
import { makeFolderInside, removeEmptyFolders } from './safe-folder.js';

/** @import { FileHandle } from 'node:fs/promises' */
/** @import { Output } from './open-destination.js' */

/**
 * A file that is written beside its final place, on the same file system, and renamed there when it is committed.
 *
 * @param {object} file
 * @param {string} file.root The destination's path.
 * @param {string} file.target The final path.
 * @param {AbortSignal | undefined} file.signal
 * @param {() => void} file.onClosed Called when it was renamed, or nothing is left of it.
 * @returns {Promise<Output>}
 */
export async function openFileOutput({ root, target, signal, onClosed }) {
  const doing = `write "${printable(target)}"`;
  const { file, temporary, final, created } = await openTemporary(root, target, doing);
  const writable = fileWritable(file, doing);
  const stop = () => writable.destroy(new StoppedError({ cause: signal?.reason }));
  if (signal?.aborted === false) signal.addEventListener('abort', stop, { once: true });

  let isSettled = false;
  const close = async () => {
    signal?.removeEventListener('abort', stop);
    // Waits for the write that is under way.
    await file.close();
    onClosed();
  };
  const abort = async () => {
    if (isSettled) return;
    isSettled = true;
    writable.destroy();
    // Where permissions are gone, or the disk is, something may have to stay. The error that led here says more.
    await close().catch(() => {});
    await rm(temporary, { force: true }).catch(() => {});
    await removeEmptyFolders(created);
  };

  return {
    uri: target,
    writable,
    abort,
    async commit() {
      try {
        if (!writable.writableFinished)
          throw writable.errored ?? new Error('an output is committed before it has finished');
        // Else a power failure may leave a complete name on an empty file. (0.2 ms a file on a virtual disk.)
        await file.datasync();
        await close();
        await rename(temporary, final);
        isSettled = true;
        return 'written';
      } catch (error) {
        await abort();
        throw toStorageError(error, doing);
      }
    },
  };
}

/**
 * @param {string} root
 * @param {string} target
 * @param {string} doing
 */
async function openTemporary(root, target, doing) {
  for (let attempt = 1; ; attempt += 1) {
    /** @type {string[]} */
    let created = [];
    try {
      const folder = await makeFolderInside(await realpath(root), dirname(target));
      created = folder.created;
      const final = join(folder.real, basename(target));
      await assertNoFolder(final);
      // Not made from the final name, which may be as long as a name can be. `wx`: never somebody else's file.
      const temporary = join(folder.real, `.${randomBytes(12).toString('hex')}.sluice-part`);
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
 * The rename would find out too, after everything was written.
 *
 * @param {string} path
 */
async function assertNoFolder(path) {
  const stat = await lstat(path).catch(() => null);
  if (stat?.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
}

/**
 * @param {FileHandle} file
 * @param {string} doing
 * @returns {Writable}
 */
function fileWritable(file, doing) {
  /**
   * @param {Buffer[]} chunks
   * @param {(error?: Error) => void} done
   */
  const write = (chunks, done) => {
    writeAll(file, chunks).then(
      () => done(),
      error => done(toStorageError(error, doing)),
    );
  };
  const writable = new Writable({
    highWaterMark: HIGH_WATER_MARK_BYTES,
    write: (chunk, _encoding, done) => write([chunk], done),
    writev: (items, done) =>
      write(
        items.map(({ chunk }) => chunk),
        done,
      ),
  });
  // It fails in `commit` too; nobody has to listen.
  return writable.on('error', () => {});
}

/**
 * @param {FileHandle} file
 * @param {Buffer[]} chunks
 */
async function writeAll(file, chunks) {
  let rest = chunks.filter(({ length }) => length > 0);
  while (rest.length > 0) {
    let { bytesWritten } = await file.writev(rest);
    // A signal or a disk that is nearly full may cut a write short.
    const next = rest.findIndex(({ length }) => {
      if (bytesWritten < length) return true;
      bytesWritten -= length;
      return false;
    });
    if (next === -1) break;
    rest = [rest[next].subarray(bytesWritten), ...rest.slice(next + 1)];
  }
  chunks.forEach(releaseChunk);
}

const MAX_ATTEMPTS = 5;
const HIGH_WATER_MARK_BYTES = 1024 * 1024;
