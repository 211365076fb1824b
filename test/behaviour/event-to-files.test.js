import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { parseRecipe } from '../../src/recipe/read-recipe.js';
import { batch } from '../support/cloud.js';
import { FOUND, fieldCount, reasonsOf } from '../support/reasons.js';
import { writeZip } from '../support/zip-writer.js';
import { startChain } from './chain.js';

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const bounded = { timeout: 300_000 };

const RECIPE = JSON.stringify({
  entries: [
    {
      match: '**/*.csv',
      csv: { drop: ['notes'], require: ['id'], phones: [{ field: 'phone', format: 'e164', country: 'US' }] },
    },
    { match: '**/.DS_Store', skip: true },
  ],
});
const PEOPLE = `id,name,phone,notes
1,"Ann, A.",(212) 555-2368,secret
2,Bob,none,secret
,Cy,212 555 0123,no id
3,Dee
`;
const CLEAN = 'id,name,phone\n1,"Ann, A.",+12125552368\n2,Bob,none\n';
const UNTOUCHED = {
  output: null,
  rejected: null,
  reasons: null,
  bytesIn: 0,
  bytesOut: 0,
  records: { read: 0, written: 0, filtered: 0, bad: 0, skipped: 0 },
  phones: { formatted: 0, unparsed: 0 },
  dates: { formatted: 0, unparsed: 0 },
  where: { unparsed: 0 },
  badRecords: [],
  dialect: null,
  missing: [],
  error: null,
};

test('an upload becomes an event, the event becomes files, and the manifest lists everything', bounded, async () => {
  const key = 'in/größe + 100% a%2Fb/été.zip';
  const folder = 'in/größe + 100% a%2Fb/été';
  const out = `s3://sluice-out/clean/${folder}`;
  const archive = writeZip([
    { name: 'données/café + 1.csv', content: PEOPLE },
    { name: 'données/', content: '' },
    { name: '.DS_Store', content: 'junk' },
    { name: 'x%2Fy 100%.json', content: '{}', method: 0 },
    { name: 'no extension', content: '' },
  ]);
  const { deliver, lines } = await chain.deploy({
    SLUICE_RECIPE: RECIPE,
    SLUICE_DESTINATION: 's3://sluice-out/clean/',
  });
  const event = await chain.upload(key, archive);
  assert.equal(event.Records[0].s3.object.key, 'in/gr%C3%B6%C3%9Fe+%2B+100%25+a%252Fb/%C3%A9t%C3%A9.zip');
  assert.deepEqual(await deliver(event), { batchItemFailures: [] });
  assert.deepEqual([lines.length, lines[0].outcome, lines[0].status], [1, 'processed', 'complete']);

  assert.deepEqual(await chain.texts(`clean/${folder}`), {
    [`clean/${folder}/données/café + 1.csv`]: CLEAN,
    [`clean/${folder}/x%2Fy 100%.json`]: '{}',
    [`clean/${folder}/no extension`]: '',
  });
  assert.deepEqual(await chain.texts('clean/_rejected'), {
    [`clean/_rejected/${folder}/données/café + 1.csv`]: '3,Dee\n',
  });
  assert.deepEqual(await chain.texts('clean/_reasons'), {
    [`clean/_reasons/${folder}/données/café + 1.csv.jsonl`]: reasonsOf(
      'données/café + 1.csv',
      ['id', 'name', 'phone', 'notes'],
      fieldCount(4, PEOPLE.indexOf('3,Dee'), 2),
    ),
  });

  const { durationMs, peakRssBytes, ...manifest } = await chain.manifest(`clean/${folder}`);
  assert.ok(Number.isInteger(durationMs) && durationMs >= 0 && peakRssBytes > 10_000_000);
  const etag = createHash('md5').update(archive).digest('hex');
  const { sequencer } = event.Records[0].s3.object;
  const { sha256 } = await parseRecipe(RECIPE, 'here');
  const byte = PEOPLE.indexOf('3,Dee');
  assert.deepEqual(manifest, {
    version: 1,
    archive: { uri: `s3://sluice-in/${key}`, bytes: archive.length, etag, versionId: null, sequencer },
    recipe: { sha256 },
    status: 'complete',
    entries: [
      {
        path: 'données/café + 1.csv',
        action: 'csv',
        status: 'written',
        output: `${out}/données/café + 1.csv`,
        rejected: `s3://sluice-out/clean/_rejected/${folder}/données/café + 1.csv`,
        reasons: `s3://sluice-out/clean/_reasons/${folder}/données/café + 1.csv.jsonl`,
        dialect: FOUND,
        missing: [],
        bytesIn: PEOPLE.length,
        bytesOut: CLEAN.length,
        crc32: hexCrc(PEOPLE),
        records: { read: 4, written: 2, filtered: 1, bad: 1, skipped: 0 },
        phones: { formatted: 1, unparsed: 1 },
        dates: { formatted: 0, unparsed: 0 },
        where: { unparsed: 0 },
        badRecords: [{ record: 4, byte, code: 'csv/field-count' }],
        error: null,
      },
      { ...UNTOUCHED, path: '.DS_Store', action: 'skip', status: 'skipped', crc32: hexCrc('junk') },
      {
        ...UNTOUCHED,
        ...{ path: 'x%2Fy 100%.json', action: 'copy', status: 'written', output: `${out}/x%2Fy 100%.json` },
        ...{ bytesIn: 2, bytesOut: 2, crc32: hexCrc('{}') },
      },
      {
        ...UNTOUCHED,
        ...{
          path: 'no extension',
          action: 'copy',
          status: 'written',
          output: `${out}/no extension`,
          crc32: '00000000',
        },
      },
    ],
    totals: {
      ...{ entries: 4, written: 3, skipped: 1, failed: 0 },
      ...{ bytesIn: PEOPLE.length + 2, bytesOut: CLEAN.length + 2, recordsRead: 4, recordsWritten: 2 },
      ...{ recordsFiltered: 1, recordsBad: 1, recordsSkipped: 0 },
      ...{ phonesUnparsed: 1, datesUnparsed: 0, comparisonsUnparsed: 0 },
    },
    turns: 1,
    error: null,
  });

  const uploads = new Set();
  for (const [path, type] of [
    [`${folder}/données/café + 1.csv`, 'text/csv'],
    [`_rejected/${folder}/données/café + 1.csv`, 'text/csv'],
    [`_reasons/${folder}/données/café + 1.csv.jsonl`, 'application/x-ndjson; charset=utf-8'],
    [`${folder}/x%2Fy 100%.json`, 'application/json'],
    [`${folder}/no extension`, 'application/octet-stream'],
    [`${folder}/_manifest.json`, 'application/json; charset=utf-8'],
  ]) {
    const { ContentType, Metadata = {} } = await chain.head(`clean/${path}`);
    uploads.add(Metadata['sluice-upload']);
    const { 'sluice-source': source, 'sluice-recipe': recipe } = Metadata;
    assert.deepEqual([ContentType, source, recipe], [type, etag, sha256], path);
  }
  assert.equal(uploads.size, 6, 'each upload has a name of its own');
});

