import { Writable } from 'node:stream';
import { releaseChunk } from '../../memory/chunk-memory.js';
import { toStorageError } from '../../storage/storage-error.js';

/** @import { FileHandle } from 'node:fs/promises' */

/**
 * A writable into an open file, from a position onwards. It releases the chunks that it has written.
 *
 * @param {FileHandle} file
 * @param {number} start
 * @param {string} doing For messages.
 * @returns {{ writable: Writable, position: () => number }} `position`: where in the file the written bytes end.
 */
export function fileWritable(file, start, doing) {
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
  // Nobody has to listen: a commit throws the same error.
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
    // A signal, or a disk that is nearly full, may cut a write short.
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
