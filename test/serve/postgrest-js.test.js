import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PostgrestClient } from '@supabase/postgrest-js';
import { poolerVersion, startPooler } from '../../scripts/local-postgres/start-pooler.js';
import { startServer as startDatabase } from '../destination/database/fixture.js';
import { SECRET, sign } from './access/tokens.js';
import { startService } from './service-fixture.js';

const SKIP_POOLER = poolerVersion() === null && 'PgBouncer is not installed';

const DDL = `
  CREATE TABLE people (id int PRIMARY KEY, name text NOT NULL, email text, age int, born date, tags text[], info jsonb, active boolean,
    "Shoe size" numeric);
  INSERT INTO people VALUES
    (1, 'Ada Lovelace', 'ada@example.com', 36, '1815-12-10', '{math,poems}', '{"langs": ["en", "fr"], "pets": 1}', true, 37.5),
    (2, 'Grace Hopper', 'grace@example.org', 85, '1906-12-09', '{navy}', '{"langs": ["en"]}', false, NULL),
    (3, 'Alan, "the" Turing', NULL, 41, '1912-06-23', '{}', NULL, true, 42),
    (4, 'Émilie du Châtelet', 'e_d@example.com', NULL, '1706-12-17', NULL, '{}', NULL, 36.25),
    (5, 'Kurt (G)', '100%', 71, '1906-04-28', '{"a,b","c\\"d"}', '[1, 2]', false, 43);
  CREATE VIEW adults AS SELECT id, name FROM people WHERE age >= 18;
  CREATE SCHEMA other;`;

/** @type {Awaited<ReturnType<typeof startDatabase>>} */
let server;
before(async () => {
  server = await startDatabase();
});
after(() => server.stop());

