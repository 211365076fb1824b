import { ArchiveError } from './errors.js';
import { outputPath } from './ledger.js';
import { pendingOutcome, reportError } from './manifest.js';
import { printable } from './printable.js';

/** @import { Entry } from './archive/entry.js' */
/** @import { Destination } from './destination/open-destination.js' */
/** @import { EntryOutcome } from './manifest.js' */
/** @import { Recipe } from './recipe/recipe.js' */
/** @import { Source } from './source/open-source.js' */

/**
 * What is to be done with each entry: those that the recipe skips, that the guard refused or that an earlier turn has
 * done are no longer pending.
 *
 * @param {Entry[]} entries
 * @param {{ source: Source, destination: Destination, recipe: Recipe }} job
 * @param {EntryOutcome[]} done
 * @returns {EntryOutcome[]}
 */
export function judgeEntries(entries, { source, destination, recipe }, done) {
  const earlier = new Map(done.map(outcome => [outcome.path, outcome]));
  return entries.map(entry => {
    const outcome = pendingOutcome(entry, recipe.ruleFor(entry.name).action);
    const before = earlier.get(outcome.path);
    if (before && before.status !== 'pending' && before.crc32 === outcome.crc32) return before;
    if (outcome.action === 'skip') return { ...outcome, status: 'skipped' };
    const error = entry.error ?? refuseOverwriting(source, destination.locate, entry.name);
    return error ? { ...outcome, status: 'failed', error: reportError(error) } : outcome;
  });
}

/**
 * @param {Source} source
 * @param {Destination['locate']} locate
 * @param {string} name
 */
function refuseOverwriting(source, locate, name) {
  if (locate(outputPath(source.place, name)) !== source.uri) return null;
  return new ArchiveError('archive/reserved-name', `entry "${printable(name)}" would overwrite the archive itself`);
}
