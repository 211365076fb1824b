import { StorageError } from '../errors.js';
import { manifestPath } from '../output-paths.js';

/** @import { Manifest } from './manifest.js' */
/** @import { JobOutcome, LedgerJob } from './open-ledger.js' */

/**
 * How far a claim is. It stays `writing` if its write failed: nobody knows then which manifest is there.
 *
 * @typedef {{ kind: 'none' } | { kind: 'writing' } | { kind: 'written', outcome: JobOutcome }} ClaimState
 */

/** A job's right to publish, and to remove what is outdated: an unfinished manifest of its version and recipe. */
export class Claim {
  /** The answer to the last write. @type {Promise<Manifest | null>} */
  #answer = Promise.resolve(null);

  /** @param {LedgerJob} job */
  constructor(job) {
    this.job = job;
    /** @type {ClaimState} */
    this.state = { kind: 'none' };
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
    this.state = { kind: 'writing' };
    const answer = this.#write(writeManifest);
    // Those who confirm the claim get it, too.
    answer.catch(() => {});
    this.#answer = answer;
    return answer;
  }

  /** @param {() => Promise<JobOutcome>} writeManifest */
  async #write(writeManifest) {
    const outcome = await writeManifest();
    this.state = { kind: 'written', outcome };
    if (this.jobOutcome !== null) throw new Error('another job is done with this version, or a later version is there');
    return /** @type {Manifest} */ (outcome.manifest);
  }

  /**
   * Checks that the manifest is still one of this version and recipe. If the claim is being written, its answer is the answer.
   *
   * @throws {unknown} `storage/conflict`; or what writing the claim has failed with.
   */
  async confirm() {
    const { kind } = this.state;
    await this.#answer;
    if (kind === 'writing') return;
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
    const { state, job } = this;
    if (state.kind !== 'written') return null;
    const { outcome } = state;
    if (outcome.manifest === null) return outcome;
    if (job.force || outcome.manifest.status === 'unfinished') return null;
    return { ...outcome, result: 'already-done' };
  }
}
