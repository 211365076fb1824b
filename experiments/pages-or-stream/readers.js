/** @import pg from 'pg' */

/**
 * @typedef {'no-order' | 'offset' | 'keyset' | 'stream'} ReaderId
 * @typedef {(client: pg.Client) => AsyncGenerator<number[]>} Reader Of the ids of `moving`, some at a time.
 */

/** @type {Readonly<Record<ReaderId, string>>} */
export const READER_NAMES = Object.freeze({
  'no-order': 'LIMIT/OFFSET without ORDER BY',
  offset: 'LIMIT/OFFSET with ORDER BY',
  keyset: 'keyset',
  stream: 'one query, as a stream',
});

/** @type {Readonly<Record<ReaderId, Reader>>} */
export const READERS = Object.freeze({
  'no-order': client => offsetPages(client, ''),
  offset: client => offsetPages(client, 'ORDER BY id'),
  keyset: keysetPages,
  stream: fetches,
});

/** How many rows are read at a time. */
export const PAGE = 2_000;

/**
 * @param {pg.Client} client
 * @param {string} order
 */
async function* offsetPages(client, order) {
  for (let offset = 0; ; offset += PAGE) {
    const ids = idsOf(await client.query(`SELECT id FROM moving ${order} LIMIT ${PAGE} OFFSET ${offset}`));
    if (ids.length === 0) return;
    yield ids;
  }
}

/** @type {Reader} */
async function* keysetPages(client) {
  for (let last = 0; ; ) {
    const ids = idsOf(await client.query(`SELECT id FROM moving WHERE id > ${last} ORDER BY id LIMIT ${PAGE}`));
    if (ids.length === 0) return;
    yield ids;
    last = ids[ids.length - 1];
  }
}

/** @type {Reader} */
async function* fetches(client) {
  await client.query('BEGIN; DECLARE ids CURSOR FOR SELECT id FROM moving');
  try {
    for (;;) {
      const ids = idsOf(await client.query(`FETCH ${PAGE} FROM ids`));
      if (ids.length === 0) return;
      yield ids;
    }
  } finally {
    await client.query('COMMIT');
  }
}

/** @param {{ rows: { id: number }[] }} result */
function idsOf({ rows }) {
  return rows.map(({ id }) => id);
}
