import { toStorageError } from '../../storage/storage-error.js';
import { placeTaken } from '../place-taken.js';
import { hasOtherOutputFolder, hasSameOutputFolder, hasSameSourceAndRecipe } from './provenance.js';

/** @import { Destination } from '../open.js' */
/** @import { ExistingObjects } from './existing-objects.js' */
/** @import { S3Prefix } from './prefix.js' */
/** @import { Provenance } from './provenance.js' */

/**
 * Distinguishes this job's objects from those of other versions and archives by their metadata, and removes only what the
 * job may remove.
 */
export class OwnObjects {
  /** @type {Provenance | null} Null before the destination's `begin()`. */
  provenance = null;
  #prefix;
  #existing;

  /**
   * @param {S3Prefix} prefix
   * @param {ExistingObjects} existing
   */
  constructor(prefix, existing) {
    this.#prefix = prefix;
    this.#existing = existing;
  }

  /** @type {Destination['isOwn']} */
  isOwn = async path => this.#isOwn(await this.#metadataOf(path));

  /**
   * @param {string} path
   * @throws {UsageError} `usage/place-taken` if an archive with another output folder has published something there.
   */
  async refuseForeign(path) {
    const metadata = this.#existing.metadataRead(path) ?? (await this.#metadataOf(path));
    if (!this.#isForeign(metadata)) return;
    throw placeTaken(this.#prefix.nameOf(path), metadata?.['sluice-place'] ?? '');
  }

  /** @type {Destination['removeOwn']} */
  removeOwn = path =>
    // The ETag alone would not do: another version may have written the same bytes.
    this.#remove(path, async ({ metadata }) => this.#isOwn(metadata));

  /** @type {Destination['removeAny']} */
  removeAny = (path, check) =>
    this.#remove(path, async ({ ETag }) => {
      await check(ETag === this.#existing.expectedETag(path));
      return true;
    });

  /**
   * @param {string} path
   * @param {(there: { ETag: string | undefined, metadata: Metadata }) => Promise<boolean>} mayRemove
   */
  async #remove(path, mayRemove) {
    try {
      const there = await this.#prefix.head(path);
      if (there === null || !this.#isMarked(there.Metadata)) return false;
      if (!(await mayRemove({ ETag: there.ETag, metadata: there.Metadata }))) return false;
      const isRemoved = await this.#prefix.remove(path, there.ETag);
      if (isRemoved) this.#existing.noteRemoved(path);
      return isRemoved;
    } catch (error) {
      throw toStorageError(error, `delete ${this.#prefix.nameOf(path)}`);
    }
  }

  /** @param {string} path */
  async #metadataOf(path) {
    try {
      return (await this.#prefix.head(path))?.Metadata;
    } catch (error) {
      throw toStorageError(error, `look at ${this.#prefix.nameOf(path)}`);
    }
  }

  /** @param {Metadata} metadata */
  #isOwn(metadata) {
    return this.provenance !== null && hasSameSourceAndRecipe(metadata, this.provenance);
  }

  /** @param {Metadata} metadata */
  #isMarked(metadata) {
    return this.provenance !== null && hasSameOutputFolder(metadata, this.provenance.outputFolder);
  }

  /** @param {Metadata} metadata */
  #isForeign(metadata) {
    return hasOtherOutputFolder(metadata, this.provenance?.outputFolder ?? '');
  }
}

/** @typedef {Record<string, string> | undefined} Metadata */
