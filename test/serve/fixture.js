import pg from 'pg';
import { loadCatalog } from '../../src/serve/catalog/load-catalog.js';
import { parseRead } from '../../src/serve/read/parse-read.js';
import { JsonRows } from '../../src/serve/rows/json-rows.js';
import { ServeError } from '../../src/serve/serve-error.js';
import { readCount, writeStatements } from '../../src/serve/sql/write-statements.js';
import { freshDatabase } from '../destination/database/fixture.js';

/** @import { TestContext } from 'node:test' */
/** @import { Catalog } from '../../src/serve/catalog/load-catalog.js' */
/** @import { JsonShape } from '../../src/serve/rows/json-shape.js' */
/** @import { Statements } from '../../src/serve/sql/write-statements.js' */

/**
 * Reads a request, without a database.
 *
 * @param {Catalog} catalog
 * @param {string} url `/people?select=id`.
 * @param {Record<string, string>} [headers]
 * @param {string} [method]
 */
export function parse(catalog, url, headers = {}, method = 'GET') {
  const [path, ...search] = url.split('?');
  return parseRead(
    {
      method,
      path: path.slice(1).split('/').map(decodeURIComponent),
      search: search.join('?'),
      headers: { get: name => headers[name] ?? null },
    },
    catalog,
  );
}

/**
 * @param {() => unknown} run
 * @returns {ServeError} What it throws.
 */
export function refusal(run) {
  try {
    run();
  } catch (error) {
    if (error instanceof ServeError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/**
 * A database of the test's own with these tables, and what reads them.
 *
 * @param {TestContext} t
 * @param {string} server
 * @param {string} ddl
 * @param {string} [schema]
 */
export async function servedDatabase(t, server, ddl, schema = 'public') {
  const { url, query } = await freshDatabase(t, server);
  await query(ddl);
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  t.after(() => client.end());
  const load = () => loadCatalog(sql => query(sql), schema);
  const catalog = await load();
  const identity = { role: /** @type {string | null} */ (null), claims: /** @type {object | null} */ (null) };
  return {
    query,
    client,
    catalog,
    load,
    /**
     * @param {string} url
     * @param {Record<string, string>} [headers]
     * @param {Partial<typeof identity>} [who]
     */
    read: (url, headers = {}, who = {}) => {
      const read = parse(catalog, url, headers);
      return copyOut(client, writeStatements(read, { ...identity, ...who }), read.sql.shape);
    },
  };
}

/**
 * Sends a read as the service does, and takes all of its rows.
 *
 * @param {pg.Client} client
 * @param {Statements} statements
 * @param {JsonShape | null} shape How the rows become JSON; null: they stay as they were sent.
 * @returns {Promise<{ rows: string[], count: number | null, commands: string[] }>} `rows`: each with its line feed. `commands`: what
 *   the server says it ran.
 */
export async function copyOut(client, { sql, hasCount }, shape) {
  const taken = new CopyOut(sql);
  client.query(/** @type {any} */ (taken));
  const { rows, texts, commands } = await taken.done;
  return {
    rows: shape === null ? rows.map(String) : rows.map(row => toJson(row, shape)),
    count: hasCount ? readCount(texts[0]) : null,
    commands,
  };
}

/** @param {Buffer} row @param {JsonShape} shape */
function toJson(row, shape) {
  /** @type {Buffer[]} */
  const blocks = [];
  const json = new JsonRows(block => blocks.push(block));
  json.begin({ ...shape, isList: false });
  json.write(row, 0, row.length);
  json.flush();
  return Buffer.concat(blocks).toString();
}

/** Takes the answer to several statements of which one is a COPY. */
class CopyOut {
  /** @param {string} sql */
  constructor(sql) {
    this.sql = sql;
    /** @type {Buffer[]} */
    this.rows = [];
    /** @type {string[]} */
    this.texts = [];
    /** @type {string[]} */
    this.commands = [];
    /** @type {PromiseWithResolvers<CopyOut>} */
    const { promise, resolve, reject } = Promise.withResolvers();
    this.done = promise;
    this.resolve = resolve;
    this.reject = reject;
  }

  /** @param {any} connection */
  submit(connection) {
    connection.query(this.sql);
  }

  handleRowDescription() {}
  handleCopyOutResponse() {}
  handleCopyDone() {}

  /** @param {{ fields: string[] }} message */
  handleDataRow({ fields }) {
    this.texts.push(fields[0]);
  }

  /** @param {{ chunk: Buffer }} message */
  handleCopyData({ chunk }) {
    this.rows.push(Buffer.from(chunk));
  }

  /** @param {{ text: string }} message */
  handleCommandComplete({ text }) {
    this.commands.push(text);
  }

  /** @param {Error} error */
  handleError(error) {
    // pg says nothing more of this query, and waits by itself until the server is ready again.
    this.reject(error);
  }

  handleReadyForQuery() {
    this.resolve(this);
  }
}

/**
 * A catalog without a database.
 *
 * @param {Record<string, Record<string, string>>} tables The columns' types, by name, by the table's name.
 * @returns {Promise<Catalog>}
 */
export function catalogOf(tables) {
  const catalog = {
    comment: null,
    types: [{ name: 'Mood', form: 'text' }],
    tables: Object.entries(tables).map(([name, columns], index) => ({
      ...{ name, kind: 'table', isPartition: false, comment: null, oid: index + 1, primaryKey: [] },
      columns: Object.entries(columns).map(([name, type], ordinal) => ({
        ...{ name, type, typeName: type, baseType: type, category: 'S', labels: null, isNullable: true, comment: null },
        ordinal: ordinal + 1,
        form: FORMS[type] ?? 'text',
      })),
    })),
  };
  return loadCatalog(async () => [{ catalog: JSON.stringify(catalog) }], 'public');
}

/** @type {Record<string, string>} */
const FORMS = {
  ...{ integer: 'number', int4: 'number', numeric: 'number', boolean: 'boolean' },
  ...{ json: 'other', jsonb: 'other', date: 'moment', timestamptz: 'moment', 'text[]': 'other' },
};
