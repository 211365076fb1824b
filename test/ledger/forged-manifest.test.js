import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { openDestination } from '../../src/destination/open.js';
import { processArchive } from '../../src/job/archive.js';
import { readManifest } from '../../src/ledger/read-manifest.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import fc, { caseCount } from '../support/fast-check.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { temporaryFolder } from '../support/run-cli.js';
import { writeZip } from '../support/zip-writer.js';

const RECIPE = await compileRecipe({ entries: [{ match: '*.csv', csv: {} }] });
const OLD_ZIP = writeZip([
  { name: 'people.csv', content: 'id,notes\n1,a\n2\n3,c\n' },
  { name: 'f.csv', content: 'a,a\n1,2\n', crc32: 1 },
]);
const NEW_ZIP = writeZip([{ name: 'new.txt', content: 'new' }]);

/**
 * @param {import('../../src/destination/open.js').Destination} destination
 * @param {Buffer} zip
 * @param {{ etag?: string, force?: boolean }} [job]
 */
function work(destination, zip, { etag = 'new', force = false } = {}) {
  return processArchive({ source: memorySource(zip, { etag }), destination, recipe: RECIPE, force });
}

/** What is there after a job: all members of a manifest that lead anywhere are in its manifest. */
async function genuine() {
  const destination = memoryDestination();
  await work(destination, OLD_ZIP, { etag: 'old' });
  const manifest = JSON.parse(String(destination.files.get('x/_manifest.json')));
  manifest.outdated = ['x/old.csv', '_rejected/x/old.csv', '_reasons/x/old.csv.jsonl'];
  manifest.archive.superseded = ['older'];
  manifest.stalledTurns = 1;
  manifest.namesLike = { charset: 'cp866', example: 'a' };
  manifest.entries[0].repeatedKeys = 1;
  manifest.entries[0].takenByTriggers = 1;
  manifest.entries[0].notUtf8 = { values: 1, encoding: 'windows-1252' };
  return { destination, manifest };
}

const PATHS = [
  ...[
    'reports/final.txt',
    'y/a.csv',
    './reports/final.txt',
    'x/../y/a.csv',
    'x/./a',
    '../a',
    '/etc/passwd',
    '',
    'x',
    'x/',
  ],
  ...[
    'x//a',
    'x/a/',
    'X/a',
    'xa',
    'x\\a',
    'x/a\\b',
    'x/a\u0000',
    'x/a\n',
    '_rejected/y/a',
    '_rejected/x',
    '_reasons/x/a',
  ],
  ...['_reasons/x/.jsonl', '_reasons/y/a.jsonl', '_reasons/x/../y/a.jsonl', '_rejected/x/../../y', 'x/_manifest.json'],
  ...['x/_checkpoint', 'x/y/_manifest.json', 'y/_manifest.json', '_rejected/x/_checkpoint', `x/${'n'.repeat(1025)}`],
  ...['x/C:/a', 's3://out/x/a', 'memory/x/a', 'x/\ud800', 7, null, ['x/a'], { path: 'x/a' }, true],
];
const COUNTS = [-1, 0.5, '1', null, true, [], {}, 2 ** 53, 1e300];
const TEXTS = [7, null, true, [], {}];
const VERSIONS = ['null', '', 7, {}, [], 'a b', 'a\n', 'é', 'v'.repeat(1025), true];

