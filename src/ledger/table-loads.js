import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withLaterMembers } from '../entry-outcome.js';
import { DatabaseError } from '../errors.js';
import { printable } from '../printable.js';
import { isS3Uri } from '../storage/s3-uri.js';
import { isLater } from './versions.js';

/** @import { TableLoad } from '../destination/database/open.js' */
/** @import { EntryOutcome } from '../entry-outcome.js' */
/** @import { Addresses } from '../output-paths.js' */
/** @import { Source } from '../source/open-source.js' */
/** @import { LedgerJob } from './open-ledger.js' */

/*
 * A manifest does not fence a database: between the look at it and the commit there, another job may have claimed. So each
 * load is recorded in the database too, in the transaction that makes its rows visible, and a job decides by these records under
 * the table's lock:
 *
 * | The table has                          | The job                                                               |
 * |----------------------------------------|-----------------------------------------------------------------------|
 * | a later version of this archive        | writes nothing: its manifest says the same, or database/superseded    |
 * | this version, by this recipe           | counts its entries as written; if forced, loads it again              |
 * | this version, by another recipe        | database/already-loaded; if forced, loads it again                    |
 * | neither                                | loads it                                                              |
 */

/**
 * @param {Pick<TableLoad, 'uri' | 'earlier' | 'latestSequencer'>} load
 * @param {Pick<LedgerJob, 'source' | 'recipe' | 'sequencer' | 'force'>} job
 * @returns {'load' | 'loaded' | 'superseded'}
 * @throws {DatabaseError} `database/already-loaded`
 */
export function judgeLoad({ uri, earlier, latestSequencer }, { source, recipe, sequencer = null, force = false }) {
  const latest = { archive: { ...source, sequencer: latestSequencer } };
  if (isLater(/** @type {any} */ (latest), { uri: source.uri, sequencer })) return 'superseded';
  if (earlier === null || force) return 'load';
  if (earlier.recipe === recipe.sha256) return 'loaded';
  throw new DatabaseError(
    'database/already-loaded',
    `${printable(uri)} has the rows of this version of the archive already, by another recipe; ` +
      '--force loads them again, and under "append" beside the others',
  );
}

/**
 * How the database knows an archive's version. A path is made absolute: the same file is the same archive wherever a job is
 * started.
 *
 * @param {Pick<Source, 'uri' | 'versionId' | 'etag'>} source
 * @returns {{ archive: string, version: string }}
 */
export function loadedVersion({ uri, versionId, etag }) {
  return { archive: isS3Uri(uri) ? uri : pathToFileURL(resolve(uri)).href, version: versionId ?? etag };
}

/**
 * The outcome of an entry whose rows an earlier job has loaded, perhaps without noting it in the manifest. That job may have put
 * rejected records elsewhere.
 *
 * @param {Pick<TableLoad, 'uri' | 'earlier'>} load
 * @param {EntryOutcome} pending
 * @param {Addresses} addresses
 * @returns {EntryOutcome}
 * @throws {DatabaseError} `database/already-loaded` if that job did not load this entry.
 */
export function loadedOutcome({ uri, earlier }, { path }, addresses) {
  const stored = earlier?.entries.find(entry => entry.path === path);
  if (stored !== undefined) {
    const outcome = withLaterMembers(stored);
    return {
      ...outcome,
      ...{ path, status: 'written', output: uri },
      rejected: outcome.rejected === addresses.rejected(path) ? outcome.rejected : null,
      reasons: outcome.reasons === addresses.reasons(path) ? outcome.reasons : null,
    };
  }
  throw twoNames(uri);
}

/**
 * The error of an entry whose rule gives a table that was already loaded another name. Under "replace", its rows would delete those
 * of the other entries.
 *
 * @param {string} uri The table's address.
 * @returns {DatabaseError}
 */
export function twoNames(uri) {
  return new DatabaseError(
    'database/already-loaded',
    `${printable(uri)} has rows of this version of the archive already, but not those of this entry; two rules that name one ` +
      'table have to name it in the same way, with its schema or without: correct the recipe',
  );
}

/**
 * An entry that was not loaded because another one of its table failed.
 *
 * @param {string} table
 * @returns {DatabaseError}
 */
export function incomplete(table) {
  return new DatabaseError(
    'database/incomplete',
    `another entry for the table ${printable(table)} failed, or an archive in the archive that may hold one; a table gets all of ` +
      "an archive's rows or none",
  );
}

/**
 * @param {string} uri The table's address.
 * @returns {DatabaseError}
 */
export function supersededLoad(uri) {
  return new DatabaseError(
    'database/superseded',
    `${printable(uri)} has the rows of a later version of this archive already`,
  );
}
