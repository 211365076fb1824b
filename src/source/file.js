import { constants, open } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { ArchiveError, UsageError } from '../errors.js';
import { takeBlock } from '../memory/chunk-memory.js';
import { CHUNK_BYTES } from '../memory/memory-plan.js';
import { printable } from '../printable.js';
import { toStorageError } from '../storage/storage-error.js';
import { outputFolderOf } from './output-folder.js';
import { rangeReaders } from './range-readers.js';

/** @import { FileHandle } from 'node:fs/promises' */
/** @import { BigIntStats } from 'node:fs' */
/** @import { Source, SourceOptions } from './open-source.js' */

/**
 * Opens a file as a source. The file is opened once, so renaming another file over it has no effect. Writes to it are
 * detected by size and modification time.
 *
 * @param {string} path
 * @param {SourceOptions} options
 * @returns {Promise<Source>}
 */
export async function openFileSource(path, { signal }) {
  const { file, stat } = await openFile(path);
  const readers = rangeReaders(signal);
  return {
    uri: resolve(path),
    outputFolder: outputFolderOf(basename(path)),
    bytes: Number(stat.size),
    etag: etagOf(stat),
    versionId: null,
    lastModified: stat.mtime,
    read: (start, end) => readers.read(stopped => fileRange({ file, path, stat, start, end, stopped })),
    async close() {
      readers.close();
      // Waits for reads that are under way.
      await file.close();
    },
  };
}

/** @param {string} path */
async function openFile(path) {
  /** @type {FileHandle | undefined} */
  let file;
  try {
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = await file.stat({ bigint: true });
    // Devices and pipes have no size and cannot be read by ranges.
    if (!stat.isFile()) throw new UsageError('usage/not-a-file', `"${printable(path)}" is not a file; name an archive`);
    return { file, stat };
  } catch (error) {
    await file?.close();
    throw toStorageError(error, `open "${printable(path)}"`);
  }
}

/**
 * @param {object} range
 * @param {FileHandle} range.file
 * @param {string} range.path
 * @param {BigIntStats} range.stat As of when the file was opened.
 * @param {number} range.start
 * @param {number} range.end
 * @param {AbortSignal} range.stopped
 * @returns {AsyncGenerator<Buffer, void>}
 */
async function* fileRange({ file, path, stat, start, end, stopped }) {
  for (let position = start; position < end && !stopped.aborted; ) {
    const chunk = await readChunk(file, path, position, end);
    position += chunk.length;
    if (chunk.length === 0 || (position === end && !(await isUnchanged(file, stat)))) {
      throw new ArchiveError('archive/changed', `"${printable(path)}" was changed while it was read; run it again`);
    }
    yield chunk;
  }
}

/**
 * @param {FileHandle} file
 * @param {string} path
 * @param {number} position
 * @param {number} end
 */
async function readChunk(file, path, position, end) {
  try {
    const most = Math.min(CHUNK_BYTES, end - position);
    const buffer = most === CHUNK_BYTES ? takeBlock() : Buffer.allocUnsafeSlow(most);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw toStorageError(error, `read "${printable(path)}" at byte ${position}`);
  }
}

/** @param {FileHandle} file @param {BigIntStats} stat */
async function isUnchanged(file, stat) {
  return etagOf(await file.stat({ bigint: true })) === etagOf(stat);
}

/** @param {BigIntStats} stat */
function etagOf({ size, mtimeNs }) {
  return `${size}-${mtimeNs}`;
}
