import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAsked } from '../../src/serve/parse-asked.js';
import { ServeError } from '../../src/serve/serve-error.js';
import { catalogOf } from './fixture.js';

/** @import { Read } from '../../src/serve/read/parse-read.js' */

const [OLD, NEW] = [
  await catalogOf({ people: { id: 'int4', old: 'text' } }),
  await catalogOf({ people: { id: 'int4' } }),
];

/**
 * @param {string} search
 * @param {(read: Read) => Promise<string>} answer
 * @param {typeof OLD} [newer]
 */
function ask(search, answer, newer = NEW) {
  const asked = /** @type {any} */ ({ method: 'GET', headers: { get: () => null } });
  const catalog = { current: async () => OLD, reload: async () => newer };
  return parseAsked(asked, '/people', search, { catalog, answer });
}

test('what the database does not know is asked for again by a newer catalog', async () => {
  /** @type {string[]} */
  const tried = [];
  const answer = async (/** @type {Read} */ { columns }) => {
    const names = columns.map(({ name }) => name).join();
    tried.push(names);
    if (names.includes('old')) throw new ServeError(400, '42703', 'column t.old does not exist');
    return names;
  };
  assert.equal(await ask('', answer), 'id');
  assert.deepEqual(tried, ['id,old', 'id']);
  await assert.rejects(ask('select=old', answer), { code: '42703', message: 'column people.old does not exist' });
  await assert.rejects(ask('', answer, OLD), { code: '42703' }, 'there is no newer one');
  assert.equal(tried.length, 4);
});

test('the same query is not asked twice, where what is missing is not in the catalog', async () => {
  let asked = 0;
  const answer = async () => {
    asked += 1;
    throw new ServeError(404, '42P01', 'relation "log" does not exist');
  };
  const error = { code: '42P01', message: 'relation "log" does not exist' };
  await assert.rejects(ask('select=id', answer), error);
  assert.equal(asked, 1);
  await assert.rejects(ask('', answer), error);
  assert.equal(asked, 3, 'without the column that is gone, it is another query');
});

test('another error is not asked for again', async () => {
  let asked = 0;
  const answer = async () => {
    asked += 1;
    throw new ServeError(400, '22P02', 'invalid input');
  };
  await assert.rejects(ask('', answer), { code: '22P02' });
  assert.equal(asked, 1);
});
