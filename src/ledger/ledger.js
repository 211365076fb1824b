import { throwIfStopped } from '../checkpoint/turn.js';
import { hasCode, isFinal, UsageError } from '../errors.js';
import { addressesOf } from '../output-paths.js';
import { Claim } from './claim.js';
import { FrozenOutcomes } from './frozen-outcomes.js';
import { GroupedLook } from './grouped-look.js';
import { makeManifest } from './manifest.js';
import { Outcomes } from './outcomes.js';
import { outdatedPaths } from './outdated-paths.js';
import { awaitsPassword, readLedger } from './read-ledger.js';
import { readStatus } from './read-status.js';
import { removeOutputs } from './remove-outputs.js';
import { inheritedVersions, mergeVersions, supersededBy } from './superseded.js';
import { createTurnCounter } from './turn-counts.js';
import { sequencerOf } from './versions.js';
import { writeUnlessSuperseded } from './write-unless-superseded.js';

/** @import { LikelyCharset } from '../archive/open-archive.js' */
/** @import { EntryOutcome } from '../entry-outcome.js' */
/** @import { StoredManifest } from './manifest-text.js' */
/** @import { JobOutcome, LedgerJob } from './open-ledger.js' */

/** The ledger of a job that has something to do. The protocol stands in `open-ledger.js`. */
export class Ledger {
  /**
   * @param {LedgerJob} job
   * @param {{ previous: StoredManifest | null, isResumed: boolean, start: number }} found `isResumed`: whether an earlier
   *   turn of this job left the manifest unfinished. `start`: when the job began, by `performance.now()`.
   */
  constructor(job, { previous, isResumed, start }) {
    this.job = job;
    this.previous = previous;
    this.isResumed = isResumed;
    this.start = start;
    this.turnCounter = createTurnCounter(isResumed ? previous : null);
    this.outcomes = new Outcomes(addressesOf(job.destination, job.source.outputFolder));
    /** @type {LikelyCharset | null} */
    this.namesLike = null;
    /** Older versions for the manifest to name. */
    this.superseded = inheritedVersions(previous, job);
    /** How long it took to write the claim. */
    this.claimMs = 0;
    /** Whether no outdated outputs are left. */
    this.isTidy = false;
    this.ownClaim = new Claim(job);
    this.claims = new GroupedLook(() =>
      this.ownClaim.state.kind === 'none' ? this.writeClaim() : this.ownClaim.confirm(),
    );
  }

  /** The manifest that an earlier turn of this job has left, unless all of it is to be done again. */
  get resumed() {
    return this.isResumed && !this.job.force ? this.previous : null;
  }

  /**
   * The outcomes that an earlier turn has recorded, without those that this job is to change; none if the job is forced.
   *
   * @returns {Iterable<EntryOutcome>}
   */
  get earlierOutcomes() {
    const previous = this.resumed;
    if (previous === null) return [];
    // Of an unfinished job each turn would try them again, and count that as progress.
    if (previous.status === 'unfinished') return previous.entries;
    return previous.entries.values().filter(outcome => !awaitsPassword(outcome));
  }

  /**
   * @param {Outcomes} outcomes What the manifest lists from here on; they change as entries are processed.
   * @param {LikelyCharset | null} [namesLike] What the entries' names look like.
   */
  begin(outcomes, namesLike = null) {
    this.outcomes = outcomes;
    outcomes.unlisted = this.resumed?.entries.unlisted ?? {};
    this.namesLike = namesLike;
    this.turnCounter.begin(outcomes);
  }

  /** Notes progress that the next turn will find: a checkpoint, a removed output. */
  advance() {
    this.turnCounter.advance();
  }

  /**
   * Writes the claim, or confirms it if it is written. Has to succeed before an entry is published. Entries that become ready
   * at about the same time share one request.
   */
  async claim() {
    await this.claims.ask();
  }

  /**
   * Removes what only earlier versions or turns have published. If an entry failed, its earlier output may be all there is of
   * it: then everything stays, and the manifest lists it as outdated.
   */
  async removeOutdated() {
    const { destination, signal } = this.job;
    if (this.outcomes.hasAny('failed')) return;
    const outdated = await this.outdated();
    if (outdated.length > 0) {
      throwIfStopped(this.job);
      // A superseded job may still be publishing an entry. If it is there by now, we remove it. If it comes later, that job
      // finds in this manifest that it is outdated, and removes it itself.
      await this.writeClaim(outdated);
    }
    await removeOutputs(destination.present(outdated, signal), async path => {
      throwIfStopped(this.job);
      if (await destination.removeAny(path, () => this.claim())) this.advance();
    });
    this.isTidy = true;
  }

