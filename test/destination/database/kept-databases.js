import { randomBytes } from 'node:crypto';
import pg from 'pg';

/**
 * A database that a test has, or had.
 *
 * @typedef {{ url: string, client: pg.Client, state: string | null }} KeptDatabase `client`: with a role that may do everything.
 *   `state`: as it was at first; null if it may not be kept.
 */

/**
 * @param {string} server Its address, with a role that may create databases.
 * @returns {Promise<KeptDatabase>} An empty one. On a server that ends with the tests, an earlier test may have had it: to create a
 *   database takes the server longer than most tests do.
 */
export async function takeDatabase(server) {
  const kept = keptOn(server);
  for (let found = kept.pop(); found !== undefined; found = kept.pop()) {
    const { url, state } = found;
    const client = await connected(url);
    // What a test has left behind may have connected again.
    if (await endOthers(client).catch(() => false)) return { url, client, state };
    await client.end();
    await drop(server, url);
  }
  const name = `t${randomBytes(8).toString('hex')}`;
  await ask(server, `CREATE DATABASE ${name}`);
  const { href: url } = Object.assign(new URL(server), { pathname: name });
  const client = await connected(url);
  // Whoever named a server gets it back as it was.
  const isNamed = server === process.env.DATABASE_URL && process.env.DATABASE_ENDS === undefined;
  return { url, client, state: isNamed ? null : await stateOf(client) };
}

/**
 * Ends all sessions of a database that a test no longer needs, and empties it or drops it: what was granted in it is gone.
 *
 * @param {string} server
 * @param {KeptDatabase} database
 */
export async function returnDatabase(server, { url, client, state }) {
  const isEmpty = state !== null && (await empty(client, state).catch(() => false));
  await client.end();
  if (isEmpty) keptOn(server).push({ url, state });
  else await drop(server, url);
}

/** @param {string} url */
export async function connected(url) {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** @param {string} server */
function keptOn(server) {
  const kept = KEPT.get(server) ?? [];
  KEPT.set(server, kept);
  return kept;
}

/** @type {Map<string, { url: string, state: string }[]>} By their server. */
const KEPT = new Map();

/**
 * @param {pg.Client} client
 * @param {string} state
 * @returns {Promise<boolean>} Whether the database is again as it was at first.
 */
async function empty(client, state) {
  if (!(await endOthers(client))) return false;
  for (const sql of ['ROLLBACK', 'DISCARD ALL', 'SET lock_timeout = 10000', DROP_ALL]) await client.query(sql);
  return (await stateOf(client)) === state;
}

/** @param {pg.Client} client */
async function endOthers(client) {
  const { rows } = await client.query(END_OTHERS);
  return rows.every(({ ended }) => ended);
}

/** @param {pg.Client} client */
async function stateOf(client) {
  return JSON.stringify((await client.query(STATE)).rows);
}

/**
 * @param {string} server
 * @param {string} url
 */
async function drop(server, url) {
  await ask(server, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
}

/**
 * @param {string} url
 * @param {string} sql
 */
async function ask(url, sql) {
  const client = await connected(url);
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const END_OTHERS = `SELECT pg_terminate_backend(pid, 60000) AS ended FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

const DROP_ALL = `DO $$
  DECLARE
    name text;
  BEGIN
    FOR name IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' LOOP
      EXECUTE format('DROP SCHEMA %I CASCADE', name);
    END LOOP;
    CREATE SCHEMA public AUTHORIZATION pg_database_owner;
    GRANT USAGE ON SCHEMA public TO PUBLIC;
    COMMENT ON SCHEMA public IS 'standard public schema';
  END $$`;

/**
 * @param {string} column Of a catalog.
 * @returns {string} Its last object, and what may be done with which.
 */
function acls(column) {
  return `count(*) || ' ' || max(oid::bigint) || ' ' ||
    md5(coalesce(string_agg(oid || ' ' || ${column}::text, ' ' ORDER BY oid) FILTER (WHERE ${column} IS NOT NULL), ''))`;
}

/** What a test may have changed, but for the settings of roles: the objects of a database, and what may be done with them. */
const STATE = `
  SELECT 'database' AS what, datdba || ' ' || datconnlimit || ' ' || coalesce(datacl::text, '') AS state
    FROM pg_database WHERE datname = current_database()
  UNION ALL SELECT 'setting', setrole || ' ' || setconfig::text
    FROM pg_db_role_setting JOIN pg_database ON setdatabase = pg_database.oid WHERE datname = current_database()
  UNION ALL SELECT 'schema', nspname || ' ' || nspowner || ' ' || coalesce(nspacl::text, '')
    FROM pg_namespace WHERE nspname !~ '^pg_(toast_)?temp_'
  UNION ALL SELECT 'relations', ${acls('relacl')} FROM pg_class
  UNION ALL SELECT 'functions', ${acls('proacl')} FROM pg_proc
  UNION ALL SELECT 'types', ${acls('typacl')} FROM pg_type
  UNION ALL SELECT 'language', lanname || ' ' || coalesce(lanacl::text, '') FROM pg_language
  UNION ALL SELECT 'extension', extname FROM pg_extension
  UNION ALL SELECT 'privilege', defaclacl::text FROM pg_default_acl
  UNION ALL SELECT 'trigger', evtname FROM pg_event_trigger
  UNION ALL SELECT 'publication', pubname FROM pg_publication
  UNION ALL SELECT 'large object', oid::text FROM pg_largeobject_metadata
  UNION ALL SELECT 'others', count(*) || ' ' || max(oid::bigint) FROM (
    SELECT oid FROM pg_cast UNION ALL SELECT oid FROM pg_collation UNION ALL SELECT oid FROM pg_operator
    UNION ALL SELECT oid FROM pg_foreign_server UNION ALL SELECT oid FROM pg_ts_config) AS objects
  ORDER BY what, state`;
