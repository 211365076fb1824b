import { UsageError } from '../../errors.js';
import { printable } from '../../printable.js';
import { toStorageError } from '../../storage/storage-error.js';
import { headObject } from './head-object.js';
import { hasOtherOutputFolder, hasSameSourceAndRecipe } from './provenance.js';
import { removeObject } from './remove-object.js';

/** @import { HeadObjectCommandOutput, S3Client } from '@aws-sdk/client-s3' */
/** @import { ExistingObjects } from './existing-objects.js' */
/** @import { S3Prefix } from './prefix.js' */
/** @import { Provenance } from './provenance.js' */

/**
 * Tells this job's objects from those of other versions and of other archives, and removes only what the job may remove.
 * Each object's metadata says what it was made from.
 */
export class OwnObjects {
  /** @type {Provenance | null} Null before the destination's `begin()`. */
  provenance = null;
  #client;
  #prefix;
  #existing;

  /**
   * @param {S3Client} client
   * @param {{ prefix: S3Prefix, existing: ExistingObjects }} destination
   */
  constructor(client, { prefix, existing }) {
    this.#client = client;
    this.#prefix = prefix;
    this.#existing = existing;
  }

  /** @param {string} path */
  async isOurs(path) {
    return this.#isOwn(await this.#metadataOf(path));
  }

  /**
   * @param {string} path
   * @throws {UsageError} `usage/place-taken` if an archive with another output folder has published something there.
   */
  async refuseForeign(path) {
    const metadata = await this.#metadataOf(path);
    if (!this.#isForeign(metadata)) return;
    throw new UsageError(
      'usage/place-taken',
      `${this.#nameOf(path)} came out of another archive, whose outputs go to "${metadata?.['sluice-place']}"; ` +
        'rename one of them',
    );
  }

  /** @param {string} path */
  removeOwn(path) {
    // The ETag alone would not do: another version may have written the same bytes.
    return this.#remove(path, async ({ Metadata }) => this.#isOwn(Metadata));
  }

  /**
   * @param {string} path
   * @param {(isAsRead: boolean) => Promise<void>} hold
   */
  removeOutdated(path, hold) {
    return this.#remove(path, async ({ ETag }) => {
      await hold(ETag === this.#existing.expectedETag(path));
      return true;
    });
  }

  /**
   * @param {string} path
   * @param {(there: HeadObjectCommandOutput) => Promise<boolean>} mayRemove
   * @returns {Promise<boolean>} Whether it was removed.
   */
  async #remove(path, mayRemove) {
    try {
      const isRemoved = await removeObject(
        this.#client,
        this.#prefix.target(path),
        async there => !this.#isForeign(there.Metadata) && mayRemove(there),
      );
      if (isRemoved) this.#existing.removed(path);
      return isRemoved;
    } catch (error) {
      throw toStorageError(error, `delete ${this.#nameOf(path)}`);
    }
  }

  /** @param {string} path */
  async #metadataOf(path) {
    try {
      return (await headObject(this.#client, this.#prefix.target(path)))?.Metadata;
    } catch (error) {
      throw toStorageError(error, `look at ${this.#nameOf(path)}`);
    }
  }

  /** @param {Record<string, string> | undefined} metadata */
  #isOwn(metadata) {
    return this.provenance !== null && hasSameSourceAndRecipe(metadata, this.provenance);
  }

  /** @param {Record<string, string> | undefined} metadata */
  #isForeign(metadata) {
    return hasOtherOutputFolder(metadata, this.provenance?.outputFolder ?? '');
  }

  /** @param {string} path */
  #nameOf(path) {
    return printable(this.#prefix.locate(path));
  }
}
