import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { plain } from './fixture.js';

const PEOPLE = 'id,notes\n1,a\n2\n3,c\n';
const ZIP = writeZip([
  { name: 'people.csv', content: PEOPLE, crc32: 0x5d0b1f2e },
  { name: 'b.txt', content: 'text' },
]);
const RECIPE = await compileRecipe({ entries: [{ match: '*.csv', csv: { drop: ['notes'] } }] });

/** As it was written before there were reasons, dialects and skipped lines. */
const OLDER = `{
  "version": 1,
  "archive": {
    "uri": "/somewhere/x.zip",
    "bytes": ${ZIP.length},
    "etag": "etag",
    "versionId": null,
    "sequencer": null
  },
  "recipe": {
    "sha256": "${RECIPE.sha256}"
  },
  "status": "complete",
  "entries": [
    {"path":"people.csv","action":"csv","status":"written","output":"memory/x/people.csv","rejected":"memory/_rejected/x/people.csv","bytesIn":20,"bytesOut":7,"crc32":"5d0b1f2e","records":{"read":3,"written":2,"filtered":0,"bad":1},"phones":{"formatted":0,"unparsed":0},"badRecords":[{"record":2,"byte":13,"code":"csv/field-count"}],"error":null},
    {"path":"b.txt","action":"copy","status":"written","output":"memory/x/b.txt","rejected":null,"bytesIn":4,"bytesOut":4,"crc32":"3b8ba7c7","records":{"read":0,"written":0,"filtered":0,"bad":0},"phones":{"formatted":0,"unparsed":0},"badRecords":[],"error":null}
  ],
  "totals": {
    "entries": 2,
    "written": 2,
    "skipped": 0,
    "failed": 0,
    "bytesIn": 24,
    "bytesOut": 11,
    "recordsRead": 3,
    "recordsWritten": 2
  },
  "turns": 1,
  "durationMs": 12,
  "peakRssBytes": 90000000,
  "error": null
}
`;

/** @param {string} manifest */
function destinationWith(manifest) {
  const destination = memoryDestination();
  destination.files.set('x/_manifest.json', Buffer.from(manifest));
  destination.files.set('x/people.csv', Buffer.from('id\n1\n3\n'));
  destination.files.set('_rejected/x/people.csv', Buffer.from('2\n'));
  return destination;
}

/**
 * @param {ReturnType<typeof memoryDestination>} destination
 * @param {Buffer} [zip]
 * @param {string} [etag]
 */
function work(destination, zip = ZIP, etag = 'etag') {
  return processArchive({ source: memorySource(zip, { etag }), destination, recipe: RECIPE });
}

test('an archive that an older version has done stays done, and its manifest gets the members that it lacks', async () => {
  const destination = destinationWith(OLDER);
  const { result, manifest } = await work(destination);
  assert.deepEqual([result, destination.acts], ['already-done', []]);
  const { entries, totals, ...rest } = plain(manifest);
  const { entries: older, totals: olderTotals, ...olderRest } = JSON.parse(OLDER);
  assert.deepEqual(rest, olderRest);
  assert.deepEqual(
    entries,
    older.map((/** @type {any} */ { records, ...entry }) => ({
      ...{ ...entry, reasons: null, dialect: null, missing: [] },
      ...{ dates: { formatted: 0, unparsed: 0 }, where: { unparsed: 0 } },
      records: { ...records, skipped: 0 },
    })),
  );
  assert.deepEqual(totals, {
    ...olderTotals,
    ...{ recordsFiltered: 0, recordsBad: 1, recordsSkipped: 0 },
    ...{ phonesUnparsed: 0, datesUnparsed: 0, comparisonsUnparsed: 0 },
  });
});

test('a job that an older version left unfinished keeps what is written, and removes what is outdated', async () => {
  const unfinished = OLDER.replace('"complete"', '"unfinished"').replace(
    '"b.txt","action":"copy","status":"written","output":"memory/x/b.txt"',
    '"b.txt","action":"copy","status":"pending","output":null',
  );
  const destination = destinationWith(unfinished);
  const { result, manifest } = await work(destination);
  assert.deepEqual([result, manifest?.status, manifest?.totals.recordsBad], ['processed', 'complete', 1]);
  assert.deepEqual([...destination.files.keys()].sort(), [
    ...['_rejected/x/people.csv', 'x/_manifest.json', 'x/b.txt', 'x/people.csv'],
  ]);
  assert.ok(!destination.acts.includes('create x/people.csv'));

  const newer = writeZip([{ name: 'people.csv', content: 'id,notes\n1,a\n' }]);
  const next = await work(destination, newer, 'newer');
  assert.equal(next.manifest?.status, 'complete');
  assert.deepEqual([...destination.files.keys()].sort(), ['x/_manifest.json', 'x/people.csv']);
});

test('reasons that only an earlier version of the archive has are removed with its rejected records', async () => {
  const destination = memoryDestination();
  await work(destination, writeZip([{ name: 'people.csv', content: PEOPLE }]));
  assert.ok(destination.files.has('_reasons/x/people.csv.jsonl'));
  const newer = writeZip([{ name: 'people.csv', content: 'id,notes\n1,a\n' }]);
  const { manifest } = await work(destination, newer, 'newer');
  assert.equal(manifest?.status, 'complete');
  assert.deepEqual([...destination.files.keys()].sort(), ['x/_manifest.json', 'x/people.csv']);
});