  /** @returns {Promise<JobOutcome>} */
  async close() {
    return this.write();
  }

  /**
   * Records how far the job came. By then nothing is being published or removed any more.
   *
   * @param {unknown} error What ended it.
   * @returns {Promise<JobOutcome>} For a final error, with a `failed` manifest; or what a claim has found, or the write of the
   *   manifest: another job is done with this version, or a later version is there.
   * @throws {unknown} The error; or a StalledError or StoppedError in its place, if the turn is recorded.
   */
  async closeAfter(error) {
    const { ownClaim, outcomes, turnCounter } = this;
    // We do not know which manifest is there, and ours could replace another version's.
    if (ownClaim.state.kind === 'writing') throw error;
    if (ownClaim.jobOutcome !== null) return ownClaim.jobOutcome;
    const isChanged = hasCode(error, 'archive/changed');
    // A wrong setting, such as a secret that is damaged now, is no fault of the archive.
    const isSetting = error instanceof UsageError;
    if (isFinal(error) && !isChanged && !isSetting) return this.write({ error });
    // If the archive was replaced, its next event does the work; only what is published has to be recorded.
    const isWorthWriting = isChanged ? this.hasPublished() : outcomes.length > 0;
    const mayWrite = isWorthWriting && !(await this.isDoneInFolder());
    const written = mayWrite ? await this.write({ stoppedBy: error }).catch(() => null) : null;
    if (written?.result === 'superseded') return written;
    throw written?.manifest.status === 'unfinished' && !isChanged ? turnCounter.errorToThrow(error, outcomes) : error;
  }

  hasPublished() {
    return this.outcomes.values().some(({ output, rejected, reasons }) => (output ?? rejected ?? reasons) !== null);
  }

  /** Whether another job has finished this version in a folder, where our write would replace that manifest. */
  async isDoneInFolder() {
    const { source, destination, force } = this.job;
    if (force || destination.isConditional) return false;
    // Mostly it is this job's own claim. Its entries would take as much memory as the outcomes.
    const status = await readStatus(destination, source.outputFolder).catch(() => null);
    if (status === 'unfinished') return false;
    const found = await readLedger(this.job).catch(() => null);
    return found?.state === 'done';
  }

  /** @param {string[]} [outdated] */
  async writeClaim(outdated) {
    const begun = performance.now();
    const there = await this.ownClaim.write(() =>
      this.write({ outdated, outcomes: new FrozenOutcomes(this.outcomes) }),
    );
    this.claimMs = performance.now() - begun;
    this.superseded = mergeVersions(supersededBy(there), this.superseded);
  }

  /**
   * @param {Outcomes | FrozenOutcomes} [outcomes]
   * @returns {Promise<string[]>}
   */
  async outdated(outcomes = this.outcomes) {
    const { source, destination } = this.job;
    return this.isTidy ? [] : outdatedPaths(this.previous, outcomes, source.outputFolder, destination.fold);
  }

  /**
   * @param {object} [how]
   * @param {string[] | undefined} [how.outdated]
   * @param {Outcomes | FrozenOutcomes} [how.outcomes] Which do not change while they are written.
   * @param {unknown} [how.error]
   * @param {unknown} [how.stoppedBy]
   * @returns {Promise<JobOutcome>}
   */
  async write({ outdated, outcomes = this.outcomes, error, stoppedBy } = {}) {
    const old = outdated ?? (await this.outdated(outcomes));
    const { job, previous, superseded, namesLike } = this;
    const manifest = makeManifest({
      source: job.source,
      sequencer: sequencerOf(previous, job),
      superseded,
      recipeSha256: job.recipe.sha256,
      outcomes,
      outdated: old,
      namesLike,
      ...this.turnCounter.count(outcomes, stoppedBy !== undefined),
      durationMs: performance.now() - this.start,
      error,
      stoppedBy,
    });
    return writeUnlessSuperseded(job, manifest);
  }
}