/** What nobody but an attacker writes, by the member. `[]` in a member's path stands for the first item. */
const FORGERIES = /** @type {Record<string, unknown[]>} */ ({
  archive: [7, null, [], 'x', undefined],
  'archive.uri': [...TEXTS, undefined],
  'archive.bytes': COUNTS,
  'archive.etag': [...TEXTS, undefined],
  'archive.versionId': VERSIONS,
  'archive.sequencer': ['', 'g', '0x1', 7, {}, [], '0'.repeat(65), ' 1', true],
  'archive.superseded': [7, null, 'a', {}, ...VERSIONS.map(version => [version]), ['a', 'null'], [null]],
  recipe: [7, null, [], 'x', undefined],
  'recipe.sha256': [...TEXTS, undefined],
  status: ['done', '', 7, null, undefined, ['complete'], {}],
  entries: [7, null, {}, 'x', undefined, [null], [7], ['x'], [[]], [{}]],
  totals: [7, null, [], 'x'],
  'totals.entries': COUNTS,
  'totals.bytesOut': COUNTS,
  'totals.recordsBad': COUNTS,
  durationMs: COUNTS,
  peakRssBytes: COUNTS,
  error: [
    7,
    [],
    'x',
    {},
    { code: 7, message: '' },
    { code: '\u001b[2J', message: '' },
    { code: 'a'.repeat(101), message: '' },
    { code: 'a' },
    { code: 'a', message: '', problems: 7 },
  ],
  namesLike: [
    ...[7, null, [], 'x', {}, { charset: 7, example: 'a' }, { charset: 'a' }],
    ...['', 'CP866', '\u001b[2J', 'c'.repeat(21)].map(charset => ({ charset, example: 'a' })),
  ],
  outdated: [7, null, 'x/a', {}, ...PATHS.map(path => [path]), ['x/old.csv', 'y/a.csv']],
  'entries[].path': [
    '../../y/a.csv',
    '/etc/passwd',
    'a//b',
    '',
    'a\u0000',
    '_manifest.json',
    'a/_checkpoint',
    ...TEXTS,
    undefined,
  ],
  'entries[].action': ['remove', '', ...TEXTS, undefined],
  'entries[].status': ['done', '', ...TEXTS, undefined],
  'entries[].output': [
    7,
    {},
    [],
    true,
    '',
    's3://out/y/a.csv',
    'memory/y/people.csv',
    'memory/x/other.csv',
    'people.csv',
  ],
  'entries[].rejected': [7, {}, '', 'memory/x/people.csv', 'memory/_rejected/y/people.csv'],
  'entries[].reasons': [7, {}, '', 'memory/_reasons/x/people.csv', 'memory/_reasons/y/people.csv.jsonl'],
  'entries[].bytesIn': [...COUNTS, undefined],
  'entries[].bytesOut': [...COUNTS, undefined],
  'entries[].crc32': ['', 'x', '123456789', 'ABCDEF01', 7, {}, undefined],
  'entries[].records': [7, null, [], 'x', undefined],
  'entries[].records.read': [...COUNTS, undefined],
  'entries[].records.written': [...COUNTS, undefined],
  'entries[].records.filtered': [...COUNTS, undefined],
  'entries[].records.bad': [...COUNTS, undefined],
  'entries[].records.skipped': COUNTS,
  'entries[].phones': [7, null, [], undefined],
  'entries[].phones.formatted': [...COUNTS, undefined],
  'entries[].dates.unparsed': [...COUNTS, undefined],
  'entries[].where.unparsed': [...COUNTS, undefined],
  'entries[].badRecords': [
    7,
    null,
    {},
    'x',
    [7],
    [null],
    [{}],
    [{ record: -1, byte: 0, code: 'a' }],
    [{ record: 1, byte: 0, code: 'A\n' }],
  ],
  'entries[].dialect': [7, [], 'x', true, {}, { encoding: 'utf-8' }],
  'entries[].dialect.encoding': ['', 'UTF-8', '\u001b[2J', ...TEXTS, undefined],
  'entries[].dialect.delimiter': ['', ','.repeat(101), ...TEXTS, undefined],
  'entries[].dialect.quote': ['', '`', ...TEXTS, undefined],
  'entries[].dialect.lineEnds': ['lf', ['\n'], ...TEXTS.filter(value => !Array.isArray(value)), undefined],
  'entries[].dialect.headerRows': COUNTS,
  'entries[].dialect.comments': ['', '#'.repeat(101), 7, true, [], {}],
  'entries[].missing': [7, null, {}, 'x', [7], [null]],
  'entries[].repeatedKeys': COUNTS,
  'entries[].takenByTriggers': COUNTS,
  'entries[].notUtf8': [7, null, [], 'x', {}, { values: -1 }, { values: 1, encoding: '\u001b[2J' }],
  'entries[].error': [7, [], 'x', {}, { code: 'a', message: 7 }, { code: 'a', message: '', record: -1 }],
});

/**
 * @param {any} manifest
 * @param {string} member
 * @param {unknown} value
 * @returns {any} A changed copy.
 */
function forged(manifest, member, value) {
  const copy = structuredClone(manifest);
  const steps = member.replaceAll('[]', '.0').split('.');
  const last = steps.pop() ?? '';
  let place = copy;
  for (const step of steps) place = place[step];
  if (value === undefined) delete place[last];
  else place[last] = value;
  return copy;
}

