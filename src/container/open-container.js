import { crc32 } from 'node:zlib';
import { findDirectory } from '../archive/find-directory.js';
import { isTar } from '../archive/guard-other-formats.js';
import { openZip } from '../archive/open-archive.js';
import { formatOf } from '../archive/other-formats.js';
import { readPiece } from '../archive/read-ahead.js';
import { isSignature } from '../archive/signatures.js';
import { ArchiveError, hasCode } from '../errors.js';
import { isGzip } from './gzip-header.js';
import { beginsLikeTar, isEmptyTar, RECORD_BYTES } from './tar-header.js';

/** @import { Archive } from '../archive/open-archive.js' */
/** @import { ArchivePassword } from '../archive/password.js' */
/** @import { Directory } from '../archive/find-directory.js' */
/** @import { ByteSource } from '../archive/read-ahead.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { FirstPassProgress } from './first-pass.js' */
/** @import { NestedState } from './nested-archive.js' */
/** @import { GzipState } from './open-gzip.js' */
/** @import { TarState } from './open-tar.js' */

/**
 * What another turn needs in order not to read an archive's list of entries again: plain data.
 *
 * @typedef {GzipState | TarState | NestedState} ContainerState
 *
 * @typedef {object} ContainerOptions
 * @property {Recipe['limits']} limits
 * @property {number} [maxBytes] What a gzip file may inflate to, besides its own limits.
 * @property {(bytes: number) => void} [onInflated] Called with what a gzip file inflates to, also if it is refused: up to there.
 * @property {Recipe['entryNames']} [entryNames]
 * @property {(name: string) => string} [fold] Maps names that cannot coexist in the output to the same string.
 * @property {boolean} [hasPassword] Whether encrypted entries can be decrypted.
 * @property {ArchivePassword | null} [password] For `openNested`: that of archives that are encrypted as a whole.
 * @property {((path: string) => boolean) | null} [opens] For `openNested`: whether an entry is to be opened as an archive.
 * @property {(path: string) => number} [workFor] How much work that is (see `Turns`).
 * @property {string} uri The archive's address, whose last part names what a `.gz` without a name of its own holds.
 * @property {AbortSignal | undefined} [pause] Asks to stop while the entries are listed, as soon as the state can be saved.
 * @property {() => Promise<ContainerState | null>} [earlier] The state that an earlier turn has saved.
 * @property {((progress: FirstPassProgress) => void) | undefined} [onFirstPass] Called while a gzip file is read for the first time.
 * @property {(state: ContainerState) => Promise<void>} [save] Keeps the state for the next turn.
 */

/**
 * An archive of any format.
 *
 * @typedef {Archive & { kind: 'zip' | 'tar' | 'gzip', state: () => ContainerState | null, close: () => void }} Container `state`:
 *   null for a zip archive, whose directory is read again. `close`: frees its memory; all reads have to be over.
 */

/**
 * Opens an archive: a zip, a tar, or a gzip file, which may hold a tar. The content decides, not the name. A zip costs no
 * further request: the first bytes are read only if there is no directory, or one that is not the whole file's.
 *
 * @param {ByteSource} source
 * @param {ContainerOptions} options
 * @returns {Promise<Container>}
 * @throws {ArchiveError | LimitError | StorageError | StoppedError} If the whole archive is unreadable, or `pause` came first. An
 *   entry's own fault is its `error`.
 */
export async function openContainer(source, options) {
  const { directory, error } = await zipDirectory(source);
  if (directory === null || directory.archiveStart > 0) {
    const head = await readPiece(source, 0, Math.min(RECORD_BYTES, source.bytes));
    const isZip = head.length >= 4 && isSignature(head.readUInt32LE(0));
    // Another format is read from its start, and in its order.
    if (directory === null) source.early?.letGo();
    if (!isZip && isGzip(head)) return (await import('./open-gzip.js')).openGzip(source, options);
    if (!isZip && isTar(head)) return (await import('./open-tar.js')).openTar(source, options);
    // There is no zip behind it, so a damaged tar or gzip file can be reported as such.
    const isOtherTar = beginsLikeTar(head) || isEmptyTar(source.bytes, crc32(head));
    if (directory === null && !isZip && isOtherTar) return (await import('./open-tar.js')).openTar(source, options);
    if (directory === null) throw explained(error, head);
  }
  const archive = await openZip(source, directory, options);
  return { kind: 'zip', ...archive, state: () => null, close: () => {} };
}

/**
 * @param {ByteSource} source
 * @returns {Promise<{ directory: Directory | null, error: unknown }>}
 */
async function zipDirectory(source) {
  try {
    return { directory: await findDirectory(source), error: null };
  } catch (error) {
    if (error instanceof ArchiveError && !hasCode(error, 'archive/changed')) return { directory: null, error };
    throw error;
  }
}

/**
 * @param {unknown} error
 * @param {Buffer} head
 * @returns {unknown} Says what the file is instead of a zip archive, if that is known.
 */
function explained(error, head) {
  const format = hasCode(error, 'archive/not-a-zip') ? formatOf(head.toString('latin1')) : null;
  if (format === null) return error;
  if (format === 'gzip') {
    return new ArchiveError(
      'archive/corrupt',
      'the file begins like a gzip file, but not with 1f 8b 08 (deflate); it was cut off or damaged: send it again',
    );
  }
  return new ArchiveError(
    'archive/not-a-zip',
    `the archive begins like another format (${format}), which is not supported; send a zip, tar, tar.gz or gz instead`,
  );
}
