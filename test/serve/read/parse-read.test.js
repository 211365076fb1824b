import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogOf, parse, refusal } from '../fixture.js';

const catalog = await catalogOf({
  people: {
    ...{ id: 'int4', name: 'text', age: 'int4', tags: '_text', data: 'json', 'a-b': 'text', 'née le': 'date' },
    ...{
      select: 'text',
      order: 'text',
      limit: 'int4',
      and: 'text',
      not: 'text',
      columns: 'text',
      't"x': 'text',
      'a.b': 'text',
    },
  },
  'odd name/%': { a: 'text' },
});

/** @param {string} search @param {Record<string, string>} [headers] */
const rows = (search, headers) => parse(catalog, `/people?${search}`, headers).sql.rows;

/** @param {string} search */
const where = search => / WHERE (.*)$/s.exec(rows(`select=id&${search}`, { accept: 'text/csv' }))?.[1];

/** @param {string} search */
const list = search => /^SELECT (.*?) FROM/s.exec(rows(search, { accept: 'text/csv' }))?.[1];

test('columns are chosen, renamed and cast', () => {
  assert.equal(list('select=id,name'), 't."id", t."name"');
  assert.equal(list('select= id , name '), 't."id", t."name"');
  assert.equal(list('select=nom:name,n:id::text'), 't."name" AS "nom", CAST(t."id" AS text) AS "n"');
  assert.equal(list('select=id::TEXT'), 'CAST(t."id" AS text) AS "id"');
  assert.equal(list('select=id::double%20precision'), 'CAST(t."id" AS double precision) AS "id"');
  assert.equal(list('select=name::Mood'), 'CAST(t."name" AS "public"."Mood") AS "name"');
  assert.equal(list('select="a.b","say \\"hi\\"":"t\\"x"'), 't."a.b", t."t""x" AS "say ""hi"""');
  assert.equal(list('select=a-b,née%20le,select,order'), 't."a-b", t."née le", t."select", t."order"');
  assert.equal(list('select=*')?.split(', ').length, 15);
  assert.equal(list(''), list('select=*'));
  assert.equal(list('select=*,twice:id'), `${list('select=*')}, t."id" AS "twice"`);
});

test('a column is compared with a constant', () => {
  for (const [search, sql] of [
    ['id=eq.5', `t."id" = '5'`],
    ['id=neq.5', `t."id" <> '5'`],
    ['id=gt.5', `t."id" > '5'`],
    ['id=gte.5', `t."id" >= '5'`],
    ['id=lt.5', `t."id" < '5'`],
    ['id=lte.5', `t."id" <= '5'`],
    ['name=like.*a_%25*', `t."name" LIKE '%a_%%'`],
    ['name=ilike.a*', `t."name" ILIKE 'a%'`],
    ['name=match.^a.*$', `t."name" ~ '^a.*$'`],
    ['name=imatch.^a', `t."name" ~* '^a'`],
    ['tags=cs.{a,b}', `t."tags" @> '{a,b}'`],
    ['tags=cd.[1,2)', `t."tags" <@ '[1,2)'`],
    ['id=in.(1,2)', `t."id" IN ('1', '2')`],
    ['name=in.("a,b","c\\"d\\\\",e f, "g")', `t."name" IN ('a,b',  E'c"d\\\\', 'e f', ' "g"')`],
    ['name=in.()', 'false'],
    ['name=in.(,)', `t."name" IN ('', '')`],
    ['id=not.in.()', 'NOT false'],
    ['id=is.null', 't."id" IS null'],
    ['id=is.NULL', 't."id" IS null'],
    ['id=is.not_null', 't."id" IS NOT NULL'],
    ['id=not.is.unknown', 'NOT t."id" IS unknown'],
    ['id=is.true', 't."id" IS true'],
    ['id=is.false', 't."id" IS false'],
    ['id=not.eq.5', `NOT t."id" = '5'`],
    ['name=eq.', `t."name" = ''`],
    ['name=eq.a.b(c),"d"', `t."name" = 'a.b(c),"d"'`],
    ['name=eq."quoted"', `t."name" = '"quoted"'`],
    ['name=eq.a%2Bb+c%26d=e', `t."name" = 'a+b c&d=e'`],
    [`name=eq.O'Hara\\`, ` t."name" =  E'O''Hara\\\\'`.trim()],
    ['name=eq.a%0Ab', `t."name" = 'a\nb'`],
    ['id=gt.1&id=lt.9', `t."id" < '9' AND t."id" > '1'`],
    ['a-b=eq.1', `t."a-b" = '1'`],
    ['"a.b"=eq.1', `t."a.b" = '1'`],
    ['"t\\"x"=eq.1', `t."t""x" = '1'`],
    ['n%C3%A9e+le=eq.1', `t."née le" = '1'`],
  ]) {
    assert.equal(where(search), sql, search);
  }
});

