import { createHash } from 'node:crypto';

/**
 * A server at some distance, as the program of a cell sees it.
 *
 * @typedef {object} Target
 * @property {number} roundTripMs
 * @property {string} url
 * @property {string} counter The address that says how many flights there were so far.
 * @property {boolean} isPooled Whether there is a pooler in between, which knows a client's settings only from its second time.
 */

/**
 * Asks each server twice on one new connection, and counts the flights of each step.
 *
 * @param {Target[]} targets
 * @param {(url: string) => Promise<{ ask: () => Promise<string>, end: () => Promise<void> }>} open
 * @returns {Promise<{ digest: string, figures: Record<string, number> }>} For each round trip R: `first flights R` and
 *   `first ms R` from nothing to the first answer, `next flights R` and `next ms R` of the same query again.
 */
export async function measureWay(targets, open) {
  /** @type {Record<string, number>} */
  const figures = {};
  const digests = new Set();
  for (const { roundTripMs, url, counter, isPooled } of targets) {
    if (isPooled) await askOnce(url, open);
    const flights = async () => Number(await (await fetch(counter)).text());
    const before = await flights();
    const startedAt = performance.now();
    const client = await open(url);
    const first = await client.ask();
    figures[`first ms ${roundTripMs}`] = performance.now() - startedAt;
    const between = await flights();
    const againAt = performance.now();
    const next = await client.ask();
    figures[`next ms ${roundTripMs}`] = performance.now() - againAt;
    const after = await flights();
    figures[`first flights ${roundTripMs}`] = between - before;
    figures[`next flights ${roundTripMs}`] = after - between;
    await client.end();
    for (const text of [first, next]) digests.add(createHash('sha256').update(text).digest('hex'));
  }
  if (digests.size !== 1) throw new Error(`the same query gave ${digests.size} different answers`);
  return { digest: [...digests][0], figures };
}

/**
 * @param {string} url
 * @param {Parameters<typeof measureWay>[1]} open
 */
async function askOnce(url, open) {
  const client = await open(url);
  await client.ask();
  await client.end();
}
