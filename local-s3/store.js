import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BodyFiles } from './body-files.js';
import { readJournal, startJournal } from './journal.js';
import { S3Error } from './s3-error.js';
import { applyChange, changesTo, segmentsOf } from './state.js';

/** @typedef {import('./state.js').Change} Change */
/** @typedef {import('./state.js').Version} Version */

/**
 * Opens a folder: rebuilds the state from the journal, and opens the files of the bodies.
 *
 * @param {string} folder Created if it does not exist.
 * @returns {Promise<Store>}
 */
export async function openStore(folder) {
  await mkdir(folder, { recursive: true });
  const journalFile = join(folder, 'journal.jsonl');
  /** @type {import('./state.js').State} */
  const state = new Map();
  for await (const change of /** @type {AsyncGenerator<Change>} */ (readJournal(journalFile))) {
    applyChange(state, change);
  }
  const bodies = new BodyFiles(join(folder, 'bodies'));
  await bodies.open(segmentsOf(state));
  return new Store(state, startJournal(journalFile, changesTo(state)), bodies);
}

/** Buckets with their objects and uploads. Every change goes through `commit`. */
export class Store {
  #journal;
  #lastSequencer = 0n;

  /**
   * @param {import('./state.js').State} state
   * @param {import('./journal.js').Journal<Change>} journal
   * @param {BodyFiles} bodies
   */
  constructor(state, journal, bodies) {
    this.buckets = state;
    this.#journal = journal;
    this.bodies = bodies;
    for (const bucket of state.values()) {
      for (const versions of bucket.objects.values()) for (const version of versions) this.#noteSequencer(version);
    }
  }

  /**
   * Applies a change and appends it to the journal, synchronously. So if a caller checks a precondition immediately
   * before, nothing can happen in between.
   *
   * @param {Change} change
   */
  commit(change) {
    this.#journal.append(change);
    this.bodies.drop(applyChange(this.buckets, change));
  }

  /**
   * @param {string} name
   * @returns {import('./state.js').Bucket}
   */
  bucket(name) {
    const bucket = this.buckets.get(name);
    if (bucket === undefined) throw new S3Error('NoSuchBucket', undefined, { details: { BucketName: name } });
    return bucket;
  }

  /** @returns {string} Hexadecimal, of fixed width, greater than every earlier one. */
  nextSequencer() {
    const now = BigInt(Date.now()) << 20n;
    this.#lastSequencer = now > this.#lastSequencer ? now : this.#lastSequencer + 1n;
    return this.#lastSequencer.toString(16).toUpperCase().padStart(18, '0');
  }

  /** @param {import('./state.js').Bucket} bucket */
  nextVersionId(bucket) {
    return bucket.versioned ? randomBytes(24).toString('base64url') : 'null';
  }

  async close() {
    await this.bodies.finishRemovals();
    this.#journal.close();
  }

  /** @param {Version} version */
  #noteSequencer(version) {
    const sequencer = BigInt(`0x${version.sequencer}`);
    if (sequencer > this.#lastSequencer) this.#lastSequencer = sequencer;
  }
}
