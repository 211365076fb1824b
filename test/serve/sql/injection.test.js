import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { ServeError } from '../../../src/serve/serve-error.js';
import { writeStatements } from '../../../src/serve/sql/write-statements.js';
import { startServer } from '../../destination/database/fixture.js';
import { stride } from '../../support/cases.js';
import { copyOut, parse, servedDatabase } from '../fixture.js';
import { hostileTexts } from './hostile-texts.js';

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server?.stop());

const TEXTS = hostileTexts();
/** Those that can be names. */
const NAMES = TEXTS.filter(text => Buffer.byteLength(text) < 64);

const DDL = `
  CREATE TABLE canary (id int); INSERT INTO canary VALUES (1), (2), (3);
  CREATE TABLE secret (word text); INSERT INTO secret VALUES ('the secret word');
  CREATE TABLE texts (id serial, word text, tags text[], number int, data jsonb, kind "char")`;

for (const conforming of ['on', 'off']) {
  test(`no hostile text becomes a part of a statement, with standard_conforming_strings ${conforming}`, {
    timeout: 300_000,
  }, async t => {
    assert.ok(TEXTS.length > 400);
    const served = await openHostile(t, conforming);
    // With "off" a backslash is the more dangerous.
    for (const text of TEXTS.filter((_, index) => index % stride(conforming === 'off' ? 0.3 : 1) === 0)) {
      for (const [search, sql] of valueRequests(text)) {
        const { rows } = await served.answer(`/texts?select=id&order=id&${search}`);
        const expected = await served.query(`SELECT id FROM texts t WHERE ${sql} ORDER BY id`, [text]);
        assert.deepEqual(
          rows.map(idOf),
          expected.map(({ id }) => id),
          search,
        );
      }
      for (const [search, headers] of otherRequests(text)) await served.answerOrRefusal(`/texts?${search}`, headers);
      await served.answerOrRefusal(`/${encodeURIComponent(text)}`, {});
      await served.answer('/texts?limit=1', {}, { claims: { word: text, [text]: [text] } });
    }
    await served.requireUntouched();
  });
}

/**
 * @param {string} text
 * @returns {[string, string][]} What is asked, and the condition with $1 for the text.
 */
function valueRequests(text) {
  const value = encodeURIComponent(text);
  const quoted = encodeURIComponent(`"${text.replaceAll(/["\\]/g, '\\$&')}"`);
  const list = encodeURIComponent(`{"${text.replaceAll(/["\\]/g, '\\$&')}"}`);
  return [
    [`word=eq.${value}`, 'word = $1'],
    [`word=not.eq.${value}`, 'NOT word = $1'],
    [`word=in.(${quoted},"other")`, "word IN ($1, 'other')"],
    [`or=(word.eq.${quoted},id.eq.1)`, '(word = $1 OR id = 1)'],
    [
      `and=(or(word.in.(${quoted},a),word.lt.${quoted}),not.or(word.is.null))`,
      "(word IN ($1, 'a') OR word < $1) AND word IS NOT NULL",
    ],
    [`tags=cs.${list}`, 'tags @> ARRAY[$1::text]'],
    [
      `or=(tags.cs.${encodeURIComponent(`"${decodeURIComponent(list).replaceAll(/["\\]/g, '\\$&')}"`)})`,
      'tags @> ARRAY[$1::text]',
    ],
  ];
}

/**
 * Requests that may be refused, by us or by Postgres.
 *
 * @param {string} text
 * @returns {[string, Record<string, string>][]}
 */
function otherRequests(text) {
  const value = encodeURIComponent(text);
  const quoted = encodeURIComponent(`"${text.replaceAll(/["\\]/g, '\\$&')}"`);
  const searches = [
    ...[
      `${value}=eq.1`,
      `${quoted}=eq.1`,
      `select=${value}`,
      `select=${quoted}`,
      `select=a:${quoted}`,
      `select=id::${value}`,
    ],
    ...[
      `select=${quoted}:id`,
      `select=${value}:id`,
      `order=${value}`,
      `order=${quoted}.desc`,
      `order=id.${value}`,
      `limit=${value}`,
    ],
    ...[
      `offset=${value}`,
      `id=${value}`,
      `id=${value}.1`,
      `id=is.${value}`,
      `id=in.${value}`,
      `id=in.(${value})`,
      `number=eq.${value}`,
    ],
    ...[
      `or=${value}`,
      `or=(${value})`,
      `or=(id.eq.1${value}`,
      `and=(${quoted}.eq.1)`,
      `word=like.${value}`,
      `word=ilike.*${value}*`,
    ],
    ...[
      `data=eq.${value}`,
      `data=cs.${value}`,
      `tags=eq.${value}`,
      `tags=cd.${value}`,
      `kind=eq.${value}`,
      `word=match.${value}`,
    ],
  ];
  const headers = ['range', 'range-unit', 'prefer', 'accept', 'accept-profile', 'content-profile'];
  return [
    ...searches.map(search => /** @type {[string, Record<string, string>]} */ ([search, {}])),
    ...headers.map(name => /** @type {[string, Record<string, string>]} */ (['limit=1', { [name]: text }])),
    ['limit=1', { prefer: `count=${text}` }],
  ];
}

