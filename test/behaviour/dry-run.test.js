import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openDestination } from '../../src/destination/open.js';
import { processArchive } from '../../src/job/archive.js';
import { formatManifest } from '../../src/ledger/format-manifest.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memorySource } from '../support/memory-source.js';
import { temporaryFolder } from '../support/run-cli.js';
import { localS3 } from '../support/s3.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { TestContext } from 'node:test' */
/** @import { DestinationOptions } from '../../src/destination/open.js' */

const RECIPE = await compileRecipe({
  entries: [
    { match: '**/.DS_Store', skip: true },
    { match: '**/*.csv', csv: { drop: ['note'], maxBad: '60%' } },
  ],
});
const PEOPLE = { name: 'a/people.csv', content: 'name,note\nAnn,x\nBob,y\n' };
const REJECTED = { name: 'bad.csv', content: 'name,note\nAnn,x,too many\nBob,y\n' };
const TEXT = { name: 'b.txt', content: Buffer.alloc(300_000, 'text'), method: 0 };
const COMPLETE = writeZip([PEOPLE, TEXT, { name: '.DS_Store', content: 'x' }]);

/**
 * What is at the destination: earlier versions that were processed. `zip`: the archive that is run dry.
 *
 * @type {{ title: string, zip: Buffer, before?: Buffer[], force?: boolean, status: string }[]}
 */
const CASES = [
  { title: 'a complete archive', zip: COMPLETE, status: 'complete' },
  { title: 'rejected records', zip: writeZip([REJECTED, TEXT]), status: 'complete' },
  { title: 'a damaged entry', zip: writeZip([PEOPLE, { ...TEXT, crc32: 1 }]), status: 'partial' },
  {
    title: 'an entry that lacks a field',
    zip: writeZip([{ name: 'a.csv', content: 'a,b\n1,2\n' }]),
    status: 'partial',
  },
  { title: 'no archive', zip: Buffer.from('no zip\n'.repeat(99)), status: 'failed' },
  { title: 'names that differ in case', zip: writeZip([PEOPLE, { ...PEOPLE, name: 'A/People.csv' }]), status: 'any' },
  {
    title: 'a name that is too long',
    zip: writeZip([{ name: 'x'.repeat(1100), content: 'x' }, PEOPLE]),
    status: 'partial',
  },
  { title: 'an archive that is done', zip: COMPLETE, before: [COMPLETE], status: 'complete' },
  { title: 'an archive that is done, by force', zip: COMPLETE, before: [COMPLETE], force: true, status: 'complete' },
  {
    title: 'an archive with outdated outputs',
    zip: COMPLETE,
    before: [writeZip([PEOPLE, REJECTED])],
    status: 'complete',
  },
  {
    title: 'a damaged archive with outdated outputs',
    zip: writeZip([PEOPLE, { ...TEXT, crc32: 1 }]),
    before: [COMPLETE, writeZip([REJECTED, PEOPLE])],
    status: 'partial',
  },
];

/**
 * @typedef {object} Place
 * @property {string} to
 * @property {DestinationOptions} options
 * @property {() => Promise<unknown>} snapshot All that is there.
 */

/** @type {[where: string, open: (t: TestContext) => Promise<Place>][]} */
const PLACES = [
  ['a folder', inFolder],
  ['S3', inS3],
];

for (const [where, open] of PLACES) {
  describe(`a dry run to ${where}`, { concurrency: 2 }, () => {
    for (const { title, zip, before = [], force = false, status } of CASES) {
      test(`${title}: the manifest is that of the real run, and nothing is written`, async t => {
        const place = await open(t);
        for (const [index, earlier] of before.entries()) {
          // The same bytes are the same version.
          await run(place, earlier, { etag: earlier === zip ? 'now' : `earlier ${index}` });
        }
        const there = await place.snapshot();
        const dry = await run(place, zip, { etag: 'now', dryRun: true, force });
        assert.deepEqual(await place.snapshot(), there);
        const real = await run(place, zip, { etag: 'now', force });
        assert.deepEqual(dry, real);
        if (status !== 'any') assert.equal(dry.manifest?.status, status);
      });
    }
  });
}

