import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { WAYS } from '../../../../experiments/pages-or-stream/ways.js';

const ROWS = 60;
const wanted = /** @type {const} */ ({ view: 'report', rows: ROWS, page: 1 });
const LINES = Array.from({ length: ROWS }, (_, at) => `{"id":${at + 1}}\n`).join('');

describe('a way to send rows', () => {
  for (const way of /** @type {const} */ (['offset', 'keyset', 'cursor'])) {
    it(`waits for a slow client without gathering listeners: ${way}`, async () => {
      const { response, text, listeners } = slowResponse();
      await WAYS[way](fakePool(), wanted, response);
      assert.equal(text(), LINES);
      const [first, ...others] = listeners();
      assert.ok(others.length >= ROWS - 2 && others.every(count => count <= first), String(others));
    });
  }

  it('stops when the client goes away while it waits, and gives a cursor’s connection back', async () => {
    const pool = fakePool();
    const { response } = slowResponse({ closesAt: 3 });
    await assert.rejects(WAYS.cursor(pool, wanted, response), /the client has gone away/);
    assert.deepEqual(pool.asked.slice(-2), ['ROLLBACK', 'release']);
  });
});

/**
 * What takes one write after the other, each a little later, and keeps the number of its listeners at each.
 *
 * @param {{ closesAt?: number }} [how]
 */
function slowResponse({ closesAt = Number.POSITIVE_INFINITY } = {}) {
  /** @type {string[]} */
  const texts = [];
  /** @type {number[]} */
  const counts = [];
  const response = new Writable({
    highWaterMark: 1,
    write(chunk, _, done) {
      texts.push(String(chunk));
      counts.push(response.eventNames().reduce((sum, name) => sum + response.listenerCount(name), 0));
      setImmediate(() => (texts.length === closesAt ? response.destroy() : done()));
    },
  });
  return {
    response: /** @type {import('node:http').ServerResponse} */ (/** @type {unknown} */ (response)),
    text: () => texts.join(''),
    listeners: () => counts,
  };
}

/** A pool whose connections have the rows 1 to `ROWS`, a row for each query. */
function fakePool() {
  /** @type {string[]} */
  const asked = [];
  let sent = 0;
  const query = async (/** @type {string} */ text) => {
    asked.push(text);
    if (!/^(?:SELECT|FETCH)/.test(text)) return { rows: [] };
    sent += 1;
    return { rows: sent > ROWS ? [] : [{ id: sent }] };
  };
  const client = { query, release: () => asked.push('release') };
  const pool = Object.assign(new EventEmitter(), { query, asked, connect: async () => client });
  return /** @type {import('pg').Pool & { asked: string[] }} */ (/** @type {unknown} */ (pool));
}
