import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { batch } from '../support/cloud.js';
import { writeZip } from '../support/zip-writer.js';
import { startChain } from './chain.js';

/** @import { ObservedRequest } from '../../local-s3/faults.js' */

// A request to S3 takes tens of milliseconds. What a small archive waits for is how many come one after the other.

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const bounded = { timeout: 300_000 };
/** How long to wait for the requests of a round before the test is given up. */
const STUCK_MS = 60_000;
const RECIPE = JSON.stringify({ entries: [{ match: '**', copy: true }] });

/** @param {number} count @param {number} bytes Of each entry. */
function archiveOf(count, bytes) {
  return writeZip(
    Array.from({ length: count }, (_, index) => ({ name: `${index}`, content: randomBytes(bytes), method: 0 })),
  );
}

/**
 * Runs a job against an S3 that answers only once all requests of a round have come: a job that does not send them together gets no
 * further.
 *
 * @param {unknown} event
 * @param {string[][]} rounds
 * @param {{ mayGoOn?: boolean }} [options] Whether other requests may follow.
 */
async function runInRounds(event, rounds, { mayGoOn = false } = {}) {
  const deployed = await chain.deploy({ SLUICE_RECIPE: RECIPE });
  const left = rounds.map(round => round.toSorted());
  /** @type {{ name: string, go: () => void }[]} */
  let waiting = [];
  /** @type {string[]} */
  const wrong = [];
  const letAllGo = () => {
    for (const { go } of waiting.splice(0)) go();
  };
  const stuck = setTimeout(() => {
    wrong.push(`only ${waiting.map(({ name }) => name).join(', ')} came of ${left[0]?.join(', ')}`);
    letAllGo();
  }, STUCK_MS);
  deployed.fault = request => {
    const name = nameOf(request);
    if (wrong.length > 0 || (mayGoOn && left.length === 0)) return;
    if (!left[0]?.includes(name)) {
      wrong.push(`${name} came beside ${left[0]?.join(', ')}`);
      letAllGo();
      return;
    }
    return new Promise(resolve => {
      waiting = [...waiting, { name, go: () => resolve(undefined) }];
      const names = waiting.map(each => each.name).sort();
      if (names.length < left[0].length) return;
      if (names.join() !== left[0].join()) wrong.push(`${names.join(', ')} came instead of ${left[0].join(', ')}`);
      left.shift();
      letAllGo();
    });
  };
  await deployed.deliver(batch(event));
  clearTimeout(stuck);
  assert.deepEqual([wrong, left, deployed.lines.at(-1).status], [[], [], 'complete']);
}

/** @param {ObservedRequest} request */
function nameOf({ operation, key, query, headers }) {
  const name = operation.replace(/Object(sV2)?$/, '').toUpperCase();
  return [name, key || query.get('prefix'), headers.range?.replace('bytes=', '')].filter(Boolean).join(' ');
}

/** @param {string} folder */
const listsOf = folder => [`LIST ${folder}/`, `LIST _rejected/${folder}/`, `LIST _reasons/${folder}/`];

test('a small archive is opened in two rounds of requests, and published in three', bounded, async () => {
  const zip = archiveOf(3, 100_000);
  const last = zip.length - 1;
  await runInRounds(await chain.upload('small.zip', zip), [
    ['HEAD small.zip', 'GET small/_manifest.json'],
    [...listsOf('small'), `GET small.zip 0-${last}`, 'GET small/_checkpoint'],
    ['PUT small/_manifest.json'],
    ['PUT small/0', 'HEAD small/_manifest.json'],
    ['PUT small/1', 'PUT small/2'],
    ['PUT small/_manifest.json'],
  ]);
});

test('so is one of a few megabytes, because its first entries come with its directory', bounded, async () => {
  const zip = archiveOf(12, 250_000);
  const ends = ['GET larger.zip 0-1048575', `GET larger.zip ${zip.length - 1024 ** 2}-${zip.length - 1}`];
  const rounds = [
    ['HEAD larger.zip', 'GET larger/_manifest.json'],
    [...listsOf('larger'), ...ends, 'GET larger/_checkpoint'],
    // The claim for the first entries, beside the bytes of the next ones.
    ['PUT larger/_manifest.json', 'GET larger.zip 1000124-2048699'],
  ];
  await runInRounds(await chain.upload('larger.zip', zip), rounds, { mayGoOn: true });
});

test('a deflated table is read on from where the early bytes end', bounded, async () => {
  const table = Buffer.from(`id\n${randomBytes(1024 ** 2).toString('hex')}\n`.repeat(3));
  const raw = deflateRawSync(table, { level: 1 });
  const zip = writeZip([{ name: 'table.csv', content: table, raw }]);
  await runInRounds(
    await chain.upload('table.zip', zip),
    [
      ['HEAD table.zip', 'GET table/_manifest.json'],
      [
        ...[...listsOf('table'), 'GET table/_checkpoint', 'GET table.zip 0-1048575'],
        `GET table.zip ${zip.length - 1024 ** 2}-${zip.length - 1}`,
      ],
      [`GET table.zip 1048576-${raw.length + 38}`],
    ],
    { mayGoOn: true },
  );
});

test('a later version of an archive is looked at without a further round', bounded, async () => {
  const zip = archiveOf(1, 1000);
  await (await chain.deploy({ SLUICE_RECIPE: RECIPE })).deliver(await chain.upload('again.zip', zip));
  const next = archiveOf(1, 1000);
  await runInRounds(await chain.upload('again.zip', next), [
    ['HEAD again.zip', 'GET again/_manifest.json'],
    [...listsOf('again'), `GET again.zip 0-${next.length - 1}`, 'GET again/_checkpoint'],
    ['HEAD again/0'],
    ['PUT again/_manifest.json'],
    ['PUT again/0'],
    ['PUT again/_manifest.json'],
  ]);
});
