import { finished } from 'node:stream/promises';
import { openDatabase } from '../../../src/destination/database/open.js';
import { readDatabaseSettings } from '../../../src/destination/database/settings.js';
import { COLUMNS } from './fixture.js';

/** @import { LoadRequest, RowColumn } from '../../../src/destination/database/open.js' */
/** @import { StagedRows } from '../../../src/destination/database/staging-table.js' */

/**
 * @typedef {Partial<LoadRequest['table']> & { version?: string, archive?: string, stop?: AbortSignal }} StagingOptions
 */

/**
 * Begins a turn that collects rows.
 *
 * @param {string} url
 * @param {StagedRows | null} staged
 * @param {StagingOptions} [options]
 */
export async function stage(url, staged, options = {}) {
  const turn = await openDatabase(readDatabaseSettings(url, 'it', {})).stage({ ...requestOf(options), staged });
  return Object.assign(turn, {
    /** @param {string} rows @param {readonly RowColumn[]} [columns] */
    async send(rows, columns = COLUMNS) {
      const output = turn.openOutput();
      output.setColumns(columns, ',');
      output.writable.end(rows);
      await finished(output.writable);
    },
  });
}

/**
 * A whole turn: collects the rows of some entries.
 *
 * @param {string} url
 * @param {StagedRows | null} staged
 * @param {(readonly [rows: string, columns: readonly RowColumn[]])[]} entries
 * @param {StagingOptions} [options]
 */
export async function collect(url, staged, entries, options) {
  const turn = await stage(url, staged, options);
  try {
    for (const [rows, columns] of entries) {
      await turn.send(rows, columns);
      await turn.keep();
    }
    return JSON.parse(JSON.stringify(await turn.finish()));
  } finally {
    await turn.rollback();
  }
}

/**
 * Publishes what was collected.
 *
 * @param {string} url
 * @param {StagedRows} staged
 * @param {StagingOptions & { sequencer?: string, entries?: object[] }} [options]
 */
export async function publish(url, staged, { sequencer, entries = [], ...options } = {}) {
  const publishing = await openDatabase(readDatabaseSettings(url, 'it', {})).publish({ ...requestOf(options), staged });
  try {
    const record = { recipe: 'r', sequencer: sequencer ?? null, entries: JSON.stringify(entries) };
    if (!publishing.isPublished) await publishing.commit(record, async () => {});
    return publishing;
  } finally {
    await publishing.rollback();
  }
}

/** @param {StagingOptions} options @returns {LoadRequest} */
function requestOf({ version = 'v1', archive = 's3://in/x.zip', stop, ...table }) {
  return {
    table: { schema: 'public', name: 'people', mode: 'append', key: [], ...table },
    ...{ archive, version, stop: stop ?? new AbortController().signal },
  };
}
