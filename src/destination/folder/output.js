import { lstat, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { printable } from '../../printable.js';
import { toStorageError } from '../../storage/storage-error.js';
import { openOutput } from '../output.js';
import { outputGone } from '../output-gone.js';
import { fileWritable } from './file-writable.js';
import { removeEmptyFolders } from './safe-folder.js';
import { createTemporary, reopenTemporary } from './temporary-file.js';

/** @import { Output, SuspendedOutput } from '../open.js' */
/** @import { Draft } from '../output.js' */
/** @import { RenamedFolders } from './renamed-folders.js' */
/** @import { TemporaryFile } from './temporary-file.js' */

/**
 * A file that is written beside its final path, on the same file system, and renamed to it when it is committed.
 *
 * @param {object} file
 * @param {string} file.root The destination's path.
 * @param {string} file.target The final path.
 * @param {boolean} file.isResumable
 * @param {SuspendedOutput} [file.suspended] What it resumes.
 * @param {RenamedFolders} file.renamed Synced before the file gets its name, and behind that with its own folder: it may be a manifest.
 * @param {AbortSignal | undefined} file.signal
 * @param {() => void} file.onClosed
 * @returns {Promise<Output>}
 */
export async function openFileOutput({ root, target, isResumable, suspended, renamed, signal, onClosed }) {
  const name = `"${printable(target)}"`;
  const temporary = await (suspended
    ? reopenTemporary(root, target, suspended.state)
    : createTemporary(root, target, `write ${name}`));
  const draft = new FileDraft(temporary, suspended?.state.bytes ?? null, renamed, name);
  return openOutput(draft, { uri: target, isResumable, signal, onClosed });
}

/** @implements {Draft} */
class FileDraft {
  #temporary;
  #isResumed;
  #renamed;
  #name;
  #position;

  /**
   * @param {TemporaryFile} temporary
   * @param {number | null} resumedAt How many bytes the suspended output had; null for a new one.
   * @param {RenamedFolders} renamed
   * @param {string} name For messages.
   */
  constructor(temporary, resumedAt, renamed, name) {
    this.#temporary = temporary;
    this.#isResumed = resumedAt !== null;
    this.#renamed = renamed;
    this.#name = name;
    const { writable, position } = fileWritable(temporary.file, resumedAt ?? 0, `write ${name}`);
    this.writable = writable;
    this.#position = position;
  }

  async commit() {
    const { file } = this.#temporary;
    try {
      this.#assertFinished();
      // A killed turn may have written further. Not before the commit: until then another turn may be writing too.
      if (this.#isResumed) await file.truncate(this.#position());
      await this.#flush();
      const { ino, dev } = await file.stat();
      await file.close();
      await this.#renamed.sync();
      await this.#rename({ ino, dev });
      this.#renamed.add(dirname(this.#temporary.final));
      await this.#renamed.sync();
      return /** @type {const} */ ('written');
    } catch (error) {
      throw this.#toStorageError(error);
    }
  }

  /** @returns {Promise<SuspendedOutput>} */
  async suspend() {
    const { file, temporary } = this.#temporary;
    try {
      this.#assertFinished();
      await this.#flush();
      await file.close();
      const state = { storage: 'folder', temporary: basename(temporary), bytes: this.#position() };
      return { state, rest: Buffer.alloc(0) };
    } catch (error) {
      throw this.#toStorageError(error);
    }
  }

  async release() {
    if (!this.#isResumed) return this.abort();
    await this.#close();
  }

  async abort() {
    await this.#close();
    // Without permissions, or without the disk, something has to stay. The error that led here says more.
    await rm(this.#temporary.temporary, { force: true }).catch(() => {});
    removeEmptyFolders(this.#temporary.created);
  }

  /** @param {Error} error */
  stop(error) {
    this.writable.destroy(error);
  }

  /** Waits for the write that is under way. */
  async #close() {
    this.writable.destroy();
    await this.#temporary.file.close().catch(() => {});
  }

  #assertFinished() {
    const { writableFinished, errored } = this.writable;
    if (!writableFinished) throw errored ?? new Error('an output is committed or suspended before it has finished');
  }

  /** Without it a power failure may leave a complete name on an empty file. (0.2 ms a file on a virtual disk.) */
  async #flush() {
    await this.#temporary.file.datasync();
  }

  /** @param {{ ino: number, dev: number }} file */
  async #rename({ ino, dev }) {
    const { temporary, final } = this.#temporary;
    try {
      await rename(temporary, final);
    } catch (error) {
      if (!this.#isResumed || /** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
      // Another turn that resumed the same output may have renamed it.
      const there = await lstat(final).catch(() => null);
      if (there?.ino === ino && there.dev === dev) return;
      throw outputGone(this.#name, 'its temporary file was removed', error);
    }
  }

  /** @param {unknown} error */
  #toStorageError(error) {
    return toStorageError(error, `write ${this.#name}`);
  }
}
