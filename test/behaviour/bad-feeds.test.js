import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startCloud, zipOf } from '../support/cloud.js';

/** @type {Awaited<ReturnType<typeof startCloud>>} */
let cloud;
before(async () => {
  cloud = await startCloud();
});
after(() => cloud?.close());

const HEADER = 'id,name,email\n';
/** @param {number} count @param {string} text */
const records = (count, text) => Array.from({ length: count }, (_, index) => `${index},${text}\n`).join('');

const FEEDS = {
  'of which all records lack a field': HEADER + records(3, 'Ann'),
  'of which all records have another field': HEADER + records(50, 'Ann,a@b,x'),
  'of which all records have broken quotes': HEADER + records(20, '"Lee, Ann"x,a@b'),
  'of which 20 of 100 records are bad': HEADER + records(80, 'Ann,a@b') + records(20, 'Ann'),
};

/** @param {object} csv */
const deploy = csv =>
  cloud.deploy({
    SLUICE_RECIPE: JSON.stringify({ entries: [{ match: '**/*.csv', csv }] }),
    SLUICE_SOURCE_AFTERWARDS: 'delete',
  });

test('no feed is quarantined whole and called a success: its entry fails, and its archive stays', async t => {
  for (const badRecords of ['quarantine', 'skip']) {
    for (const [index, [name, text]] of Object.entries(FEEDS).entries()) {
      await t.test(`a feed ${name}, with "${badRecords}"`, async () => {
        const key = `${badRecords}-${index}.zip`;
        const { deliver, lines } = deploy({ badRecords });
        await deliver(await cloud.upload('sluice-in', key, await zipOf({ 'a.csv': text, 'b.txt': 'b' })));
        const [{ level, outcome, status, failed, errorCode, bad, failedArchives, badRecords: counted }] = lines;
        assert.deepEqual([level, outcome, status, failed], ['warn', 'processed', 'partial', 1]);
        assert.deepEqual([errorCode, failedArchives], ['csv/too-many-bad', 1]);
        assert.ok(bad > 0 && counted === bad, `${bad}`);
        assert.deepEqual(await keysOf(key), [`${folderOf(key)}/_manifest.json`, `${folderOf(key)}/b.txt`]);
        assert.deepEqual(await cloud.keys('sluice-in', key), [key]);
      });
    }
  }
});

test('a feed with few bad records is a success that the log warns of', async () => {
  const { deliver, lines } = deploy({});
  const text = HEADER + records(1, 'Ann') + records(99, 'Ann,a@b');
  await deliver(await cloud.upload('sluice-in', 'few.zip', await zipOf({ 'a.csv': text })));
  const [{ level, status, records: read, written, bad, badRecords, failedArchives }] = lines;
  assert.deepEqual([level, status, failedArchives], ['warn', 'complete', 0]);
  assert.deepEqual([read, written, bad, badRecords], [100, 99, 1, 1]);
  const places = ['_reasons/few/a.csv.jsonl', '_rejected/few/a.csv', 'few/_manifest.json', 'few/a.csv'];
  assert.deepEqual(await keysOf('few.zip'), places);
  assert.deepEqual(await cloud.keys('sluice-in', 'few.zip'), []);
});

/** @param {string} key */
function folderOf(key) {
  return key.slice(0, -'.zip'.length);
}

/** @param {string} key An archive's. */
async function keysOf(key) {
  const folder = folderOf(key);
  const prefixes = [`_reasons/${folder}/`, `_rejected/${folder}/`, `${folder}/`];
  return (await Promise.all(prefixes.map(prefix => cloud.keys('sluice-out', prefix)))).flat();
}