test('a dry run to S3 sends no request that writes', async t => {
  const { s3, requests } = await localS3(t);
  const place = { to: 's3://bucket/out', options: { s3 } };
  await run(place, writeZip([PEOPLE, REJECTED]), { etag: 'earlier' });
  requests.seen.length = 0;
  await run(place, writeZip([TEXT, { ...REJECTED, name: 'other.csv' }]), { etag: 'now', dryRun: true });
  assert.ok(requests.seen.length > 3);
  assert.deepEqual(
    requests.seen.filter(({ method }) => method !== 'GET' && method !== 'HEAD'),
    [],
  );
});

/** @type {[title: string, prepare: (out: string) => Promise<unknown>, code: string][]} */
const IN_THE_WAY = [
  ['a file instead of the destination', out => writeFile(out, ''), 'storage/name-in-the-way'],
  ['a link to nowhere', out => symlink('nowhere', out), 'storage/name-in-the-way'],
  ['a folder instead of an output', out => mkdir(join(out, 'x/b.txt'), { recursive: true }), 'storage/name-in-the-way'],
  ['a file instead of a folder', out => fileAt(out, 'x'), 'storage/name-in-the-way'],
  ['a link out of the destination', out => linkAt(out, 'x'), 'storage/outside-destination'],
];
for (const [title, prepare, code] of IN_THE_WAY) {
  test(`${code}: ${title} stops a dry run to a folder as it stops a real one`, async t => {
    const folder = await temporaryFolder(t);
    const place = { to: join(folder, 'out'), options: {} };
    await prepare(place.to);
    const there = await readdir(folder);
    await assert.rejects(run(place, COMPLETE, { etag: 'now', dryRun: true }), { code });
    assert.deepEqual(await readdir(folder), there);
    await assert.rejects(run(place, COMPLETE, { etag: 'now' }), { code });
  });
}

/**
 * @param {Pick<Place, 'to' | 'options'>} place
 * @param {Buffer} zip
 * @param {{ etag: string, dryRun?: boolean, force?: boolean }} how
 * @returns {Promise<any>} The outcome, without what differs from run to run.
 */
async function run({ to, options }, zip, { etag, dryRun = false, force = false }) {
  const destination = await openDestination(to, { ...options, dryRun });
  try {
    const { result, manifest } = await processArchive({
      source: memorySource(zip, { etag }),
      destination,
      recipe: RECIPE,
      force,
    });
    const {
      durationMs: _,
      peakRssBytes: __,
      ...rest
    } = JSON.parse([...formatManifest(/** @type {any} */ (manifest))].join(''));
    return { result, manifest: withoutTemporaryNames(rest) };
  } finally {
    await destination.close();
  }
}

/** @param {any} manifest */
function withoutTemporaryNames(manifest) {
  for (const { error } of manifest.entries) if (error?.code === 'limit/name-length') error.message = '';
  return manifest;
}

/**
 * @param {TestContext} t
 * @returns {Promise<Place>}
 */
async function inFolder(t) {
  const to = join(await temporaryFolder(t), 'deeper/out');
  const snapshot = async () => {
    const found = await readdir(join(to, '../..'), { recursive: true, withFileTypes: true });
    return Promise.all(
      found.map(async file => {
        const path = join(file.parentPath, file.name);
        return [path, file.isFile() ? await readFile(path, 'base64') : null];
      }),
    );
  };
  return { to, options: {}, snapshot };
}

/**
 * @param {TestContext} t
 * @returns {Promise<Place>}
 */
async function inS3(t) {
  const { s3, requests } = await localS3(t);
  const writes = () => requests.seen.filter(({ method }) => method !== 'GET' && method !== 'HEAD').length;
  return { to: 's3://bucket/out', options: { s3 }, snapshot: async () => writes() };
}

/** @param {string} folder @param {string} name */
async function fileAt(folder, name) {
  await mkdir(folder);
  await writeFile(join(folder, name), '');
}

/** @param {string} folder @param {string} name */
async function linkAt(folder, name) {
  await mkdir(folder);
  await symlink('..', join(folder, name));
}
