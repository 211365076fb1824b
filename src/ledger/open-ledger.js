import { UsageError } from '../errors.js';
import { provenanceOf, reasonsFolder, rejectedFolder } from '../output-paths.js';
import { printable } from '../printable.js';
import { Ledger } from './ledger.js';
import { readLedger } from './read-ledger.js';
import { isEarlier } from './versions.js';
import { rewriteManifest } from './write-manifest.js';

/** @import { ArchivePassword } from '../archive/password.js' */
/** @import { Turn } from '../checkpoint/turn.js' */
/** @import { Destination } from '../destination/open.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { Source } from '../source/open-source.js' */
/** @import { Manifest } from './manifest.js' */
/** @import { StoredManifest } from './manifest-text.js' */

/*
 * The commit protocol. Its only shared state is the manifest at an archive's output folder, and a manifest is only ever
 * replaced by a conditional write: on S3 it succeeds if the manifest is still the one that the job read or wrote last. (A
 * folder has no conditional writes: there a job looks before it writes, and the last one wins.) A job writes, in order:
 *
 *   claim       unfinished, `publishing`: some entries are pending. Before it publishes anything; before each further
 *               entry it checks that the manifest is still of its version and recipe.
 *   outdated    unfinished, `tidying`: no entries are pending, but outdated outputs are listed. Before it removes these.
 *   the end     complete; partial, if entries failed; failed, if the archive is unreadable; unfinished, if it has to stop.
 *
 * "This version" means the same version of the archive and the same recipe. Later and earlier are decided by the sequencers
 * of two events for the same key.
 *
 * | The manifest is             | A job that opens the ledger      | A job whose conditional write fails because of it  |
 * |-----------------------------|----------------------------------|----------------------------------------------------|
 * | missing, or something else  | processes every entry            | storage/conflict                                   |
 * | this version, publishing    | resumes: keeps finished entries  | replaces it if its own says more (a later stage,   |
 * |                             |                                  | fewer pending entries, more turns, a later event), |
 * |                             |                                  | else adopts it and continues                       |
 * | this version, tidying       | resumes: only outdated outputs   | the same; storage/conflict if its own is still     |
 * |                             | are left to remove               | publishing                                         |
 * | this version, complete or   | already done: only records a     | adopts it: already done; replaces it if only its   |
 * | partial                     | later event; if forced, processes| own event is later                                 |
 * |                             | every entry; if partial, and the |                                                    |
 * |                             | job has a password, resumes: the |                                                    |
 * |                             | entries that lacked it           |                                                    |
 * | this version, failed        | processes every entry            | storage/conflict; replaces it if its own event is  |
 * |                             |                                  | later                                              |
 * | a later version             | superseded: writes nothing       | superseded: removes what it has published and that |
 * |                             |                                  | version lacks                                      |
 * | another version, recipe or  | processes every entry; what that | storage/conflict                                   |
 * | database, not known to be   | manifest lists and this version  |                                                    |
 * |                             | lacks is outdated                |                                                    |
 * | another archive             | usage/place-taken; if forced,    | storage/conflict                                   |
 * |                             | processes every entry            |                                                    |
 * | damaged or forged: it says  | usage/bad-manifest; if forced,   | usage/bad-manifest                                 |
 * | what no job can have written| processes every entry, and       |                                                    |
 * |                             | removes nothing                  |                                                    |
 *
 * One look at the manifest may answer for many entries that are ready, or many outputs that are to be removed (`GroupedLook`).
 * This is as safe as a look for each. What counts for each is when its look began, and not for whom else it was:
 *
 *   to publish  The look began when the outputs were ready. Another job may still claim between the look and the request that
 *               publishes, as it may with a single entry. That request is conditional: it fails if the other job has changed
 *               what is there. If it succeeds, the other job removes the output, because it has found the entry pending; or
 *               if it comes too late for that, this job does, once its own next write of the manifest fails.
 *   to remove   The look began when the job had seen the object. A later version claims before it publishes, so the object
 *               cannot be its own if the manifest is still this job's. The request deletes this object only.
 *
 * The first look is the write of the claim. If it fails, nobody publishes: neither those who waited for it nor those who ask
 * later, because nobody knows which manifest is there.
 *
 * While the claim is written, entries go on. It says of each what held when its write began (`FrozenOutcomes`), in the entry's line
 * as in the outdated paths. So the next job knows of all that can be there, even if this one ends with its claim: what an earlier
 * version has published of an entry is listed as outdated, or the entry is pending, which stands for all that it may have. Were
 * lines written as entries are by then, one that has failed meanwhile could be in neither: it was pending when outdated paths were
 * sought, and no longer is in its line. What this job publishes after its claim is of entries that are pending there. Any other
 * manifest is written when nothing goes on any more.
 *
 * After storage/conflict the job stops, and its next delivery opens the ledger again. A job that replaces a manifest carries over
 * the superseded versions that it names, if they are certainly older.
 */

