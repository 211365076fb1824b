import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { batch, failure } from '../support/cloud.js';
import { writeZip } from '../support/zip-writer.js';
import { bigTable, withoutNotes } from './big-table.js';
import { startChain } from './chain.js';
import { NEW, newTexts, OLD, oldTexts, READING, RECIPE } from './versions.js';

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const bounded = { timeout: 60_000 };

/** @param {Record<string, string>} [more] */
const deploy = more => chain.deploy({ SLUICE_RECIPE: RECIPE, ...more });

test('an unfinished manifest is taken up by another process, which writes nothing again', bounded, async () => {
  const [stopped, other] = [await deploy(), await deploy()];
  const table = bigTable(5.5 * 1024 * 1024);
  const archive = writeZip([
    { name: 'first.csv', content: 'id,notes\n1,a\n2\n' },
    { name: 'big.csv', content: table },
  ]);
  const event = await chain.upload('taken-up.zip', archive);
  stopped.fault = ({ operation }) => (operation === 'UploadPart' ? { status: 403, code: 'AccessDenied' } : undefined);
  assert.equal((await failure(stopped.deliver(event))).code, 'storage/access-denied');
  const unfinished = await chain.manifest('taken-up');
  assert.equal(unfinished.status, 'unfinished');
  await other.deliver(batch(event));
  const written = other.requests.filter(
    ({ operation, bucket }) => bucket === 'sluice-out' && !READING.includes(operation),
  );
  assert.deepEqual([...new Set(written.map(({ key }) => key))], ['taken-up/big.csv', 'taken-up/_manifest.json']);
  const manifest = await chain.manifest('taken-up');
  assert.deepEqual([manifest.status, manifest.entries[0]], ['complete', unfinished.entries[0]]);
  assert.deepEqual(await chain.read('taken-up/big.csv'), withoutNotes(table));
});

test(
  'a version with fewer entries takes away what it lacks when all of it is there, and is complete after that',
  bounded,
  async () => {
    const deployed = await deploy();
    await deployed.deliver(await chain.upload('fewer.zip', OLD));
    const event = await chain.upload('fewer.zip', NEW);
    /** @type {[key: string, status: string, outputs: Record<string, string>][]} */
    const removals = [];
    deployed.fault = async ({ operation, key }) => {
      if (operation !== 'DeleteObject') return;
      removals.push([key, (await chain.manifest('fewer')).status, await chain.texts('fewer')]);
    };
    await deployed.deliver(event);
    assert.deepEqual(
      removals.map(([key, status]) => [key, status]),
      [
        ['fewer/gone.csv', 'unfinished'],
        ['_rejected/fewer/gone.csv', 'unfinished'],
      ],
    );
    for (const [, , texts] of removals) {
      for (const [key, text] of Object.entries(newTexts('fewer'))) assert.equal(texts[key], text);
    }
    assert.deepEqual(await chain.texts('fewer'), newTexts('fewer'));
    assert.equal((await chain.manifest('fewer')).status, 'complete');
  },
);

test('a version that is skipped as a whole says so before it takes away what is there', bounded, async () => {
  const entries = [{ match: '**', skip: true }];
  const [first, skipping] = [await deploy(), await deploy({ SLUICE_RECIPE: JSON.stringify({ entries }) })];
  const event = await chain.upload('skipped.zip', OLD);
  await first.deliver(event);
  let removals = 0;
  skipping.fault = async ({ operation }) => {
    if (operation !== 'DeleteObject') return;
    removals += 1;
    assert.equal((await chain.manifest('skipped')).status, 'unfinished');
    if (removals === 1) assert.deepEqual(await chain.texts('skipped'), oldTexts('skipped'));
  };
  await skipping.deliver(event);
  assert.equal(removals, 4);
  assert.deepEqual(await chain.texts('skipped'), {});
  assert.equal((await chain.manifest('skipped')).status, 'complete');
});

for (const [afterwards, operation] of /** @type {const} */ ([
  ['delete', 'DeleteObject'],
  ['tag', 'PutObjectTagging'],
])) {
  test(
    `the archive is touched (${afterwards}) by the last request of all, when everything is there`,
    bounded,
    async () => {
      const place = `touched-${afterwards}`;
      const deployed = await deploy({ SLUICE_SOURCE_AFTERWARDS: afterwards });
      await (await deploy()).deliver(await chain.upload(`${place}.zip`, OLD));
      const event = await chain.upload(`${place}.zip`, NEW);
      let times = 0;
      deployed.fault = async request => {
        if (request.operation !== operation || request.bucket !== 'sluice-in') return;
        times += 1;
        assert.equal((await chain.manifest(place)).status, 'complete');
        assert.deepEqual(await chain.texts(place), newTexts(place));
      };
      await deployed.deliver(event);
      assert.deepEqual([times, deployed.requests.at(-1)?.operation], [1, operation]);
      assert.equal(deployed.lines[0].status, 'complete');
    },
  );
}
