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

const bounded = { timeout: 300_000 };

/** @param {Record<string, string>} [more] */
const deploy = more => chain.deploy({ SLUICE_RECIPE: RECIPE, ...more });
/** @param {unknown} event @param {Record<string, string>} [more] */
const begin = (event, more) => chain.begin(event, { SLUICE_RECIPE: RECIPE, ...more });
/** @param {import('../../local-s3/faults.js').ObservedRequest} request */
const isDelete = ({ operation }) => operation === 'DeleteObject';

test('another function continues from an unfinished manifest, and writes nothing twice', bounded, async () => {
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
  'a version with fewer entries removes outdated outputs once all of its own are there, and is complete after that',
  bounded,
  async () => {
    await (await deploy()).deliver(await chain.upload('fewer.zip', OLD));
    const job = await begin(await chain.upload('fewer.zip', NEW));
    // One of them waits, and others may be carried out meanwhile.
    assert.ok(await job.runTo(isDelete));
    assert.equal((await chain.manifest('fewer')).status, 'unfinished');
    for (const [key, text] of Object.entries(newTexts('fewer'))) assert.equal((await chain.read(key)).toString(), text);
    assert.equal(await job.run(), null);
    const removed = job.requests.filter(isDelete).map(({ key }) => key);
    assert.deepEqual(removed.sort(), [
      ...['_reasons/fewer/gone.csv.jsonl', '_rejected/fewer/gone.csv', 'fewer/gone.csv'],
    ]);
    assert.deepEqual(await chain.texts('fewer'), newTexts('fewer'));
    assert.equal((await chain.manifest('fewer')).status, 'complete');
  },
);

test(
  'a version whose entries are all skipped has an unfinished manifest until all outdated outputs are removed',
  bounded,
  async () => {
    const event = await chain.upload('skipped.zip', OLD);
    await (await deploy()).deliver(event);
    const job = await begin(event, { SLUICE_RECIPE: JSON.stringify({ entries: [{ match: '**', skip: true }] }) });
    assert.ok(await job.runTo(isDelete));
    // One of them waits, and others may be carried out meanwhile.
    assert.equal((await chain.manifest('skipped')).status, 'unfinished');
    assert.equal(await job.run(), null);
    const removed = new Set(job.requests.filter(isDelete).map(({ key }) => key));
    assert.deepEqual(removed, new Set(Object.keys(oldTexts('skipped'))));
    assert.deepEqual(await chain.texts('skipped'), {});
    assert.equal((await chain.manifest('skipped')).status, 'complete');
  },
);

for (const [afterwards, operation] of /** @type {const} */ ([
  ['delete', 'DeleteObject'],
  ['tag', 'PutObjectTagging'],
])) {
  test(
    `the very last request is the one that touches the archive (${afterwards}), after all outputs are there`,
    bounded,
    async () => {
      const folder = `touched-${afterwards}`;
      await (await deploy()).deliver(await chain.upload(`${folder}.zip`, OLD));
      const job = await begin(await chain.upload(`${folder}.zip`, NEW), { SLUICE_SOURCE_AFTERWARDS: afterwards });
      assert.ok(await job.runTo(request => request.operation === operation && request.bucket === 'sluice-in'));
      assert.equal((await chain.manifest(folder)).status, 'complete');
      assert.deepEqual(await chain.texts(folder), newTexts(folder));
      const requests = job.requests.length;
      assert.equal(await job.run(), null);
      assert.equal(job.requests.length, requests);
      assert.equal(job.lines[0].status, 'complete');
    },
  );
}
