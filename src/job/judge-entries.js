import { placeTaken } from '../destination/place-taken.js';
import { pendingOutcome } from '../entry-outcome.js';
import { ArchiveError, reportError } from '../errors.js';
import { Outcomes } from '../ledger/outcomes.js';
import { takenPlaces } from '../ledger/taken-places.js';
import { addressesOf, outputPath, reasonsPath, rejectedPath } from '../output-paths.js';
import { printable } from '../printable.js';
import { Turns } from '../streams/turns.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { EntryList } from '../archive/entry-list.js' */
/** @import { Destination } from '../destination/open.js' */
/** @import { EntryOutcome } from '../entry-outcome.js' */
/** @import { Recipe, Rule } from '../recipe/recipe.js' */
/** @import { Source } from '../source/open-source.js' */

/**
 * Decides which entries are pending: all but those that the recipe skips, a guard has refused or an earlier turn has done.
 *
 * @param {EntryList} entries
 * @param {{ source: Source, destination: Destination, recipe: Recipe }} job
 * @param {Iterable<EntryOutcome>} earlierOutcomes Those of a manifest are not copied: there may be very many.
 * @returns {Promise<Outcomes>}
 */
export async function judgeEntries(entries, job, earlierOutcomes) {
  const addresses = addressesOf(job.destination, job.source.outputFolder);
  const earlier = earlierOutcomes instanceof Outcomes ? earlierOutcomes : new Outcomes(addresses);
  if (earlier !== earlierOutcomes) for (const outcome of earlierOutcomes) earlier.push(outcome);
  const outcomes = new Outcomes(addresses, entries.names);
  const archive = job.destination.pathOf(job.source.uri);
  const taken = await takenPlaces(job.destination, job.source.outputFolder, entries.names);
  const turns = new Turns();
  for (const entry of entries) {
    await turns.before(job.recipe.workFor(entry.name));
    outcomes.push(judge(entry, job, { earlier, archive, taken }));
  }
  return outcomes;
}

/**
 * @param {Entry} entry
 * @param {{ source: Source, destination: Destination, recipe: Recipe }} job
 * @param {{ earlier: Outcomes, archive: string | null, taken: Map<string, string> }} found `archive`: the archive's own path, if it lies at
 *   the destination; `taken`: by folded path, whose output is there.
 * @returns {EntryOutcome}
 */
function judge(entry, { source, destination, recipe }, { earlier, archive, taken }) {
  const rule = recipe.ruleFor(entry.name);
  const outcome = pendingOutcome(entry, rule.action);
  const done = earlier.find(outcome.path);
  // Where the archive does not tell the checksum, its version vouches for the entry.
  const isSame = done !== null && (outcome.crc32 === null || done.crc32 === outcome.crc32);
  if (isSame && done.status !== 'pending') return done;
  if (outcome.action === 'skip') return { ...outcome, status: 'skipped' };
  const error =
    entry.error ??
    refuseOverwriting(archive, entry.name, source.outputFolder, destination.fold) ??
    (isFile(rule) ? refuseTaken(taken, outputPath(source.outputFolder, entry.name), destination) : null);
  if (error) return { ...outcome, status: 'failed', error: reportError(error) };
  // It was opened, and what it holds is listed behind it.
  return outcome.action === 'archive' ? { ...outcome, status: 'written' } : outcome;
}

/**
 * @param {Rule} rule
 * @returns {boolean} Whether an entry's output is a file: not where its rows go into a table.
 */
function isFile(rule) {
  return rule.action !== 'csv' || rule.csv.table === null;
}

/**
 * @param {Map<string, string>} taken
 * @param {string} path
 * @param {Pick<Destination, 'fold' | 'locate'>} destination
 */
function refuseTaken(taken, path, { fold, locate }) {
  const folder = taken.size === 0 ? undefined : taken.get(fold(path));
  return folder === undefined ? null : placeTaken(printable(locate(path)), folder);
}

/**
 * @param {string | null} archive Its path.
 * @param {string} name
 * @param {string} outputFolder
 * @param {Destination['fold']} fold
 */
function refuseOverwriting(archive, name, outputFolder, fold) {
  if (archive === null) return null;
  const paths = [outputPath, rejectedPath, reasonsPath].map(pathOf => fold(pathOf(outputFolder, name)));
  if (!paths.includes(fold(archive))) return null;
  return new ArchiveError('archive/reserved-name', `entry "${printable(name)}" would overwrite the archive itself`);
}