test('conditions are combined in trees', () => {
  for (const [search, sql] of [
    ['or=(id.eq.1,id.eq.2)', `(t."id" = '1' OR t."id" = '2')`],
    ['not.or=(id.eq.1,id.eq.2)', `NOT (t."id" = '1' OR t."id" = '2')`],
    [
      'and=(id.gt.1,or(id.lt.9,not.and(name.is.null,id.not.eq.3)))',
      `(${[`(NOT (NOT t."id" = '3' AND t."name" IS null) OR t."id" < '9')`, `t."id" > '1'`].join(' AND ')})`,
    ],
    ['not.and=(id.eq.1)', `NOT (t."id" = '1')`],
    ['or=( id.eq.1 , name.is.null )', `(t."id" = '1 ' OR t."name" IS null)`],
    ['or=(name.eq."a,b)",name.eq.{a,b},name.eq.c d)', `(t."name" = 'a,b)' OR t."name" = 'c d' OR t."name" = '{a,b}')`],
    ['or=(name.in.("a,b",c),tags.cs.{x,y})', `(t."name" IN ('a,b', 'c') OR t."tags" @> '{x,y}')`],
    ['and=(and.eq.1,not.eq.2,not.not.eq.3)', `(NOT t."not" = '3' AND t."and" = '1' AND t."not" = '2')`],
    ['and=(limit.eq.1,"order".eq.2,select.eq.3)', `(t."limit" = '1' AND t."order" = '2' AND t."select" = '3')`],
    ['"limit"=eq.1&"and"=eq.2&"columns"=eq.3', `t."and" = '2' AND t."columns" = '3' AND t."limit" = '1'`],
    [
      'and=( and ( id.in.( 1, 2 ) , id.eq.3 ) , or ( id.eq.2 , id.eq.3 ) )',
      `((t."id" = '2 ' OR t."id" = '3 ') AND (t."id" = '3 ' AND t."id" IN ('1', ' 2 ')))`,
    ],
    ['or=(id.eq.1,id.eq.2)&or=(id.eq.2,id.eq.3)', `(t."id" = '1' OR t."id" = '2') AND (t."id" = '2' OR t."id" = '3')`],
    ['or=(name.like.*a*,name.eq.)', `(t."name" = '' OR t."name" LIKE '%a%')`],
    ['or=(name.eq."a\\"b",name.eq.a"b"c)', `(t."name" = 'a"b"c' OR t."name" = 'a"b')`],
  ]) {
    assert.equal(where(search), sql, search);
  }
});

test('rows are ordered and cut', () => {
  /** @param {string} search @param {Record<string, string>} [headers] */
  const end = (search, headers = {}) =>
    / t( .*)?$/s.exec(rows(`select=id&${search}`, { accept: 'text/csv', ...headers }))?.[1] ?? '';
  for (const [search, sql] of [
    ['order=id', ' ORDER BY t."id"'],
    ['order=id.asc', ' ORDER BY t."id"'],
    [
      'order=id.desc.nullslast,name.nullsfirst, age.asc',
      ' ORDER BY t."id" DESC NULLS last, t."name" NULLS first, t."age"',
    ],
    ['order="a.b".desc', ' ORDER BY t."a.b" DESC'],
    ['limit=5', ' LIMIT 5'],
    ['limit=0', ' LIMIT 0'],
    ['offset=7', ' OFFSET 7'],
    ['offset=-4', ''],
    ['limit=5&offset=0', ' LIMIT 5'],
  ]) {
    assert.equal(end(search), sql, search);
  }
  for (const [search, range, sql] of [
    ['', '0-9', ' LIMIT 10'],
    ['', '10-', ' OFFSET 10'],
    ['', '0-', ''],
    ['', '3-3', ' LIMIT 1 OFFSET 3'],
    ['limit=5', '2-99', ' LIMIT 3 OFFSET 2'],
    ['offset=4', '2-9', ' LIMIT 6 OFFSET 4'],
    ['limit=0', '0-9', ' LIMIT 0'],
    ['', 'bytes=0-9', ''],
    ['', 'x', ''],
    ['', '5-99999999999999999999', ' LIMIT 9007199254740987 OFFSET 5'],
  ]) {
    assert.equal(end(search, { range }), sql, `${search} ${range}`);
  }
  assert.equal(parse(catalog, '/people?select=id', { range: '2-3' }, 'HEAD').limit, null);
  const one = { accept: 'application/vnd.pgrst.object+json' };
  assert.equal(parse(catalog, '/people', one).limit, 2);
  assert.equal(parse(catalog, '/people?limit=1', one).limit, 1);
});