test('a role is the one that is named, or none', { timeout: 120_000 }, async t => {
  const served = await openHostile(t, 'off');
  const long = `r${'o'.repeat(62)}`;
  const roles = [...NAMES.filter(name => name.trim() !== '').slice(0, 60), long];
  try {
    for (const role of roles) {
      const name = pg.escapeIdentifier(role);
      await served.query(`CREATE ROLE ${name}; GRANT SELECT ON whoami TO ${name}`);
      const { rows } = await served.answer('/whoami?select=me', {}, { role });
      assert.deepEqual(JSON.parse(rows[0]), { me: role });
    }
    for (const role of TEXTS.filter(text => !roles.includes(text)))
      await served.answerOrRefusal('/whoami', {}, { role });
    for (const role of ['none', '', `${long}x`, 'a\0b']) {
      assert.ok(await served.answerOrRefusal('/whoami', {}, { role }), `${role} is no role`);
    }
  } finally {
    for (const role of roles) {
      const name = pg.escapeIdentifier(role);
      await served.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`).catch(() => {});
    }
  }
  await served.requireUntouched();
});

test('columns and tables with hostile names are read as what they are', { timeout: 120_000 }, async t => {
  const served = await openHostile(t, 'off');
  for (const name of NAMES.slice(0, 150).filter((_, index) => index % stride(0.3) === 0)) {
    const column = pg.escapeIdentifier(name);
    await served.query(
      `DROP TABLE IF EXISTS ${column}; CREATE TABLE ${column} (${column} text); INSERT INTO ${column} VALUES ('x')`,
    );
    const catalog = await served.load();
    const quoted = encodeURIComponent(`"${name.replaceAll(/["\\]/g, '\\$&')}"`);
    for (const accept of ['application/json', 'text/csv']) {
      const read = parse(
        catalog,
        `/${encodeURIComponent(name)}?select=${quoted},${quoted.replace('%22', '%22also ')}:${quoted}&${quoted}=eq.x&order=${quoted}`,
        { accept },
      );
      const statements = writeStatements(read, { role: null, claims: null });
      const { rows, commands } = await copyOut(served.client, statements, read.sql.shape);
      assert.deepEqual(commands, ['SET', 'COPY 1']);
      if (accept === 'text/csv') assert.equal(rows[0], 'x,x\n');
      else assert.deepEqual(JSON.parse(rows[0]), { [name]: 'x', [`also ${name}`]: 'x' });
    }
    await served.query(`DROP TABLE ${column}`);
  }
  await served.requireUntouched();
});

/**
 * @param {import('node:test').TestContext} t
 * @param {string} conforming
 */
async function openHostile(t, conforming) {
  const { client, query, catalog, load } = await servedDatabase(
    t,
    server.url,
    `${DDL}; CREATE VIEW whoami AS SELECT current_user AS me`,
  );
  for (const text of TEXTS)
    await query('INSERT INTO texts (word, tags, number) VALUES ($1, ARRAY[$1::text], 1)', [text]);
  await client.query(`SET standard_conforming_strings = ${conforming}; SET escape_string_warning = off`);
  /**
   * @param {string} url
   * @param {Record<string, string>} [headers]
   * @param {{ role?: string | null, claims?: object | null }} [who]
   */
  const answer = async (url, headers = {}, { role = null, claims = null } = {}) => {
    const read = parse(catalog, url, headers);
    const { rows, commands, count } = await copyOut(client, writeStatements(read, { role, claims }), read.sql.shape);
    const sets = ['SET', ...(role === null ? [] : ['SET']), ...(claims === null ? [] : ['SET'])];
    assert.deepEqual(
      commands.filter(command => !/^(SELECT 1|EXPLAIN)$/.test(command)),
      [...sets, `COPY ${rows.length}`],
    );
    return { rows, count };
  };
  return {
    ...{ client, query, load, answer },
    /** @param {Parameters<typeof answer>} request @returns {Promise<unknown>} What it was refused with, if it was. */
    async answerOrRefusal(...request) {
      try {
        const { rows } = await answer(...request);
        assert.ok(!rows.join('').includes('the secret word') || request[0].startsWith('/secret'));
        return null;
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        const isOurs = error instanceof ServeError && error.status < 500;
        // A text that does not fit the column, and never a syntax error.
        const state = String(/** @type {{ code?: string }} */ (error).code);
        assert.ok(
          isOurs || (/^(22|42)/.test(state) && state !== '42601'),
          `${JSON.stringify(request)}: ${state} ${error}`,
        );
        return error;
      }
    },
    async requireUntouched() {
      const [{ canaries, role, claims }] = await query(
        `SELECT (SELECT count(*)::int FROM canary) AS canaries, current_user::text AS role,
                current_setting('request.jwt.claims', true) AS claims`,
      );
      assert.deepEqual({ canaries, claims }, { canaries: 3, claims: null });
      const { rows } =
        await client.query(`SELECT current_user::text AS role, current_setting('request.jwt.claims', true) AS claims,
        current_setting('transaction_read_only') AS mode`);
      assert.equal(rows[0].role, role);
      assert.ok(['', null].includes(rows[0].claims));
      assert.equal(rows[0].mode, 'off');
    },
  };
}

/** @param {string} row */
function idOf(row) {
  return JSON.parse(row).id;
}
