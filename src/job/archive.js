import { readEndsEarly } from '../archive/early-ends.js';
import { guardName } from '../archive/entry-name.js';
import { openCheckpoints } from '../checkpoint/checkpoints.js';
import { discardCheckpoint } from '../checkpoint/discard-checkpoint.js';
import { openNested } from '../container/nested-archive.js';
import { requireDatabase } from '../destination/database/require-database.js';
import { mayBeWrongPassword } from '../engine/decryption/wrong-password.js';
import { requireEngine } from '../engine/engine.js';
import { ArchiveError } from '../errors.js';
import { openLedger } from '../ledger/open-ledger.js';
import { RESERVED_FOLDERS } from '../output-paths.js';
import { printable } from '../printable.js';
import { requireHashKey } from '../recipe/hash-key.js';
import { RESERVED_NAMES } from '../reserved-names.js';
import { processEntries } from './entries.js';
import { judgeEntries } from './judge-entries.js';
import { orUnfitCheckpoint } from './unfit-checkpoint.js';

/** @import { EntryList } from '../archive/entry-list.js' */
/** @import { Checkpoints } from '../checkpoint/checkpoints.js' */
/** @import { FirstPassProgress } from '../container/first-pass.js' */
/** @import { Container } from '../container/open-container.js' */
/** @import { Database } from '../destination/database/open.js' */
/** @import { Destination } from '../destination/open.js' */
/** @import { JobOutcome, LedgerJob } from '../ledger/open-ledger.js' */
/** @import { Progress } from './progress.js' */

/**
 * @typedef {LedgerJob & { hashKey?: Buffer | null, database?: Database | null,
 *   onProgress?: ((progress: Progress) => void) | undefined,
 *   onFirstPass?: ((progress: FirstPassProgress) => void) | undefined, explain?: ((error: unknown) => unknown) | undefined }} Job `hashKey`: the secret for a recipe that hashes fields.
 *   `database`: for a recipe with tables. `explain`: says more about what ends the job, if it can.
 */

/**
 * The whole job: an archive's entries, one after the other, through the recipe to the destination; the manifest last.
 *
 * @param {Job} job
 * @returns {Promise<JobOutcome>} An entry's final error is in the manifest (`partial`), and so is the archive's (`failed`).
 * @throws {StorageError | DatabaseError | StoppedError | StalledError | LockedError} After an `unfinished` manifest has recorded
 *   what is done. The cause of a `StalledError` is what stopped this turn.
 * @throws {ArchiveError | RecipeError | UsageError} `archive/changed`, `archive/unsafe-name`, `archive/reserved-name`,
 *   `recipe/missing-secret`, `usage/no-database`, `usage/place-taken`, `usage/no-webassembly`: nothing is written.
 */
export async function processArchive(job) {
  const { source, destination, recipe, hashKey, database, turn } = job;
  requireHashKey(recipe, hashKey);
  requireDatabase(recipe, database);
  guardOutputFolder(source.outputFolder, destination.fold);
  const outcome = await processVersion(job);
  const { result, manifest } = outcome;
  // A job that has processed its entries has removed its checkpoint itself.
  const mayHaveLeftOne = result !== 'processed' || manifest.status === 'failed';
  if (turn && mayHaveLeftOne) await discardCheckpoint(turn.store, job, result === 'superseded');
  return outcome;
}

/**
 * @param {Job} job
 * @returns {Promise<JobOutcome>}
 */
async function processVersion(job) {
  const { destination, recipe, password, turn } = job;
  let { source } = job;
  const found = await openLedger(job, isResumed => {
    source = readEndsEarly(source, { withStart: !isResumed, isNamedZip: !OTHER_NAME.test(source.uri) });
    turn?.store.prefetch?.();
  });
  if (found.kind === 'nothing-to-do') return found.outcome;
  const { ledger } = found;
  requireEngine();
  /** @type {Promise<Checkpoints> | null} */
  let opening = null;
  const checkpoints = () => {
    opening ??= openCheckpoints(turn?.store ?? NO_STORE, job);
    return opening;
  };
  /** @type {Container | null} */
  let archive = null;
  try {
    archive = await openNested(source, {
      limits: recipe.limits,
      entryNames: recipe.entryNames,
      hasPassword: password != null,
      password: password ?? null,
      opens: recipe.opensArchives ? path => recipe.ruleFor(path).action === 'archive' : null,
      workFor: recipe.workFor,
      fold: destination.fold,
      uri: source.uri,
      pause: turn?.pause,
      onFirstPass: job.onFirstPass,
      earlier: async () => (await checkpoints()).container,
      save: async state => (await checkpoints()).writeContainer(state),
    });
    // Before a manifest says that entries failed for want of a password: an earlier turn may have had one.
    const opened = await checkpoints();
    const { entries } = archive;
    opened.throwIfListingLocked(() => lacksPasswordFor(entries));
    const outcomes = await judgeEntries(entries, job, ledger.earlierOutcomes);
    ledger.begin(outcomes, archive.namesLike);
    await processEntries(job, archive, outcomes, ledger, opened);
    await ledger.removeOutdated().catch(async error => {
      // All entries are done. Without it, the next turn would list them again only to remove what is outdated.
      if (turn?.pause.aborted) await opened.writeContainer().catch(() => {});
      throw error;
    });
    // The last: what it holds of a container saves a turn that is stopped before from reading it all again.
    await opened.discardUntaken();
  } catch (error) {
    return await ledger.closeAfter(await orUnfitCheckpoint(job.explain?.(error) ?? error, job, opening));
  } finally {
    archive?.close();
  }
  return await ledger.close();
}

/** @param {EntryList} entries */
function lacksPasswordFor(entries) {
  return entries.errors.entries().some(([index]) => mayBeWrongPassword(entries.errors.get(index), entries.get(index)));
}

/**
 * An archive's own key decides where its outputs go, so the rules for entry names apply to it too.
 *
 * @param {string} outputFolder
 * @param {Destination['fold']} fold
 */
function guardOutputFolder(outputFolder, fold) {
  guardName(outputFolder, 'archive');
  const parts = fold(outputFolder).split('/');
  const reserved =
    RESERVED_FOLDERS.find(name => fold(name) === parts[0]) ?? RESERVED_NAMES.find(name => parts.includes(fold(name)));
  if (reserved === undefined) return;
  throw new ArchiveError(
    'archive/reserved-name',
    `the archive's outputs would go to "${printable(outputFolder)}", but "${reserved}" is reserved; rename the archive`,
  );
}

/** Its content decides what an archive is. */
const OTHER_NAME = /\.(tar|tgz|gz)$/i;
/** For a job of a single turn. */
const NO_STORE = { read: async () => null, write: async () => {}, remove: async () => {} };
