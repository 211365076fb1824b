import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { pendingOutcome } from '../../src/engine/entry-outcome.js';
import { formatManifest, parseManifest } from '../../src/ledger/manifest-text.js';
import fc, { caseCount } from '../support/fast-check.js';
import { ADDRESSES, anOutcome } from '../support/outcome-arbitrary.js';

/** @import { EntryOutcome } from '../../src/engine/entry-outcome.js' */
/** @import { Manifest } from '../../src/ledger/manifest.js' */

/** @type {EntryOutcome} */
const EMPTY = { ...pendingOutcome(/** @type {any} */ ({ name: 'a.csv', crc32: 0x89abcdef }), 'csv'), status: 'failed' };

/**
 * @param {Partial<Manifest>} manifest
 * @returns {Manifest}
 */
function manifestOf(manifest) {
  return /** @type {Manifest} */ ({
    version: 1,
    archive: { uri: 's3://in/"\n  \\"entries\\": [x.zip', bytes: 0, etag: '', versionId: null, sequencer: null },
    recipe: { sha256: '' },
    status: 'complete',
    entries: [],
    totals: { comparisonsUnparsed: 0 },
    error: null,
    ...manifest,
  });
}

/** @param {Manifest} manifest */
function plain(manifest) {
  return JSON.parse(JSON.stringify(manifest));
}

/**
 * @param {string} text
 * @param {number} [chunkBytes]
 */
function parse(text, chunkBytes = 1000) {
  const bytes = Buffer.from(text);
  const starts = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) => index * chunkBytes);
  return parseManifest(Readable.from(starts.map(start => bytes.subarray(start, start + chunkBytes))), ADDRESSES, 'x');
}

test('a manifest is JSON with each entry on a line, and is read back however it is formatted and split into chunks', {
  timeout: 60_000,
}, async () => {
  const outdated = fc.option(fc.array(fc.constantFrom('x/a', '_rejected/x/b', '_reasons/x/b.jsonl')), {
    nil: undefined,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anOutcome), outdated, fc.integer({ min: 1, max: 400 }), async (entries, old, cut) => {
      const manifest = manifestOf({ entries, ...(old && { outdated: old }) });
      const text = [...formatManifest(manifest)].join('');
      assert.deepEqual(JSON.parse(text), plain(manifest));
      assert.equal(text.split('\n').filter(line => line.startsWith('    {"path":')).length, entries.length);
      for (const layout of [text, JSON.stringify(manifest), JSON.stringify(manifest, null, 2)]) {
        const read = /** @type {Manifest} */ (await parse(layout, cut));
        // What the totals lack is summed up.
        const { totals } = read;
        assert.deepEqual(plain(read), plain({ ...manifest, totals }));
        assert.deepEqual([totals.entries, totals.comparisonsUnparsed], [entries.length, 0]);
      }
    }),
    { numRuns: caseCount(60) },
  );
});

test('an entry of which only the code and counts were kept has a short line, and is read back', async () => {
  const counts = { ...EMPTY, bytesIn: 1e9, records: { ...EMPTY.records, read: 1e6, bad: 1e6 } };
  for (const outcome of [EMPTY, counts]) {
    const entry = { ...outcome, error: { code: 'csv/header-mismatch', message: '' } };
    const text = [...formatManifest(manifestOf({ entries: [entry] }))].join('');
    const [line] = text.split('\n').filter(line => line.startsWith('    {"path":'));
    assert.ok(line.length <= 200, line);
    assert.deepEqual(JSON.parse(text).entries[0].error, { code: 'csv/header-mismatch' });
    assert.deepEqual(plain(/** @type {Manifest} */ (await parse(text))).entries, [entry]);
  }
});

