import { DEFLATED, STORED } from '../archive/entry.js';
import { methodName } from '../archive/method-name.js';
import { toArchiveError } from '../archive/open-archive.js';
import { openContainer } from '../container/open-container.js';
import { acquireEngine, releaseEngine, requireEngine } from '../engine/engine.js';
import { ArchiveError, hasCode, LimitError, reportError, StoppedError } from '../errors.js';
import { keepHeapSmall } from '../memory/small-heap.js';
import { compileRecipe } from '../recipe/recipe.js';
import { Turns } from '../streams/turns.js';
import { findKinds } from './find-kinds.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { FirstPassProgress } from '../container/first-pass.js' */
/** @import { Container } from '../container/open-container.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { Source } from '../source/open-source.js' */
/** @import { InspectedEntry, Inspection } from './inspection.js' */

/**
 * @typedef {object} InspectOptions
 * @property {Source} source
 * @property {Recipe | null} recipe
 * @property {string | null} [recipePath] Only shown.
 * @property {Buffer | null} [password] Of encrypted entries.
 * @property {AbortSignal | undefined} [signal]
 * @property {((progress: { entriesDone: number, entriesTotal: number }) => void) | undefined} [onProgress]
 * @property {((progress: FirstPassProgress) => void) | undefined} [onFirstPass]
 */

/**
 * Looks into an archive: judges its entries as a job would, and reads a fixed number of bytes of each that may be CSV.
 *
 * @param {InspectOptions} options
 * @returns {Promise<Inspection>} With an error if the archive is refused as a whole.
 * @throws {StorageError | StoppedError | ArchiveError} If it cannot be read; `archive/changed`.
 */
export async function inspectArchive(options) {
  const { source, recipe, recipePath = null, password = null, signal, onProgress, onFirstPass } = options;
  requireEngine();
  keepHeapSmall();
  const applied = recipe ?? (await compileRecipe());
  const { uri, bytes, etag, versionId } = source;
  /** @type {Inspection} */
  const inspection = {
    archive: {
      uri,
      bytes,
      etag,
      versionId,
      entries: 0,
      bytesInflated: 0,
      isEncrypted: false,
      lacks: null,
      namesLike: null,
    },
    recipe: recipe && describeRecipe(recipe, recipePath),
    error: null,
    entries: [],
    kinds: [],
    unmatched: { rules: [] },
  };
  const engine = acquireEngine();
  /** @type {Container | null} */
  let archive = null;
  try {
    const { limits, entryNames } = applied;
    archive = await openContainer(source, { limits, entryNames, uri, hasPassword: password !== null, onFirstPass });
    const { entries } = archive;
    const turns = new Turns();
    for (const entry of entries) {
      await turns.before(2 * applied.workFor(entry.name));
      inspection.entries.push(judge(entry, applied));
    }
    inspection.archive.entries = entries.length;
    inspection.archive.bytesInflated = inspection.entries.reduce((total, { bytes }) => total + bytes, 0);
    for (const { encryption } of entries) inspection.archive.isEncrypted ||= encryption !== null;
    inspection.archive.lacks = lacksOf(entries);
    inspection.archive.namesLike = archive.namesLike ?? null;
    inspection.unmatched.rules = rulesWithoutEntries(applied, inspection.entries);
    inspection.kinds = await findKinds({
      source,
      archive,
      recipe: applied,
      engine,
      password,
      inspected: inspection.entries,
      signal,
      onProgress,
    });
  } catch (caught) {
    if (signal?.aborted) throw new StoppedError({ cause: caught });
    const error = toArchiveError(caught);
    const isRefused = error instanceof ArchiveError || error instanceof LimitError;
    if (!isRefused || hasCode(error, 'archive/changed')) throw error;
    return { ...inspection, error: reportError(error), entries: [], kinds: [] };
  } finally {
    archive?.close();
    releaseEngine(engine);
  }
  return inspection;
}

/** @param {Recipe} recipe @param {string | null} path */
function describeRecipe({ sha256, matches, needsHashKey }, path) {
  return { path, sha256, matches, needsHashKey };
}

/**
 * @param {Iterable<Entry>} entries
 * @returns {Inspection['archive']['lacks']}
 */
function lacksOf(entries) {
  /** @type {Inspection['archive']['lacks']} */
  let lacks = null;
  for (const { isModulo, isPacked } of entries) {
    if (isPacked) return 'found';
    if (isModulo) lacks = 'sizes';
  }
  return lacks;
}

/**
 * @param {Entry} entry
 * @param {Recipe} recipe
 * @returns {InspectedEntry}
 */
function judge({ name, bytes, isModulo = false, compressedBytes, method, error }, recipe) {
  const { action } = recipe.ruleFor(name);
  const rule = recipe.ruleIndexFor(name);
  return {
    path: name,
    bytes,
    isLeast: isModulo,
    compressedBytes,
    method: METHODS.get(method) ?? methodName(method),
    ratio: compressedBytes === 0 ? null : bytes / compressedBytes,
    action,
    rule: rule < 0 ? null : rule,
    // What is skipped is not refused.
    error: error === null || action === 'skip' ? null : reportError(error),
    kind: null,
  };
}

/**
 * @param {Recipe} recipe
 * @param {InspectedEntry[]} entries
 */
function rulesWithoutEntries({ matches }, entries) {
  const deciding = new Set(entries.map(({ rule }) => rule));
  return matches.map((match, index) => ({ index, match })).filter(({ index }) => !deciding.has(index));
}

const METHODS = new Map([
  [STORED, 'stored'],
  [DEFLATED, 'deflate'],
]);