test('the answer is written as the client accepts it', () => {
  for (const [accept, format, singular] of [
    [undefined, 'json', false],
    ['', 'json', false],
    ['*/*', 'json', false],
    ['application/json', 'json', false],
    ['application/json; charset=utf-8', 'json', false],
    ['application/*', 'json', false],
    ['text/*', 'csv', false],
    ['text/csv', 'csv', false],
    ['TEXT/CSV', 'csv', false],
    ['text/csv, application/json', 'csv', false],
    ['application/json, text/csv', 'json', false],
    ['text/csv;q=0.5, application/json', 'json', false],
    ['text/csv;q=0.5, */*;q=0.4', 'csv', false],
    ['*/*, text/csv', 'csv', false],
    ['*/*, application/json;q=0', 'csv', false],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json', false],
    ['application/x-ndjson', 'ndjson', false],
    ['application/jsonl', 'ndjson', false],
    ['application/vnd.pgrst.object+json', 'json', true],
    ['application/vnd.pgrst.object', 'json', true],
    ['application/vnd.pgrst.array+json', 'json', false],
  ]) {
    const headers = accept === undefined ? {} : { accept: String(accept) };
    const read = parse(catalog, '/people', /** @type {Record<string, string>} */ (headers));
    assert.deepEqual([read.format, read.singular], [format, singular], String(accept));
  }
  for (const accept of ['text/html', 'application/json;q=0', 'application/vnd.pgrst.object+json;nulls=stripped', 'x']) {
    const { status, code } = refusal(() => parse(catalog, '/people', { accept }));
    assert.deepEqual([status, code], [406, 'PGRST107'], accept);
  }
});

test('a count is preferred, and what cannot be is refused only if that is asked for', () => {
  for (const [prefer, count, applied] of [
    ['count=exact', 'exact', 'count=exact'],
    ['count=planned', 'planned', 'count=planned'],
    ['count=estimated', 'planned', 'count=estimated'],
    ['return=representation, count=exact', 'exact', 'count=exact'],
    ['handling=strict,count=exact', 'exact', 'handling=strict, count=exact'],
    ['handling=lenient, x=y', 'none', 'handling=lenient'],
    ['x=y', 'none', null],
  ]) {
    const read = parse(catalog, '/people', { prefer: String(prefer) });
    assert.deepEqual([read.count, read.preferenceApplied], [count, applied], String(prefer));
  }
  const { status, code, details } = refusal(() =>
    parse(catalog, '/people', { prefer: 'handling=strict, a=b, count=all' }),
  );
  assert.deepEqual([status, code, details], [400, 'PGRST122', 'Invalid preferences: a=b, count=all']);
});

test('a table has any name, and another schema is none of ours', () => {
  assert.equal(parse(catalog, '/odd%20name%2F%25').sql.rows, 'SELECT t."a" FROM "public"."odd name/%" t');
  assert.ok(parse(catalog, '/people', { 'accept-profile': 'public' }));
  const { status, code, hint } = refusal(() => parse(catalog, '/people', { 'accept-profile': 'other' }));
  assert.deepEqual([status, code, hint], [406, 'PGRST106', 'Only the following schemas are exposed: public']);
});

test('equal reads have one key, and others have others', () => {
  /** @param {string} search @param {Record<string, string>} [headers] @param {string} [method] */
  const key = (search, headers, method) => parse(catalog, `/people?${search}`, headers, method).key;
  for (const [one, other] of [
    ['id=eq.1&age=eq.2', 'age=eq.2&id=eq.1'],
    ['select=id&order=id.asc', 'order=id&select=+id'],
    ['or=(id.eq.1,id.eq.2)', 'or=(id.eq.2,id.eq."1")'],
    ['limit=5&offset=0', 'limit=05'],
    ['name=eq.a%20b', 'name=eq.a+b'],
    ['', 'select=*'],
  ]) {
    assert.equal(key(one), key(other), one);
  }
  assert.equal(key('offset=2&limit=3'), key('', { range: '2-4' }));
  const keys = [
    ...[
      key(''),
      key('limit=1'),
      key('offset=1'),
      key('id=eq.1'),
      key('name=eq.1'),
      key('id=neq.1'),
      key('id=not.eq.1'),
    ],
    ...[
      key('and=(id.eq.1,age.eq.2)'),
      key('or=(id.eq.1,age.eq.2)'),
      key('order=id'),
      key('order=id.desc'),
      key('select=id'),
    ],
    ...[
      key('select=x:id'),
      key('select=id::text'),
      key('', { prefer: 'count=exact' }),
      key('', { prefer: 'count=planned' }),
    ],
    ...[key('', { accept: 'text/csv' }), key('', { accept: 'application/x-ndjson' }), key('', {}, 'HEAD')],
    ...[key('limit=2'), key('limit=2', { accept: 'application/vnd.pgrst.object+json' })],
  ];
  assert.equal(new Set(keys).size, keys.length);
});

test('reads of a column that has got another type are not equal', async () => {
  const keys = await Promise.all(
    ['integer', 'text'].map(async type => parse(await catalogOf({ small: { id: type } }), '/small').key),
  );
  assert.notEqual(keys[0], keys[1]);
});

test('reads whose answers say that other preferences were applied are not equal', async () => {
  const catalog = await catalogOf({ small: { id: 'integer' } });
  const [planned, estimated] = ['planned', 'estimated'].map(count =>
    parse(catalog, '/small', { prefer: `count=${count}` }),
  );
  assert.notEqual(planned.key, estimated.key);
});