test(
  'several records in one event are several archives, and a broken one does not hold up the others',
  bounded,
  async () => {
    const { deliver, lines } = await chain.deploy();
    const events = [
      await chain.upload('several/1.zip', writeZip([{ name: 'a.txt', content: 'one' }])),
      await chain.upload('several/2.zip', Buffer.from('not a zip archive')),
      await chain.upload('several/ .zip', writeZip([{ name: 'a.txt', content: 'three' }])),
    ];
    await deliver({ Records: events.flatMap(({ Records }) => Records) });
    assert.deepEqual(await chain.texts('several'), { 'several/1/a.txt': 'one', 'several/ /a.txt': 'three' });
    assert.deepEqual(
      lines.map(({ status }) => status),
      ['complete', 'failed', 'complete'],
    );
    const { status, error, entries } = await chain.manifest('several/2');
    assert.deepEqual([status, error?.code, entries], ['failed', 'archive/not-a-zip', []]);
  },
);

/** @param {string} text */
function hexCrc(text) {
  return crc32(text).toString(16).padStart(8, '0');
}

/** @type {Record<string, (event: any) => unknown>} */
const SHAPES = {
  EventBridge: event => bridged(event),
  'a queue': event => batch(event),
  'EventBridge and a queue': event => batch(bridged(event)),
};
for (const [name, shaped] of Object.entries(SHAPES)) {
  test(`the same upload comes through ${name}`, bounded, async () => {
    const { deliver, lines } = await chain.deploy();
    const folder = `through/${name} + ü%2F`;
    const event = await chain.upload(`${folder}.zip`, writeZip([{ name: 'a.txt', content: name }]), 'sluice-versioned');
    assert.deepEqual(await deliver(shaped(event)), { batchItemFailures: [] });
    assert.deepEqual(await chain.texts(folder), { [`${folder}/a.txt`]: name });
    const { eTag, versionId, sequencer, size } = event.Records[0].s3.object;
    const { archive } = await chain.manifest(folder);
    const uri = `s3://sluice-versioned/${folder}.zip`;
    assert.deepEqual(archive, { uri, bytes: size, etag: eTag, versionId, sequencer });
    const { Metadata } = await chain.head(`${folder}/a.txt`);
    assert.equal(decodeURI(Metadata?.['sluice-source'] ?? ''), versionId);

    // Whichever way the event comes, the archive is the same.
    await deliver(event);
    assert.deepEqual(
      lines.map(({ outcome }) => outcome),
      ['processed', 'already-done'],
    );
  });
}

/**
 * The same event from EventBridge, where the key is not encoded.
 *
 * @param {any} event
 */
function bridged({ Records: [{ s3 }] }) {
  const { key, size, eTag: etag, versionId, sequencer } = s3.object;
  const object = { key: decodeURIComponent(key.replaceAll('+', ' ')), size, etag, 'version-id': versionId, sequencer };
  const detail = { version: '0', bucket: { name: s3.bucket.name }, object, reason: 'PutObject' };
  return { version: '0', source: 'aws.s3', 'detail-type': 'Object Created', detail };
}
