import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogOf, parse, refusal } from '../fixture.js';

const catalog = await catalogOf({ people: { id: 'int4', name: 'text', tags: '_text' } });

/**
 * @param {string} search
 * @param {Record<string, string>} [headers]
 */
const refused = (search, headers) => refusal(() => parse(catalog, `/people?${search}`, headers));

test('what cannot be read is 400, with what was expected and where', () => {
  for (const search of [
    ...[
      'select=',
      'select=,',
      'select=id,',
      'select=id,,name',
      'select=:id',
      'select=x:',
      'select=id::',
      'select="id',
      'select=id"',
    ],
    ...['select=a:b:id', 'select=x::int', 'select=(id)', 'select=**'],
    ...['id=5', 'id=', 'id=eq', 'id=foo.5', 'id=not.5', 'id=not.not.eq.5', 'id=EQ.5', 'id=.5', 'id=eq(.5'],
    ...[
      'id=is.',
      'id=is.nul',
      'id=is.nullx',
      'id=is.5',
      'id=in.5',
      'id=in.(1',
      'id=in.1)',
      'id=in.(1)x',
      'id=in.(1),2',
    ],
    ...[
      'or=',
      'or=()',
      'or=(id.eq.1',
      'or=id.eq.1',
      'or=(id.eq.1))',
      'or=(id.eq.1)x',
      'or=(id.eq.1,)',
      'or=(,id.eq.1)',
    ],
    ...['or=(id)', 'or=(id.5)', 'or=(xor(id.eq.1))', 'and=(not(id.eq.1))', 'and=(or)', 'or=(id.in.1,2)'],
    ...[
      'order=',
      'order=id.',
      'order=id.up',
      'order=id.descx',
      'order=id.desc.asc',
      'order=id.nullslast.desc',
      'order=id,',
      'order=,id',
    ],
    ...['limit=', 'limit=x', 'limit=1.5', 'limit=1e3', 'limit=99999999999999999999', 'offset=x', 'limit=%2B5'],
    ...['select=id&select=name', 'order=id&order=name', 'limit=1&limit=2', 'offset=1&offset=2'],
    ...['id', 'select', '=eq.1', '(id)=eq.1', 'id/x=eq.1', 'columns=id', 'on_conflict=id', 'foo=bar'],
    ...[
      'name=eq.%',
      'name=eq.%zz',
      'name=eq.%ff',
      'name=eq.%c3',
      'name=eq.%ed%a0%80',
      'name=eq.%00',
      '%00=eq.1',
      'name=eq.\ud800',
    ],
    ...['select="":id', `select=${'a'.repeat(64)}:id`, `select=${'é'.repeat(32)}:id`],
    ...['select=id,id', 'select=*,id', 'select=*,*', 'select=name:id,name', 'select=name,name:id'],
    ...[
      'select=nope',
      'nope=eq.1',
      'or=(nope.eq.1)',
      'order=nope',
      'select=id::nope',
      'select=id::regclass',
      'select=id::text[]',
    ],
  ]) {
    const { status, code, message, details, hint } = refusal(() => {
      parse(catalog, `/people?${search}`);
      throw new Error(`${search} was read`);
    });
    assert.equal(status, 400, search);
    assert.match(code, /^(PGRST1\d\d|42703|42704)$/, search);
    assert.ok(message.length > 0 && message.length < 400 && !message.includes('\n'), search);
    for (const text of [details, hint]) assert.ok(text === null || typeof text === 'string', search);
  }
});

test('the messages are those of PostgREST', () => {
  assert.deepEqual(refused('id=5').toJSON(), {
    code: 'PGRST100',
    message: '"failed to parse filter (5)" (line 1, column 1)',
    details: 'unexpected "5" expecting "not" or operator (eq, gt, ...)',
    hint: null,
  });
  assert.deepEqual(refused('order=id.up').toJSON(), {
    code: 'PGRST100',
    message: '"failed to parse order (id.up)" (line 1, column 4)',
    details: 'unexpected "u" expecting "asc", "desc", "nullsfirst" or "nullslast"',
    hint: null,
  });
});

