import { READER } from '../network/start-child-server.js';

/**
 * @param {{ desks: number, items: number, sleepMs: number }} sizes
 * @returns {string[]} SQL: tables, filled, and the two views that are read; the slow one sleeps once for each query.
 */
export function schemaOf({ desks, items, sleepMs }) {
  const columns = 'i.id, i.name AS item, i.serial, d.name AS desk, d.floor';
  return [
    `CREATE TABLE desks (id int PRIMARY KEY, name text NOT NULL, floor text NOT NULL)`,
    `INSERT INTO desks SELECT n, 'desk ' || n, 'floor ' || n % 40 FROM generate_series(1, ${desks}) AS n`,
    `CREATE TABLE items (id int, desk int NOT NULL, name text NOT NULL, serial text NOT NULL)`,
    `INSERT INTO items SELECT n, 1 + n::bigint * 7919 % ${desks}, 'item ' || n, md5(n::text)
       FROM generate_series(1, ${items}) AS n`,
    'ALTER TABLE items ADD PRIMARY KEY (id)',
    `CREATE VIEW report AS SELECT ${columns} FROM items i JOIN desks d ON d.id = i.desk`,
    // Said to be stable, so that the planner treats both views alike.
    `CREATE FUNCTION pause() RETURNS text STABLE LANGUAGE plpgsql
       AS 'BEGIN PERFORM pg_sleep(${sleepMs / 1000}); RETURN ''''; END'`,
    `CREATE VIEW slow_report AS SELECT ${columns}, (SELECT pause()) AS slept
       FROM items i JOIN desks d ON d.id = i.desk`,
    `CREATE ROLE ${READER}`,
    `GRANT SELECT ON desks, items, report, slow_report TO ${READER}`,
    'VACUUM ANALYZE desks',
    'VACUUM ANALYZE items',
  ];
}