for (const [member, values] of Object.entries(FORGERIES)) {
  test(`usage/bad-manifest: a forged "${member}" is refused by name, in both layouts, and nothing is written or removed`, async () => {
    const { destination, manifest } = await genuine();
    for (const path of ['reports/final.txt', 'y/a.csv', 'x/old.csv'])
      destination.files.set(path, Buffer.from('theirs'));
    destination.files.set('x/_manifest.json', Buffer.from(JSON.stringify(manifest)));
    assert.notEqual(await readManifest(destination, 'x'), null, 'unforged, it is one');
    for (const value of values) {
      for (const indent of [undefined, 2]) {
        destination.files.set(
          'x/_manifest.json',
          Buffer.from(JSON.stringify(forged(manifest, member, value), null, indent)),
        );
        const before = new Map(destination.files);
        destination.acts.length = 0;
        const named = new RegExp(`_manifest\\.json is damaged: ${member.split(/[[.]/)[0]}`);
        const expected = { name: 'UsageError', code: 'usage/bad-manifest', message: named };
        await assert.rejects(work(destination, NEW_ZIP), expected, `${member}: ${JSON.stringify(value)}`);
        assert.deepEqual([destination.files, destination.acts], [before, []]);
      }
    }
  });
}

test('totals that are left out of a forged manifest are summed up', async () => {
  const { destination, manifest } = await genuine();
  const { totals } = manifest;
  for (const member of Object.keys(totals)) {
    destination.files.set(
      'x/_manifest.json',
      Buffer.from(JSON.stringify(forged(manifest, `totals.${member}`, undefined))),
    );
    assert.deepEqual(/** @type {any} */ (await readManifest(destination, 'x')).totals, totals, member);
  }
});

test('a forged count of turns counts as none', async () => {
  const { destination, manifest } = await genuine();
  for (const member of ['turns', 'stalledTurns']) {
    for (const value of COUNTS) {
      destination.files.set('x/_manifest.json', Buffer.from(JSON.stringify(forged(manifest, member, value))));
      assert.ok(!(member in /** @type {any} */ (await readManifest(destination, 'x'))));
    }
  }
});

test('what a manifest says of errors and bad records comes back bounded, however much it is', async () => {
  const { destination, manifest } = await genuine();
  const error = {
    code: 'csv/missing-field',
    message: '\u0001'.repeat(1e6),
    problems: [{ code: 'a', message: 'x'.repeat(1e6) }],
  };
  const badRecords = Array(5000).fill({ record: 1, byte: 0, code: 'csv/field-count' });
  const [first, second] = manifest.entries;
  const csi = { code: 'csv/missing-field', message: '\u009b2J\u202e', problems: [{ code: 'a', message: '\u009b2J' }] };
  const entries = [
    { ...first, badRecords },
    { ...second, error },
    { ...second, path: 'g.csv', error: csi },
  ];
  destination.files.set('x/_manifest.json', Buffer.from(JSON.stringify({ ...manifest, error, entries })));
  const read = /** @type {any} */ (await readManifest(destination, 'x'));
  const [one, two, three] = read.entries;
  assert.equal(one.badRecords.length, 1000);
  for (const { message, problems } of [read.error, two.error, three.error]) {
    assert.match(message, /^[ -~\u2026]{1,1000}$/);
    assert.match(problems[0].message, /^[ -~\u2026]{1,1000}$/);
  }
});

test('the message about a forged manifest is one line of bounded length, whatever the value is', async () => {
  const { destination, manifest } = await genuine();
  for (const value of ['\u001b[31m\n'.repeat(10_000), Array.from({ length: 10_000 }, () => '\n')]) {
    for (const member of ['status', 'outdated', 'entries[].action']) {
      const text = JSON.stringify(forged(manifest, member, value));
      destination.files.set('x/_manifest.json', Buffer.from(text));
      await assert.rejects(work(destination, NEW_ZIP), ({ code, message }) => {
        assert.equal(code, 'usage/bad-manifest');
        assert.match(message, /^[ -~…]{1,2000}$/);
        return true;
      });
    }
  }
});

