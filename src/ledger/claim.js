import { StorageError } from '../errors.js';
import { manifestPath } from '../output-paths.js';

/** @import { Manifest } from './manifest.js' */
/** @import { JobOutcome, LedgerJob } from './open-ledger.js' */

/** A job's right to publish, and to remove what is outdated: an unfinished manifest of its version and recipe. */
export class Claim {
  /** @param {LedgerJob} job */
  constructor(job) {
    this.job = job;
    /** @type {JobOutcome | 'none' | 'unknown'} What writing the claim last came to; `unknown` while it is under way, or if it failed. */
    this.written = 'none';
    /** @type {{ error: unknown } | null} What writing the claim failed with. */
    this.refusal = null;
    /** Settles with the write that was begun last; never rejects. @type {Promise<void>} */
    this.settled = Promise.resolve();
  }

  /**
   * Writes the claim; whoever confirms it meanwhile waits. If this conditional write succeeds, no later version has written, so the
   * ETags noted before are safe to overwrite.
   *
   * @param {() => Promise<JobOutcome>} writeManifest
   * @returns {Promise<Manifest>} The manifest that is there now: another job on this version may have written it.
   * @throws {Error} If there is nothing left to do. It ends the job, whose ledger then returns `jobOutcome`.
   */
  write(writeManifest) {
    this.written = 'unknown';
    const written = this.#write(writeManifest);
    this.settled = written.then(
      () => {},
      () => {},
    );
    return written;
  }

  /** @param {() => Promise<JobOutcome>} writeManifest */
  async #write(writeManifest) {
    try {
      const written = await writeManifest();
      this.written = written;
      if (this.jobOutcome !== null)
        throw new Error('another job is done with this version, or a later version is there');
      return /** @type {Manifest} */ (written.manifest);
    } catch (error) {
      this.refusal = { error };
      throw error;
    }
  }

  /**
   * Checks that the manifest is still one of this version and recipe. If the claim is being written, its answer is the answer.
   *
   * @throws {unknown} `storage/conflict`; or what writing the claim has failed with, for those who waited meanwhile.
   */
  async confirm() {
    const isUnderWay = this.written === 'unknown';
    await this.settled;
    if (isUnderWay && this.refusal === null) return;
    if (this.refusal !== null) throw this.refusal.error;
    const { source, destination } = this.job;
    const path = manifestPath(source.outputFolder);
    if (await destination.isOwn(path)) return;
    throw new StorageError(
      'storage/conflict',
      `another job changed ${destination.locate(path)} meanwhile; run it again`,
    );
  }

  /**
   * The job's outcome if the claim has found that nothing is left to do: another job has finished this version, or a later
   * version is there.
   *
   * @returns {JobOutcome | null}
   */
  get jobOutcome() {
    const { written, job } = this;
    if (written === 'none' || written === 'unknown') return null;
    if (written.manifest === null) return written;
    if (job.force || written.manifest.status === 'unfinished') return null;
    return { ...written, result: 'already-done' };
  }
}
