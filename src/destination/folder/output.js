import { lstat, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Writable } from 'node:stream';
import { StoppedError } from '../../errors.js';
import { releaseChunk } from '../../memory/chunk-memory.js';
import { printable } from '../../printable.js';
import { toStorageError } from '../../storage/storage-error.js';
import { outputGone } from '../s3/output-gone.js';
import { removeEmptyFolders } from './safe-folder.js';
import { createTemporary, reopenTemporary } from './temporary-file.js';

/** @import { FileHandle } from 'node:fs/promises' */
/** @import { Output, SuspendedOutput } from '../open.js' */

/**
 * A file that is written beside its final place, on the same file system, and renamed there when it is committed.
 *
 * @param {object} file
 * @param {string} file.root The destination's path.
 * @param {string} file.target The final path.
 * @param {SuspendedOutput} [file.suspended] What it goes on from.
 * @param {AbortSignal | undefined} file.signal
 * @param {() => void} file.onClosed Called when it was renamed, or nothing is left of it here.
 * @returns {Promise<Output>}
 */
export async function openFileOutput({ root, target, suspended, signal, onClosed }) {
  const name = printable(target);
  const doing = `write "${name}"`;
  const { file, temporary, final, created } = suspended
    ? await reopenTemporary(root, target, suspended.state)
    : await createTemporary(root, target, doing);
  const { writable, position } = fileWritable(file, suspended?.state.bytes ?? 0, doing);
  const stop = () => writable.destroy(new StoppedError({ cause: signal?.reason }));
  if (signal?.aborted === false) signal.addEventListener('abort', stop, { once: true });

  let isSettled = false;
  const close = async () => {
    signal?.removeEventListener('abort', stop);
    // Waits for the write that is under way.
    await file.close();
    onClosed();
  };
  /** @param {() => Promise<void>} tidyUp */
  const giveUp = async tidyUp => {
    if (isSettled) return;
    isSettled = true;
    writable.destroy();
    // Where permissions are gone, or the disk is, something may have to stay. The error that led here says more.
    await close().catch(() => {});
    await tidyUp();
  };
  const abort = () =>
    giveUp(async () => {
      await rm(temporary, { force: true }).catch(() => {});
      await removeEmptyFolders(created);
    });
  const finish = async () => {
    if (!writable.writableFinished) throw writable.errored ?? new Error('an output is settled before it has finished');
    // Else a power failure may leave a complete name on an empty file. (0.2 ms a file on a virtual disk.)
    await file.datasync();
  };

  return {
    uri: target,
    writable,
    abort,
    async commit() {
      try {
        // A turn that was killed may have come further, and another one may be there still: it is cut only now.
        if (suspended && writable.writableFinished) await file.truncate(position());
        await finish();
        const { ino, dev } = await file.stat();
        await close();
        await rename(temporary, final).catch(async error => {
          if (!suspended || error.code !== 'ENOENT') throw error;
          // Whoever went on with it too may have been faster.
          const there = await lstat(final).catch(() => null);
          if (there?.ino !== ino || there.dev !== dev)
            throw outputGone(`"${name}"`, 'its temporary file was removed', error);
        });
        isSettled = true;
        return 'written';
      } catch (error) {
        if (!suspended) await abort();
        throw toStorageError(error, doing);
      }
    },
    async suspend() {
      try {
        await finish();
        await close();
        isSettled = true;
        const state = { storage: 'folder', temporary: basename(temporary), bytes: position() };
        return { state, rest: Buffer.alloc(0) };
      } catch (error) {
        throw toStorageError(error, doing);
      }
    },
    release: suspended ? () => giveUp(async () => {}) : abort,
  };
}

/**
 * @param {FileHandle} file
 * @param {number} start
 * @param {string} doing
 */
function fileWritable(file, start, doing) {
  let position = start;
  /**
   * @param {Buffer[]} chunks
   * @param {(error?: Error) => void} done
   */
  const write = (chunks, done) => {
    writeAll(file, position, chunks).then(
      bytes => {
        position += bytes;
        done();
      },
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
  writable.on('error', () => {});
  return { writable, position: () => position };
}

/**
 * @param {FileHandle} file
 * @param {number} start
 * @param {Buffer[]} chunks
 * @returns {Promise<number>} How many bytes they are.
 */
async function writeAll(file, start, chunks) {
  let position = start;
  let rest = chunks.filter(({ length }) => length > 0);
  while (rest.length > 0) {
    let { bytesWritten } = await file.writev(rest, position);
    position += bytesWritten;
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
  return position - start;
}

const HIGH_WATER_MARK_BYTES = 1024 * 1024;