for (const place of ['alone', 'behind PgBouncer, by transactions']) {
  const skip = place === 'alone' ? false : SKIP_POOLER;
  describe(`@supabase/postgrest-js, ${place}`, { skip }, () => {
    test('reads what it asks for', { timeout: 120_000 }, async t => {
      /** @param {string} upstream */
      const through = async upstream => {
        if (place === 'alone') return upstream;
        const pooler = await startPooler(upstream, { mode: 'transaction' });
        t.after(pooler.stop);
        return pooler.url;
      };
      const { url } = await startService(t, server.url, DDL, { secret: SECRET, through });
      const client = new PostgrestClient(url, { schema: 'public' });
      const people = () => client.from('people');
      /** @param {PromiseLike<{ data: unknown, error: unknown }>} request */
      const ids = async request => {
        const { data, error } = await request;
        assert.equal(error, null);
        return /** @type {{ id: number }[]} */ (data).map(({ id }) => id);
      };
      const filtered = () => people().select('id').order('id');

      // Columns.
      const first = await people().select('key:id,name,"Shoe size",age::text,born').eq('id', 1).single();
      assert.deepEqual(first.data, { key: 1, name: 'Ada Lovelace', 'Shoe size': 37.5, age: '36', born: '1815-12-10' });
      assert.deepEqual((await people().select().eq('id', 2).single()).data, {
        ...{ id: 2, name: 'Grace Hopper', email: 'grace@example.org', age: 85, born: '1906-12-09', tags: ['navy'] },
        ...{ info: { langs: ['en'] }, active: false, 'Shoe size': null },
      });
      assert.deepEqual(await ids(client.from('adults').select('id').order('id')), [1, 2, 3, 5]);

      // Filters.
      assert.deepEqual(await ids(filtered().eq('name', 'Alan, "the" Turing')), [3]);
      assert.deepEqual(await ids(filtered().eq('email', '100%')), [5]);
      assert.deepEqual(await ids(filtered().neq('age', 41)), [1, 2, 5]);
      assert.deepEqual(await ids(filtered().gt('age', 41)), [2, 5]);
      assert.deepEqual(await ids(filtered().gte('age', 41)), [2, 3, 5]);
      assert.deepEqual(await ids(filtered().lt('born', '1815-12-10')), [4]);
      assert.deepEqual(await ids(filtered().lte('born', '1815-12-10')), [1, 4]);
      assert.deepEqual(await ids(filtered().like('name', '%a%')), [1, 2, 3]);
      assert.deepEqual(await ids(filtered().ilike('name', 'a%')), [1, 3]);
      assert.deepEqual(await ids(filtered().filter('name', 'match', '^[AG].*e')), [1, 2, 3]);
      assert.deepEqual(await ids(filtered().filter('name', 'imatch', '^a')), [1, 3]);
      assert.deepEqual(await ids(filtered().is('email', null)), [3]);
      assert.deepEqual(await ids(filtered().is('active', true)), [1, 3]);
      assert.deepEqual(await ids(filtered().in('name', ['Ada Lovelace', 'Kurt (G)', 'a, b'])), [1, 5]);
      assert.deepEqual(await ids(filtered().in('id', [5, 1])), [1, 5]);
      assert.deepEqual(await ids(filtered().in('id', [])), []);
      assert.deepEqual(await ids(filtered().contains('tags', ['poems'])), [1]);
      assert.deepEqual(await ids(filtered().contains('tags', ['a,b'])), []);
      assert.deepEqual(await ids(filtered().contains('tags', '{"a,b"}')), [5]);
      assert.deepEqual(await ids(filtered().containedBy('tags', ['math', 'poems', 'navy'])), [1, 2, 3]);
      assert.deepEqual(await ids(filtered().contains('info', { langs: ['en'] })), [1, 2]);
      assert.deepEqual(await ids(filtered().containedBy('info', { langs: ['en'], more: 1 })), [2, 4]);
      assert.deepEqual(await ids(filtered().match({ active: false, age: 71 })), [5]);
      assert.deepEqual(await ids(filtered().not('email', 'is', null)), [1, 2, 4, 5]);
      assert.deepEqual(await ids(filtered().not('id', 'in', '(1,2)')), [3, 4, 5]);
      assert.deepEqual(await ids(filtered().or('id.eq.1,and(age.gt.50,active.not.is.true)')), [1, 2, 5]);
      assert.deepEqual(await ids(filtered().or('name.eq."Alan, \\"the\\" Turing",id.in.(1,2)')), [1, 2, 3]);
      assert.deepEqual(await ids(filtered().gt('id', 1).lt('id', 4)), [2, 3]);

      // Order and ranges.
      const sizes = () => people().select('id');
      assert.deepEqual(await ids(sizes().order('Shoe size')), [4, 1, 3, 5, 2]);
      assert.deepEqual(await ids(sizes().order('Shoe size', { ascending: false })), [2, 5, 3, 1, 4]);
      assert.deepEqual(await ids(sizes().order('Shoe size', { ascending: false, nullsFirst: false })), [5, 3, 1, 4, 2]);
      assert.deepEqual(await ids(sizes().order('active').order('id', { ascending: false })), [5, 2, 3, 1, 4]);
      assert.deepEqual(await ids(filtered().limit(2)), [1, 2]);
      assert.deepEqual(await ids(filtered().range(1, 3)), [2, 3, 4]);

      // Counts.
      const counted = await people().select('id', { count: 'exact' }).gt('id', 1).order('id').limit(2);
      assert.deepEqual([counted.count, counted.status, counted.data], [4, 206, [{ id: 2 }, { id: 3 }]]);
      const head = await people().select('*', { count: 'exact', head: true });
      assert.deepEqual([head.count, head.data], [5, null]);
      const planned = await people().select('*', { count: 'planned' });
      assert.ok(Number.isInteger(planned.count) && planned.data?.length === 5);

      // One object, and other formats.
      assert.deepEqual((await people().select('id').eq('id', 9).maybeSingle()).data, null);
      const none = await people().select('id').eq('id', 9).single();
      assert.deepEqual([none.status, none.error?.code], [406, 'PGRST116']);
      const several = await people().select('id').single();
      assert.deepEqual([several.status, several.error?.code], [406, 'PGRST116']);
      assert.equal(
        (await filtered().select('id,name').in('id', [1, 3]).csv()).data,
        'id,name\n1,Ada Lovelace\n3,"Alan, ""the"" Turing"\n',
      );
    });

    test('gets a clear error for what is wrong, and for what is not served', { timeout: 120_000 }, async t => {
      const { url } = await startService(t, server.url, DDL, { secret: SECRET });
      const client = new PostgrestClient(url);
      /** @type {[request: PromiseLike<{ status: number, error: any }>, status: number, code: string][]} */
      const wrong = [
        [client.from('people').select('id,other(*)'), 400, 'PGRST127'],
        [client.from('peple').select(), 404, 'PGRST205'],
        [client.from('people').select('nam'), 400, '42703'],
        [client.from('people').select().eq('id', 'x'), 400, '22P02'],
        [client.from('people').select('id::nothing'), 400, '42704'],
        [client.from('people').select().textSearch('name', 'x'), 400, 'PGRST127'],
        [client.from('people').insert({ id: 9, name: 'x' }), 405, 'PGRST117'],
        [client.from('people').update({ name: 'x' }).eq('id', 1), 405, 'PGRST117'],
        [client.from('people').upsert({ id: 1, name: 'x' }), 405, 'PGRST117'],
        [client.from('people').delete().eq('id', 1), 405, 'PGRST117'],
        [client.schema('other').from('people').select(), 406, 'PGRST106'],
        [
          new PostgrestClient(url, { headers: { Authorization: `Bearer ${await sign({ role: 'x', exp: 1 })}` } })
            .from('people')
            .select(),
          401,
          'PGRST303',
        ],
      ];
      for (const [request, status, code] of wrong) {
        const { status: got, error } = await request;
        assert.deepEqual([got, error?.code], [status, code], JSON.stringify(error));
        assert.ok(error.message.length > 8);
      }
      assert.equal((await client.from('people').select('*', { count: 'exact', head: true })).count, 5);
    });
  });
}
