import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { writeZip } from '../support/zip-writer.js';
import { startChain } from './chain.js';
import { NEW, newTexts, OLD, oldTexts, READING, RECIPE } from './versions.js';

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const bounded = { timeout: 300_000 };

/** @param {any[]} lines */
const outcomes = lines => lines.map(({ outcome, status, error }) => error?.code ?? status ?? outcome);

/** @param {import('./chain.js').Deployed} deployed */
const writes = ({ requests }) => requests.map(({ operation }) => operation).filter(name => !READING.includes(name));

/** @param {any} event */
const sequencerOf = event => event.Records[0].s3.object.sequencer;

test('a repeated event writes nothing: it only reads the manifest and looks for a checkpoint', bounded, async () => {
  const deployed = await chain.deploy({ SLUICE_RECIPE: RECIPE });
  const event = await chain.upload('repeated.zip', OLD);
  await deployed.deliver(event);
  assert.notEqual(writes(deployed).length, 0);
  const [before, { LastModified }] = [await chain.outputs('repeated'), await chain.head('repeated/_manifest.json')];
  for (const again of [deployed, await chain.deploy({ SLUICE_RECIPE: RECIPE })]) {
    again.recover();
    await again.deliver(event);
    assert.deepEqual(again.requests.map(({ operation, key }) => `${operation} ${key}`).sort(), [
      ...['GetObject repeated/_checkpoint', 'GetObject repeated/_manifest.json', 'HeadObject repeated.zip'],
    ]);
    assert.equal(again.lines.at(-1).outcome, 'already-done');
  }
  assert.deepEqual(await chain.outputs('repeated'), before);
  assert.deepEqual((await chain.head('repeated/_manifest.json')).LastModified, LastModified);
});

test(
  'an event of an older version that comes after the newer one is superseded and writes nothing',
  bounded,
  async () => {
    const deployed = await chain.deploy({ SLUICE_RECIPE: RECIPE });
    const older = await chain.upload('late.zip', OLD, 'sluice-versioned');
    const newer = await chain.upload('late.zip', NEW, 'sluice-versioned');
    assert.ok(sequencerOf(older) < sequencerOf(newer));
    await deployed.deliver(newer);
    const manifest = await chain.manifest('late');
    deployed.recover();
    await deployed.deliver(older);
    assert.deepEqual(outcomes(deployed.lines), ['complete', 'superseded']);
    assert.deepEqual(writes(deployed), []);
    assert.deepEqual(await chain.texts('late'), newTexts('late'));
    assert.deepEqual(await chain.manifest('late'), manifest);
  },
);

test(
  'an event whose object was replaced, in a bucket without versions, is left to the newer one',
  bounded,
  async () => {
    const deployed = await chain.deploy({ SLUICE_RECIPE: RECIPE });
    const older = await chain.upload('replaced.zip', OLD);
    const newer = await chain.upload('replaced.zip', NEW);
    assert.deepEqual(await deployed.deliver(older), { batchItemFailures: [] });
    assert.deepEqual(writes(deployed), []);
    await chain.assertNothingOf('replaced');
    await deployed.deliver(newer);
    assert.deepEqual(outcomes(deployed.lines), ['archive/changed', 'complete']);
    assert.deepEqual(await chain.texts('replaced'), newTexts('replaced'));
  },
);

test('each event’s own version is read, and the newer one removes outputs that it no longer has', bounded, async () => {
  const deployed = await chain.deploy({ SLUICE_RECIPE: RECIPE });
  const older = await chain.upload('both.zip', OLD, 'sluice-versioned');
  const newer = await chain.upload('both.zip', NEW, 'sluice-versioned');
  await deployed.deliver(older);
  assert.deepEqual(await chain.texts('both'), oldTexts('both'));
  assert.equal((await chain.manifest('both')).archive.versionId, older.Records[0].s3.object.versionId);
  await deployed.deliver(newer);
  assert.deepEqual(await chain.texts('both'), newTexts('both'));
  const manifest = await chain.manifest('both');
  assert.deepEqual([manifest.status, manifest.outdated], ['complete', undefined]);
  assert.equal(manifest.archive.versionId, newer.Records[0].s3.object.versionId);
});

test(
  'a version whose records are all good removes the rejected file, and leaves its neighbours alone',
  bounded,
  async () => {
    const deployed = await chain.deploy({ SLUICE_RECIPE: RECIPE });
    for (const key of ['near.zip', 'near-by.zip', 'near/by.zip']) await deployed.deliver(await chain.upload(key, OLD));
    const good = writeZip([{ name: 'people.csv', content: 'id,notes\n5,e\n' }]);
    await deployed.deliver(await chain.upload('near.zip', good));
    assert.deepEqual(await chain.texts('near'), {
      'near/people.csv': 'id\n5\n',
      ...oldTexts('near/by'),
    });
    assert.deepEqual(await chain.texts('near-by'), oldTexts('near-by'));
    assert.equal((await chain.manifest('near')).entries[0]?.rejected, null);
  },
);

test(
  'a version that is partial leaves the outputs of the one before it until a version is complete',
  bounded,
  async () => {
    const deployed = await chain.deploy({ SLUICE_RECIPE: RECIPE });
    await deployed.deliver(await chain.upload('damaged.zip', OLD));
    const damaged = writeZip([
      { name: 'people.csv', content: 'id,notes\n6,f\n', crc32: 1 },
      { name: 'note.txt', content: 'fine' },
    ]);
    await deployed.deliver(await chain.upload('damaged.zip', damaged));
    assert.deepEqual(await chain.texts('damaged'), { ...oldTexts('damaged'), 'damaged/note.txt': 'fine' });
    await deployed.deliver(await chain.upload('damaged.zip', NEW));
    assert.deepEqual(outcomes(deployed.lines), ['complete', 'partial', 'complete']);
    assert.deepEqual(await chain.texts('damaged'), newTexts('damaged'));
  },
);

test(
  'another recipe processes the same version again, and removes outputs that it no longer makes',
  bounded,
  async () => {
    const event = await chain.upload('recipes.zip', OLD);
    await (await chain.deploy({ SLUICE_RECIPE: RECIPE })).deliver(event);
    const entries = [
      { match: 'gone.*', skip: true },
      { match: '**', csv: { drop: ['id'], badRecords: 'skip' } },
    ];
    const other = await chain.deploy({ SLUICE_RECIPE: JSON.stringify({ entries }) });
    await other.deliver(event);
    assert.deepEqual(outcomes(other.lines), ['complete']);
    assert.deepEqual(await chain.texts('recipes'), { 'recipes/people.csv': 'notes\na\n' });
  },
);
