import { randomBytes } from 'node:crypto';
import { readDatabaseSettings } from '../../../src/destination/database/settings.js';
import { startServer } from '../../../src/serve/serve.js';
import { connected, freshDatabase } from '../../destination/database/fixture.js';
import { SECRET, sign } from './tokens.js';

/** @import { TestContext } from 'node:test' */
/** @import { ServeOptions } from '../../../src/serve/serve.js' */

/**
 * Starts the real service, which ends with the test.
 *
 * @param {TestContext} t
 * @param {string} database Its address.
 * @param {Partial<ServeOptions>} [options]
 */
export async function startService(t, database, options = {}) {
  const server = await startServer({
    ...{ database: readDatabaseSettings(database, 'it', {}), schema: 'api', host: '127.0.0.1', port: 0 },
    ...{ anonymousRole: null, secret: SECRET, jwks: null, audience: null, poolSize: 4, maxStreams: 3 },
    ...{ statementTimeoutMs: 60_000, stallTimeoutMs: 60_000, maxStreamMs: 600_000 },
    ...options,
  });
  t.after(() => server.close());
  return {
    ...server,
    /**
     * @param {string} path
     * @param {{ claims?: import('jose').JWTPayload, headers?: Record<string, string>, method?: string, signal?: AbortSignal }} [how]
     *   `claims`: of a token.
     */
    async get(path, { claims, headers = {}, ...how } = {}) {
      const token = claims === undefined ? {} : { authorization: `Bearer ${await sign(claims)}` };
      return fetch(server.url + path, { headers: { ...token, ...headers }, ...how });
    },
  };
}

/**
 * A database with roles of its own: a login that has no rights itself, and roles that it may become, but for one. Whose documents
 * somebody sees, another table says.
 *
 * @param {TestContext} t
 * @param {string} server
 */
export async function accessDatabase(t, server) {
  const database = await freshDatabase(t, server);
  const [id, password] = [randomBytes(6).toString('hex'), randomBytes(12).toString('hex')];
  const roles = { login: `login_${id}`, web: `web_${id}`, member: `member_${id}`, stranger: `stranger_${id}` };
  const { login, web, member, stranger } = roles;
  await database.query(`
    CREATE ROLE ${login} LOGIN NOINHERIT PASSWORD '${password}';
    CREATE ROLE ${web}; CREATE ROLE ${member}; CREATE ROLE ${stranger};
    GRANT ${web}, ${member} TO ${login};
    CREATE SCHEMA api;
    GRANT USAGE ON SCHEMA api TO ${web}, ${member}, ${stranger};
    CREATE TABLE api.members (account int, login text);
    CREATE TABLE api.documents (id int PRIMARY KEY, account int, title text);
    INSERT INTO api.members VALUES (1, 'ann'), (2, 'ann'), (2, 'bob');
    INSERT INTO api.documents SELECT id, id % 4, 'document ' || id FROM generate_series(1, 12) AS id;
    ALTER TABLE api.documents ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON api.documents FOR SELECT TO ${member} USING (EXISTS (
      SELECT FROM api.members WHERE members.account = documents.account
        AND members.login = current_setting('request.jwt.claims')::json->>'sub'));
    CREATE POLICY open ON api.documents FOR SELECT TO ${web} USING (account = 0);
    CREATE VIEW api.whoami AS SELECT current_user::text AS role, current_setting('request.jwt.claims', true)::json AS claims;
    CREATE VIEW api.many AS SELECT n, 1000 / (90000 - n) AS quotient, repeat('x', 100) AS text FROM generate_series(1, 100000) AS n;
    GRANT SELECT ON api.documents, api.whoami, api.many TO ${web}, ${member}, ${stranger};
    GRANT SELECT ON api.members TO ${member};`);
  t.after(async () => {
    // The database is gone by now, and what they were granted in it.
    const admin = await connected(server);
    await admin.query(`DROP ROLE ${login}, ${web}, ${member}, ${stranger}`);
    await admin.end();
  });
  const url = new URL(database.url);
  [url.username, url.password] = [login, password];
  return { ...database, loginUrl: url.href, roles };
}