/**
 * A job, as far as the ledger knows it.
 *
 * @typedef {object} LedgerJob
 * @property {Source} source
 * @property {Destination} destination
 * @property {Recipe} recipe
 * @property {{ uri: string } | null | undefined} [database] For a recipe with tables.
 * @property {boolean | undefined} [force] Whether to process what is done already.
 * @property {string | null | undefined} [sequencer] The event's, which orders the versions of one key.
 * @property {ArchivePassword | null | undefined} [password] For encrypted entries.
 * @property {AbortSignal | undefined} [signal] Stops the job as soon as possible.
 * @property {Turn | undefined} [turn] Given if the job may take several turns, and resume in the middle of an entry.
 */

/**
 * What became of a job, and the manifest that is there now. The manifest of the later version is not the job's business.
 *
 * @typedef {{ result: 'processed' | 'already-done', manifest: Manifest } | { result: 'superseded', manifest: null }} JobOutcome
 */

/**
 * Reads the manifest at the job's output folder, and decides whether there is anything to do and whether this job may do it.
 *
 * @param {LedgerJob} job
 * @param {(isResumed: boolean) => void} [onOpen] Called when there is something to do, before the destination is looked at.
 * @returns {Promise<{ kind: 'open', ledger: Ledger } | { kind: 'nothing-to-do', outcome: JobOutcome }>}
 * @throws {UsageError} `usage/place-taken`, `usage/bad-manifest`
 */
export async function openLedger(job, onOpen = () => {}) {
  const start = performance.now();
  const { source, destination, recipe, force = false } = job;
  const { manifest: previous, state } = await readLedger(job);
  if (state === 'superseded') return { kind: 'nothing-to-do', outcome: { result: 'superseded', manifest: null } };
  if (state === 'done' && previous !== null && !force) {
    return {
      kind: 'nothing-to-do',
      outcome: { result: 'already-done', manifest: await noteLaterEvent(job, previous) },
    };
  }
  if (state === 'taken' && !force) throw placeTaken(job, previous);
  const isResumed = state === 'unfinished';
  onOpen(isResumed);
  await destination.begin({
    prefixes: [source.outputFolder, rejectedFolder(source.outputFolder), reasonsFolder(source.outputFolder)],
    provenance: provenanceOf(source, recipe.sha256),
  });
  return { kind: 'open', ledger: new Ledger(job, { previous, isResumed, start }) };
}

/**
 * The same bytes were uploaded again. Records the later sequencer, so that a job for an upload in between is superseded.
 *
 * @param {LedgerJob} job
 * @param {StoredManifest} done
 * @returns {Promise<Manifest>}
 */
async function noteLaterEvent({ source, destination, sequencer = null }, done) {
  if (!isEarlier(done, { uri: source.uri, sequencer })) return done;
  const archive = { ...done.archive, sequencer };
  return rewriteManifest(destination, source.outputFolder, { ...done, archive });
}

/**
 * @param {LedgerJob} job
 * @param {StoredManifest | null} previous
 */
function placeTaken({ source, destination }, previous) {
  // Nothing guarantees that Sluice wrote it.
  const uri = /** @type {unknown} */ (previous?.archive.uri);
  return new UsageError(
    'usage/place-taken',
    `${printable(destination.locate(source.outputFolder))} holds what came out of another archive` +
      `${typeof uri === 'string' ? `, ${printable(uri)}` : ''}; use another destination, or --force to replace it`,
  );
}
