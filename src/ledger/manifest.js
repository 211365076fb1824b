import { reportError } from '../errors.js';
import { peakRssBytes } from '../memory/peak-memory.js';
import { withSuperseded } from './superseded.js';

/** @import { LikelyCharset } from '../archive/open-archive.js' */
/** @import { EntryOutcome } from '../entry-outcome.js' */
/** @import { ErrorReport } from '../errors.js' */
/** @import { Source } from '../source/open-source.js' */
/** @import { FrozenOutcomes } from './frozen-outcomes.js' */
/** @import { Outcomes } from './outcomes.js' */
/** @import { Totals } from './totals.js' */

/**
 * What became of an archive: `_manifest.json` in its output folder. Written last, it makes a repeated event harmless.
 *
 * @typedef {object} Manifest
 * @property {1} version
 * @property {{ uri: string, bytes: number, etag: string, versionId: string | null, sequencer: string | null,
 *   superseded?: string[] }} archive `superseded`: ids of older versions that were not finished, and that are cleared
 *   away once this one is complete.
 * @property {{ sha256: string }} recipe
 * @property {'complete' | 'partial' | 'unfinished' | 'failed'} status `partial`: some entries failed for good;
 *   `unfinished`: stopped before the end, run it again; `failed`: the archive is unreadable, see `error`.
 * @property {OutcomeList} entries
 * @property {Omit<Totals, 'pending'>} totals
 * @property {number} turns How many turns have advanced the job.
 * @property {number} [stalledTurns] How many turns in a row, up to the last one, have not. Absent for none.
 * @property {number} durationMs Of the last turn.
 * @property {number} peakRssBytes The process's, since it started.
 * @property {ErrorReport | null} error
 * @property {LikelyCharset} [namesLike] The charset in which the names of entries read better than as they were read, if any.
 * @property {string[]} [outdated] Paths, at the destination, of what earlier versions or turns may have published and this
 *   version lacks. It is removed once all entries are done, so a `complete` manifest has none.
 */

/**
 * In the archive's order.
 *
 * @typedef {Iterable<EntryOutcome> & { readonly length: number }} OutcomeList
 */

/**
 * A manifest as `JSON.parse` returns it.
 *
 * @typedef {Omit<Manifest, 'entries'> & { entries: EntryOutcome[] }} ParsedManifest
 */

/**
 * @template {Outcomes | FrozenOutcomes} Kind
 * @param {object} job
 * @param {Source} job.source
 * @param {string | null} job.sequencer
 * @param {string[]} [job.superseded]
 * @param {string} job.recipeSha256
 * @param {Kind} job.outcomes
 * @param {string[]} job.outdated
 * @param {LikelyCharset | null} [job.namesLike]
 * @param {number} job.turns
 * @param {number} [job.stalledTurns]
 * @param {number} job.durationMs
 * @param {unknown} [job.error] Why the archive is unreadable.
 * @param {unknown} [job.stoppedBy] Why the job stopped before the end.
 * @returns {Omit<Manifest, 'entries'> & { entries: Kind }}
 */
export function makeManifest(job) {
  const {
    source,
    sequencer,
    superseded = [],
    recipeSha256,
    outcomes,
    outdated,
    namesLike = null,
    turns,
    stalledTurns = 0,
    durationMs,
    error,
    stoppedBy,
  } = job;
  const { uri, bytes, etag, versionId } = source;
  const { pending, ...totals } = outcomes.sumUp();
  const status = error === undefined ? statusOf({ pending, failed: totals.failed, outdated }) : 'failed';
  const why = error ?? stoppedBy;
  /** @type {ReturnType<typeof makeManifest<Kind>>} */
  const manifest = {
    version: 1,
    archive: { uri, bytes, etag, versionId, sequencer },
    recipe: { sha256: recipeSha256 },
    status,
    entries: outcomes,
    totals,
    turns,
    ...(stalledTurns > 0 && { stalledTurns }),
    durationMs: Math.round(durationMs),
    peakRssBytes: peakRssBytes(),
    error: why === undefined ? null : reportError(why),
    ...(namesLike !== null && { namesLike }),
    ...(outdated.length > 0 && { outdated }),
  };
  return withSuperseded(manifest, superseded);
}

/** @param {{ pending: number, failed: number, outdated: string[] }} job */
function statusOf({ pending, failed, outdated }) {
  if (pending > 0) return 'unfinished';
  if (failed > 0) return 'partial';
  return outdated.length > 0 ? 'unfinished' : 'complete';
}

/**
 * The totals of a manifest, with the members that later versions added, or that somebody has left out.
 *
 * @param {Manifest['totals'] | undefined} totals
 * @param {Outcomes} outcomes
 * @returns {Manifest['totals']}
 */
export function completeTotals(totals, outcomes) {
  const { pending: _, valuesNotUtf8, ...sums } = outcomes.sumUp();
  return { ...sums, ...(totals ?? (valuesNotUtf8 !== undefined && { valuesNotUtf8 })) };
}