test('whatever such an entry counts, its line has no more than 600 bytes beside its name', async () => {
  const { records, phones, dates, where } = EMPTY;
  /** @param {number} each @param {object} counts */
  const all = (each, counts) => Object.fromEntries(Object.keys(counts).map(name => [name, each]));
  /** @param {object} counts @param {string} [code] */
  const lengthOf = (counts, code = 'csv/too-many-bad') => {
    const error = { code, message: '' };
    const entry = /** @type {any} */ ({ ...EMPTY, path: '', action: 'archive', error, ...counts });
    const text = [...formatManifest(manifestOf({ entries: [entry] }))].join('');
    return text.split('\n').filter(each => each.startsWith('    {"path":'))[0].length;
  };
  const transformed = (/** @type {number} */ each) => ({
    ...{ bytesIn: each, bytesOut: each, records: all(each, records), phones: all(each, phones) },
    ...{ dates: all(each, dates), where: all(each, where) },
  });
  const most = Number.MAX_SAFE_INTEGER;
  const rare = { repeatedKeys: most, notUtf8: { values: most, encoding: 'x-mac-cyrillic' } };
  const lengths = [
    lengthOf({ action: 'csv', bytesIn: most, records: { ...records, read: most, bad: most } }),
    lengthOf({ ...transformed(1), action: 'csv' }),
    lengthOf({ ...transformed(most), ...rare }, 'archive/overlapping-entries'),
  ];
  for (const [index, limit] of [200, 300, 600].entries()) {
    assert.ok(lengths[index] > limit - 100 && lengths[index] <= limit, `${lengths[index]} bytes`);
  }
});

test('members that a job does not know are written again at eleven times their length at most, or the manifest is damaged', async () => {
  const deep = (/** @type {number} */ depth) => `${'['.repeat(depth)}${'0,'.repeat(1000)}0${']'.repeat(depth)}`;
  const readDeep = (/** @type {number} */ depth) =>
    parse(JSON.stringify(manifestOf({})).replace('{', `{"later":${deep(depth)},`));
  const read = /** @type {any} */ (await readDeep(8));
  assert.equal([...formatManifest(read)].join('').includes('"later"'), true);
  assert.ok([...formatManifest(read)].join('').length < 11 * deep(8).length + 1000);
  const fault = /** @type {any} */ (await readDeep(9));
  assert.equal(fault.value, 'nested very deeply');
});

test('a manifest that is cut off anywhere is not read as one', { timeout: 60_000 }, async () => {
  const text = [...formatManifest(manifestOf({ entries: fc.sample(anOutcome, { numRuns: 3, seed: 1 }) }))].join('');
  for (let length = 0; length < text.trimEnd().length; length++) assert.equal(await parse(text.slice(0, length)), null);
});

test('limit/manifest: entries that nothing is described of count too, as what their columns take', async () => {
  const entries = Array.from({ length: 2000 }, (_, index) => ({ ...EMPTY, path: `${index}.csv`, status: 'written' }));
  const text = [...formatManifest(manifestOf({ entries: /** @type {any} */ (entries) }))].join('');
  const read = (/** @type {number} */ maxBytes) =>
    parseManifest(Readable.from([Buffer.from(text)]), ADDRESSES, 'x', maxBytes);
  await assert.rejects(read(40_000), { code: 'limit/manifest' });
  assert.equal(/** @type {any} */ (await read(1_000_000))?.entries.length, 2000);
});

test('the names of members that all entries have take memory once, so a manifest of a thousand errors is read', async () => {
  const error = { code: 'csv/missing-field', message: 'x'.repeat(300), record: 1, byte: 0 };
  const entries = Array.from({ length: 1000 }, (_, index) => ({ ...EMPTY, path: `${index}.csv`, error }));
  const text = [...formatManifest(manifestOf({ entries }))].join('');
  const read = await parseManifest(Readable.from([Buffer.from(text)]), ADDRESSES, 'x', 13 * 1024 ** 2);
  assert.equal(/** @type {any} */ (read)?.entries.length, 1000);
});

test('limit/manifest: a file that is too long to be a manifest is neither held in memory nor read to its end', {
  timeout: 60_000,
}, async () => {
  let chunks = 0;
  for (const line of ['x', `${'x'.repeat(1000)}\n`]) {
    const endless = (function* () {
      for (chunks = 0; ; chunks++) yield Buffer.alloc(1_000_000, line);
    })();
    await assert.rejects(parseManifest(Readable.from(endless), ADDRESSES, 'x'), { code: 'limit/manifest' });
    assert.ok(chunks < 80);
  }
});

test('limit/manifest: an entry that is longer than any of ours is refused', { timeout: 60_000 }, async () => {
  const [outcome] = fc.sample(anOutcome, { numRuns: 1, seed: 1 });
  const read = (/** @type {number} */ length) => {
    const error = { code: 'archive/corrupt', message: 'x'.repeat(length) };
    return parse([...formatManifest(manifestOf({ entries: [{ ...outcome, error }] }))].join(''), 65_536);
  };
  assert.equal(/** @type {any} */ (await read(500_000)).entries.length, 1);
  await assert.rejects(read(1_100_000), { code: 'limit/manifest' });
});