test('usage/bad-manifest: a member that is nested so deeply that it cannot be written as JSON', async () => {
  const { destination, manifest } = await genuine();
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  for (const member of ['status', 'archive.superseded', 'unknown', 'entries[].dialect', 'entries[].unknown']) {
    const text = JSON.stringify(forged(manifest, member, 'DEEP')).replace('"DEEP"', deep);
    destination.files.set('x/_manifest.json', Buffer.from(text));
    await assert.rejects(work(destination, NEW_ZIP), { code: 'usage/bad-manifest' }, member);
  }
});

test('with --force a damaged manifest is replaced, and nothing that it lists is removed', async () => {
  const { destination, manifest } = await genuine();
  destination.files.set('y/a.csv', Buffer.from('theirs'));
  const text = JSON.stringify(forged(manifest, 'outdated', ['y/a.csv', 'x/people.csv']));
  destination.files.set('x/_manifest.json', Buffer.from(text));
  const { manifest: written } = await work(destination, NEW_ZIP, { force: true });
  assert.equal(written?.status, 'complete');
  for (const path of ['y/a.csv', 'x/people.csv', 'x/new.txt']) assert.ok(destination.files.has(path), path);
});

test('whatever paths a manifest lists, nothing outside of the archive’s three folders is removed', async () => {
  const part = fc.oneof(
    fc.constantFrom(
      'x',
      'y',
      '..',
      '.',
      '',
      '_rejected',
      '_reasons',
      'a.csv',
      'a.jsonl',
      '_manifest.json',
      'x\\y',
      '...',
    ),
    fc.string({ maxLength: 3 }),
  );
  const path = fc.array(part, { minLength: 1, maxLength: 5 }).map(parts => parts.join('/'));
  const { manifest } = await genuine();
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(path, { minLength: 1, maxLength: 3 }), async paths => {
      const destination = memoryDestination();
      destination.files.set('x/_manifest.json', Buffer.from(JSON.stringify({ ...manifest, outdated: paths })));
      const error = await work(destination, NEW_ZIP).then(
        () => null,
        caught => caught,
      );
      if (error !== null) assert.equal(error.code, 'usage/bad-manifest');
      refused += Number(error !== null);
      for (const act of destination.acts) {
        if (!act.startsWith('remove ')) continue;
        assert.match(act, /^remove (?:_rejected\/x|_reasons\/x|x)\/./);
        assert.ok(!act.split('/').some(each => ['..', '.', ''].includes(each)), act);
        assert.ok(!act.endsWith('_manifest.json'), act);
      }
    }),
    { numRuns: caseCount(150) },
  );
  assert.ok(refused > caseCount(50));
});

test('an archive with entries that nobody may write is done, and a repeated event finds it done', async () => {
  const names = ['../../evil.txt', '/etc/passwd', 'a\u0000b', 'C:/c', '_manifest.json', 'good.txt'];
  const zip = writeZip(names.map(name => ({ name, content: 'x' })));
  const destination = memoryDestination();
  assert.equal((await work(destination, zip)).manifest?.status, 'partial');
  destination.acts.length = 0;
  assert.equal((await work(destination, zip)).result, 'already-done');
  assert.deepEqual(destination.acts, []);
});

test('in a folder, nothing of an archive whose output folder lies inside is removed', async t => {
  const folder = await temporaryFolder(t);
  const { manifest } = await genuine();
  const archives = ['x/y/_manifest.json', 'x/y/z/a.csv', '_rejected/x/y/z/a.csv', '_reasons/x/y/a.csv.jsonl'];
  const files = {
    ...Object.fromEntries(archives.map(path => [path, 'theirs'])),
    'x/people.csv': '',
    'x/w/old.csv': '',
  };
  const outdated = [...archives.slice(1), 'x/w/old.csv'];
  const text = JSON.stringify({ ...manifest, outdated });
  for (const [path, content] of Object.entries({ ...files, 'x/_manifest.json': text })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const destination = await openDestination(folder);
  assert.equal((await work(destination, NEW_ZIP)).manifest?.status, 'complete');
  await destination.close();
  for (const path of archives) assert.equal(await readFile(join(folder, path), 'utf8'), 'theirs');
  assert.deepEqual((await readdir(join(folder, 'x'))).sort(), ['_manifest.json', 'new.txt', 'w', 'y']);
  assert.deepEqual(await readdir(join(folder, 'x/w')), []);
});
