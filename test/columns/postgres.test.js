import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { compareValues, connectToPostgres, fits, TYPES } from './compare-with-postgres.js';

/** @type {Awaited<ReturnType<typeof connectToPostgres>>} */
let server;

describe('what fits a type, Postgres accepts', { timeout: 300_000 }, () => {
  before(async () => {
    server = await connectToPostgres();
  });
  after(() => server.close());

  for (const type of TYPES) {
    it(`${type}, and what it refuses, Postgres refuses, but for what the documents say`, async () => {
      const { accepted } = await compareValues(server.client, type, { count: 4000, seed: 20_261_123 });
      assert.ok(accepted > 300, `only ${accepted} fitted`);
    });
  }

  it('the longest numbers, and the deepest JSON', async () => {
    const number = `${'9'.repeat(131_072)}.${'9'.repeat(16_383)}`;
    const deep = '{"a":['.repeat(256) + ']}'.repeat(256);
    for (const [type, value] of /** @type {const} */ ([
      ['numeric', number],
      ['jsonb', number],
      ['json', deep],
      ['jsonb', deep],
    ])) {
      assert.ok(fits(type, value));
      await server.client.query(`SELECT count($1::text::${type})`, [value]);
    }
  });

  it('and says what is not in the texts that are drawn: NUL and bytes that are not UTF-8 fit no type', () => {
    for (const type of TYPES) {
      for (const value of ['\0', '1\0', '\0true', '2024-01-31\0', '"\0"']) assert.equal(fits(type, value), false);
      for (const value of [
        [0x22, 0xff, 0x22],
        [0x31, 0xa0],
        [0xc0, 0xb1],
      ]) {
        assert.equal(fits(type, Buffer.from(value)), false, type);
      }
    }
  });
});
