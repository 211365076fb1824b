import { Readable } from 'node:stream';
import unzipper from 'unzipper';
import { ArchiveError, SluiceError } from '../errors.js';
import { printable } from '../printable.js';
import { badDirectory, readEndRecord } from './end-record.js';
import { toEntry } from './entry.js';
import { guardDirectory, guardEntries } from './guard.js';

/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { Source } from '../source/open-source.js' */
/** @import { Directory } from './end-record.js' */
/** @import { Entry } from './entry.js' */
/** @import { CentralDirectory } from 'unzipper' */

/**
 * An open archive: its entries, guarded, and their raw bytes.
 *
 * @typedef {object} Archive
 * @property {Entry[]} entries In the directory's order, without folders.
 * @property {(entry: Entry) => Readable} readRaw The entry's bytes as they are in the archive. One entry at a time.
 * @property {() => void} release Lets go of all that was opened for the entry; call it before the next one.
 */

/**
 * Opens an archive through unzipper, over any source. unzipper is shown exactly the archive: no bytes before it, none
 * after its end record, and only as many entries as its directory has room for.
 *
 * @param {Source} source
 * @param {Recipe['limits']} limits
 * @returns {Promise<Archive>}
 * @throws {ArchiveError | LimitError | StorageError} What makes the whole archive unreadable; an entry's own fault is
 *   in its `error`.
 */
export async function openArchive(source, limits) {
  const directory = await readEndRecord(source);
  guardDirectory(directory, limits);
  const view = new ArchiveView(source, directory);
  try {
    const files = directory.entries === 0 ? [] : await openDirectory(view, directory);
    const listed = files.map(file => toEntry(file, directory.archiveStart));
    guardEntries(listed, directory.start, limits);
    return {
      entries: listed.filter(entry => !entry.isFolder),
      readRaw: entry => view.readRaw(entry),
      release: () => view.release(),
    };
  } finally {
    view.release();
  }
}

/**
 * @param {ArchiveView} view
 * @param {Directory} directory
 */
async function openDirectory(view, directory) {
  const { files } = await view.orFailure(
    openCustom(
      {
        size: async () => directory.archiveEnd - directory.archiveStart,
        stream: (offset, length) => view.stream(offset, length),
      },
      // Its own search for the end record then begins exactly at it.
      { tailSize: directory.endRecordBytes },
    ),
  );
  let bytes = 0;
  for (const file of files) {
    if (file.signature !== HEADER_SIGNATURE) {
      throw badDirectory(
        `the central directory is damaged after ${bytes} bytes; the archive says ${files.length} entries`,
      );
    }
    bytes += HEADER_BYTES + file.fileNameLength + file.extraFieldLength + file.fileCommentLength;
  }
  // With a zip64 end record there are two that say how many; unzipper believes the older one where it can.
  if (files.length !== directory.entries || bytes !== directory.end - directory.start) {
    throw badDirectory(
      `${files.length} entries take ${bytes} bytes of the central directory, which says ${directory.entries} entries ` +
        `and ${directory.end - directory.start} bytes`,
    );
  }
  return files;
}

/**
 * What unzipper reads from. It has one channel for failures: unzipper itself passes on no error of a stream that it
 * reads, and leaves open what it does not read to the end.
 */
class ArchiveView {
  /**
   * @param {Source} source
   * @param {Directory} directory
   */
  constructor(source, directory) {
    this.source = source;
    this.directory = directory;
    /** @type {Set<Readable>} */
    this.open = new Set();
    /** @type {Entry | null} */
    this.entry = null;
    /** @type {(error: Error) => void} */
    this.fail = () => {};
  }

  /**
   * @param {number} offset From the archive's beginning.
   * @param {number} [length] Given for entries only, and then a guess.
   * @returns {Readable}
   */
  stream(offset, length) {
    const { tail, archiveStart, archiveEnd } = this.directory;
    const start = offset + archiveStart;
    const end = length === undefined || this.entry === null ? archiveEnd : this.entry.end;
    const readable =
      start >= tail.start
        ? readableOf(tail.bytes.subarray(start - tail.start, end - tail.start))
        : this.source.read(start, end);
    this.open.add(readable);
    readable.once('close', () => this.open.delete(readable));
    readable.on('error', error => this.fail(error));
    return readable;
  }

  /**
   * @template Result
   * @param {Promise<Result>} opening
   * @returns {Promise<Result>} Rejects as soon as something that was read failed.
   */
  async orFailure(opening) {
    const failure = new Promise((_, reject) => {
      this.fail = reject;
    });
    try {
      return /** @type {Result} */ (await Promise.race([opening, failure]));
    } catch (error) {
      opening.catch(() => {});
      const known = toArchiveError(error);
      if (known instanceof SluiceError || !(known instanceof Error)) throw known;
      // All else that unzipper says is about the bytes that it found.
      throw badDirectory(`the central directory is damaged: ${printable(known.message)}`, { cause: known });
    }
  }

  /**
   * @param {Entry} entry
   * @returns {Readable}
   */
  readRaw(entry) {
    // The local header decides, for unzipper, where the directory says that there is nothing.
    if (entry.compressedBytes === 0) return Readable.from([]);
    this.entry = entry;
    const { file } = entry;
    // unzipper inflates in small chunks, and by any method; it hands out the bytes as they are where it takes the entry
    // for a stored one.
    file.compressionMethod = 0;
    file.flags = 0;
    const raw = file.stream();
    // unzipper emits errors also after the stream is done with.
    raw.on('error', () => {});
    this.fail = error => raw.destroy(error);
    return raw;
  }

  release() {
    this.entry = null;
    this.fail = () => {};
    for (const readable of this.open) readable.destroy();
  }
}

/**
 * @param {Buffer} bytes
 * @returns {Readable} Without an empty chunk: unzipper would wait for ever for the one after it.
 */
function readableOf(bytes) {
  return Readable.from(bytes.length > 0 ? [bytes] : []);
}

/**
 * @param {unknown} error
 * @returns {unknown}
 */
export function toArchiveError(error) {
  if (error instanceof SluiceError || !(error instanceof Error)) return error;
  if (error.message === 'FILE_ENDED') {
    return new ArchiveError('archive/truncated', 'the archive ends in the middle of what its directory lists');
  }
  if ('code' in error && typeof error.code === 'string' && error.code.startsWith('Z_')) {
    return new ArchiveError('archive/corrupt', `the compressed bytes are damaged: ${printable(error.message)}`, {
      cause: error,
    });
  }
  return error;
}

/**
 * `Open.custom`, of which the types lack the second parameter.
 *
 * @type {(source: { size(): Promise<number>, stream(offset: number, length?: number): Readable },
 *   options: { tailSize: number }) => Promise<CentralDirectory>}
 */
const openCustom = /** @type {any} */ (unzipper.Open.custom);

const HEADER_SIGNATURE = 0x02014b50;
const HEADER_BYTES = 46;