test('a tree’s message counts from the parameter’s name, as PostgREST does', () => {
  assert.deepEqual(refused('or=()').toJSON(), {
    code: 'PGRST100',
    message: '"failed to parse logic tree (())" (line 1, column 4)',
    details:
      'unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    hint: null,
  });
  assert.match(refused('not.and=x').message, /\(x\)" \(line 1, column 8\)$/);
});

test('a name that is nearly right is told', () => {
  assert.deepEqual(refused('nmae=eq.1').toJSON(), {
    code: '42703',
    message: 'column people.nmae does not exist',
    details: null,
    hint: 'Perhaps you meant to reference the column "people.name".',
  });
  assert.match(String(refused('select=id::txt').hint), /"text"/);
  const table = refusal(() => parse(catalog, '/poeple'));
  assert.deepEqual([table.status, table.code], [404, 'PGRST205']);
  assert.equal(table.hint, "Perhaps you meant the table 'public.people'");
  assert.equal(refused('zzzzzz=eq.1').hint, null);
  for (const error of [table, refused('nmae=eq.1'), refused('select=id::txt')]) assert.ok(error.isUnknownName);
  assert.ok(!refused('id=5').isUnknownName);
});

test('what PostgREST has and this service has not is named', () => {
  for (const [search, code, named] of [
    ['select=id,films(title)', 'PGRST127', /other tables cannot be embedded/],
    ['select=...films(title)', 'PGRST127', /other tables cannot be embedded/],
    ['select=f:films!inner(title)', 'PGRST127', /other tables cannot be embedded/],
    ['select=tags->0', 'PGRST127', /part of a JSON value/],
    ['select=name::varchar(2)', 'PGRST127', /"varchar\(": a type in a cast has no length/],
    ['select=id::text.sum()', 'PGRST123', null],
    ['tags->>0=eq.1', 'PGRST127', /part of a JSON value/],
    ['or=(tags->>0.eq.1)', 'PGRST127', /part of a JSON value/],
    ['order=tags->0', 'PGRST127', /part of a JSON value/],
    ['order=films(title)', 'PGRST127', /another table/],
    ['select=id.sum()', 'PGRST123', null],
    ['select=count()', 'PGRST123', null],
    ['name=fts.cat', 'PGRST127', /"fts"/],
    ['name=fts(english).cat', 'PGRST127', /"fts"/],
    ['name=ov.{1}', 'PGRST127', /"ov"/],
    ['name=isdistinct.1', 'PGRST127', /"isdistinct"/],
    ['id=eq(any).{1,2}', 'PGRST127', /any and all/],
    ['films.title=eq.1', 'PGRST108', /embedded/],
    ['films.or=(a.eq.1)', 'PGRST108', /embedded/],
    ['films.order=id', 'PGRST108', /embedded/],
  ]) {
    const error = refused(/** @type {string} */ (search));
    assert.deepEqual([error.status, error.code], [400, code], String(search));
    if (named !== null) assert.match(String(error.details), /** @type {RegExp} */ (named));
  }
});

test('ranges that cannot be are 416', () => {
  for (const [search, range] of [
    ['limit=-1', null],
    ['', '5-2'],
    ['offset=10', '0-4'],
  ]) {
    const { status, code } = refused(String(search), range === null ? {} : { range });
    assert.deepEqual([status, code], [416, 'PGRST103'], `${search} ${range}`);
  }
});

test('other methods and paths are refused', () => {
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE', 'BREW']) {
    const { status, headers } = refusal(() => parse(catalog, '/people', {}, method));
    assert.deepEqual([status, headers.allow], [405, 'OPTIONS, GET, HEAD']);
  }
  for (const [path, status] of /** @type {const} */ ([
    ['/', 404],
    ['/people/1', 404],
    ['/rpc/now', 400],
    ['/rpc', 404],
    ['/pg_class', 404],
  ])) {
    assert.equal(refusal(() => parse(catalog, path)).status, status, path);
  }
});

test('very long and very deep requests are refused, or read, in linear time', { timeout: 60_000 }, () => {
  const { status } = refused(`name=eq.${'x'.repeat(20_000)}`);
  assert.equal(status, 414);
  assert.equal(refused(`and=${'(and'.repeat(3_000)}`).status, 400);
  assert.equal(refused(`and=(${'and('.repeat(3_000)}`).status, 400);
  assert.equal(refused(`and=(${'not.and('.repeat(1_500)}id.eq.1${')'.repeat(1_501)}`).status, 400);
  const deep = parse(catalog, `/people?and=(${'or('.repeat(60)}id.eq.1${')'.repeat(61)}`);
  assert.match(deep.sql.rows, /\({61}t\."id" = '1'\){61}/);
  const started = performance.now();
  for (const text of [
    ...[`name=in.(${'"a,'.repeat(5_000)})`, `name=in.(${'"\\",'.repeat(3_000)}`, `name=in.(${','.repeat(16_000)})`],
    ...[`or=(${'"'.repeat(16_000)}`, `or=(${'id.eq."a,'.repeat(1_600)})`, `or=(${'id.eq.{,'.repeat(1_800)})`],
    ...[
      `select=${' '.repeat(16_000)}`,
      `select="${'\\"'.repeat(8_000)}`,
      `select=${'id,'.repeat(5_000)}`,
      `select=${'a-'.repeat(8_000)}`,
    ],
    ...[
      `order=${' '.repeat(8_000)}id${' '.repeat(8_000)}.`,
      `${'a'.repeat(16_000)}=eq.1`,
      `id=${'eq'.repeat(8_000)}`,
      `id=${'('.repeat(16_000)}`,
    ],
    ...[
      '&'.repeat(16_000),
      `${'id=eq.1&'.repeat(2_000)}`,
      `or=(${'id.eq.1,'.repeat(2_000)}id.eq.1)`,
      `or=${'('.repeat(16_000)}`,
    ],
    ...[`or=(${' '.repeat(16_000)}`, `or=(id.eq.1${' )'.repeat(8_000)}`, `or=(not.and${' '.repeat(16_000)}`],
  ]) {
    try {
      parse(catalog, `/people?${text}`);
    } catch (error) {
      assert.ok(Number(/** @type {{ status?: number }} */ (error).status) < 500, String(error));
    }
  }
  assert.ok(performance.now() - started < 20_000);
});
