import { Writable } from 'node:stream';
import { checkEntryColumns } from './entry-columns.js';
import { tableUri } from './table-uri.js';

/** @import { Table } from '../../recipe/recipe.js' */
/** @import { Output } from '../open.js' */
/** @import { StoredLoad } from './loads-table.js' */
/** @import { StagedRows } from './staging-table.js' */
/** @import { DatabaseSettings } from './settings.js' */

/**
 * Where the rows of a recipe's tables go.
 *
 * @typedef {object} Database
 * @property {string} uri Its address, without credentials.
 * @property {(request: LoadRequest) => Promise<TableLoad>} begin Connects, and begins the load of a table: one transaction that
 *   holds its lock. Fails with `database/…`, or a StoppedError.
 * @property {(request: LoadRequest & { staged: StagedRows | null }) => Promise<StagingTurn>} stage Begins a turn of a load that takes
 *   several: `staged` are the rows of earlier ones. Fails with `database/staging-gone` if they are gone.
 * @property {(request: LoadRequest & { staged: StagedRows }) => Promise<Publishing>} publish Begins the end of such a load: one
 *   transaction that holds the table's lock. Fails with `database/staging-gone` too, and with `database/publishing` while the server
 *   still publishes what an earlier turn has sent.
 * @property {(staged: { name: string }) => Promise<void>} drop Drops staged rows that are no longer needed. Never fails: a later
 *   load drops what is left.
 *
 * @typedef {object} LoadRequest
 * @property {Readonly<Table>} table
 * @property {string} archive The archive's address.
 * @property {string} version Which of its versions: its id, or the ETag.
 * @property {AbortSignal} stop Ends what is under way at once.
 * @property {AbortSignal | undefined} [end] Ends what has to be waited for all the same, a few seconds later.
 *
 * An archive's rows on their way into one table. They are seen once it is committed.
 *
 * @typedef {object} TableLoad
 * @property {string} uri The table's address, without credentials.
 * @property {StoredLoad | null} earlier The load of the same version into this table, if it was committed before.
 * @property {string | null} latestSequencer The latest one of the other versions that were loaded into this table.
 * @property {() => RowOutput} openOutput For the rows of the next entry, in the form that `COPY … (FORMAT csv)` takes.
 * @property {(record: { recipe: string, sequencer: string | null, entries: string }, claim: () => Promise<void>) =>
 *   Promise<void>} commit Records the load in `sluice.loads`, with the outcomes of its entries as JSON, and makes its rows
 *   visible. `claim` is called directly before that.
 * @property {() => Promise<void>} rollback Ends the load, and leaves nothing of it. After the end it does nothing.
 *
 * A turn that collects rows. They count once a checkpoint has what `finish` returns.
 *
 * @typedef {Pick<TableLoad, 'uri' | 'earlier' | 'latestSequencer' | 'openOutput' | 'rollback'> & {
 *   keep: () => Promise<void>, finish: () => Promise<StagedRows> }} StagingTurn `keep`: call it when the entry
 *   whose output was opened last is done. `finish`: commits all rows of entries that are kept, or whose output is suspended;
 *   nothing can be added then.
 *
 * The publishing of staged rows. `isPublished`: whether an earlier turn has done it. After `commit`, `earlier` is this load, as it is
 * recorded, with the repeated keys of its entries, and what triggers took. If the job is stopped in it, the server goes on alone.
 *
 * @typedef {Pick<TableLoad, 'uri' | 'earlier' | 'latestSequencer' | 'commit' | 'rollback'> & { isPublished: boolean }} Publishing
 *
 * @typedef {Output & { setColumns: (columns: readonly RowColumn[], delimiter: string) => void, repeatedKeys: () => number,
 *   takenByTriggers: (sent: number) => number }} RowOutput
 *   `setColumns` is called before the first rows, also with what is between their fields, and fails with `database/wrong-columns`. An
 *   entry without columns has no rows.
 *   `repeatedKeys`: how many rows, under `merge`, had a key that came before in this archive. `takenByTriggers`: how many of the rows that
 *   were sent the server has not counted as its table's; both 0 for rows that are staged, of which the publishing knows.
 *
 * @typedef {object} RowColumn
 * @property {string} name
 * @property {string} type What it gets in a table that is created.
 * @property {'empty' | 'none' | 'unquoted'} nullAs Which values stand for NULL: all empty ones, none, or empty ones without quotes.
 * @property {boolean} isKey Whether it is one of the key's, under `merge`.
 */

/**
 * @param {DatabaseSettings} settings
 * @param {{ dryRun?: boolean }} [options]
 * @returns {Database}
 */
export function openDatabase(settings, { dryRun = false } = {}) {
  // The client is loaded only for a recipe with a table.
  return {
    uri: settings.uri,
    begin: async request =>
      dryRun ? beginDryRun(settings, request) : (await import('./load.js')).beginLoad(settings, request),
    stage: async request => (await import('./stage-rows.js')).beginStaging(settings, request),
    publish: async request => (await import('./publication.js')).beginPublishing(settings, request),
    drop: async staged => (await import('./drop-staging.js')).dropStaging(settings, staged),
  };
}

/**
 * A load of a job that writes nothing. It does not even connect.
 *
 * @param {DatabaseSettings} settings
 * @param {LoadRequest} request
 * @returns {TableLoad}
 */
function beginDryRun(settings, { table }) {
  const uri = tableUri(settings, table);
  const checkColumns = checkEntryColumns(table);
  return {
    uri,
    earlier: null,
    latestSequencer: null,
    openOutput() {
      const writable = new Writable({ write: (_chunk, _encoding, done) => done() });
      writable.on('error', () => {});
      const drop = async () => void writable.destroy();
      const suspend = async () => {
        throw new Error('a dry run is never suspended');
      };
      return {
        uri,
        writable,
        setColumns: columns => void checkColumns(columns),
        repeatedKeys: () => 0,
        takenByTriggers: () => 0,
        commit: async () => 'written',
        suspend,
        release: drop,
        abort: drop,
      };
    },
    commit: (_record, claim) => claim(),
    async rollback() {},
  };
}
