import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { pendingOutcome } from '../../src/entry-outcome.js';
import { formatManifest } from '../../src/ledger/format-manifest.js';
import { parseManifest } from '../../src/ledger/manifest-text.js';
import { Outcomes } from '../../src/ledger/outcomes.js';
import fc, { caseCount } from '../support/fast-check.js';
import { ADDRESSES, anOutcome } from '../support/outcome-arbitrary.js';

/** @import { EntryOutcome } from '../../src/entry-outcome.js' */
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

test('outdated paths are read wherever JSON may have them, and a wrong comma is not overlooked', async () => {
  const outdated = ['x/a"', 'x/b', 'x/c'];
  const text = [...formatManifest(manifestOf({ outdated }))].join('');
  const list = '    "x/a\\"",\n    "x/b",\n    "x/c"\n  ]';
  assert.ok(text.includes(list));
  const parseWith = (/** @type {string} */ paths) => parse(text.replace(list, () => paths));
  for (const paths of [
    list,
    '    "x/a\\"",\n    "x/b",\n    "x/c"]',
    '    "x/a\\"", "x/b",\n    "x/c"\n  ]',
    '    "x/a\\"",\n    "x/b", "x/c"\n  ]',
    '    "x/a\\""\n    ,"x/b",\n    "x/c"\n  ]',
    '    "x/a\\"",\n    "x/b"\n    ,"x/c"\n  ]',
    '    "x/a\\"",\r\n    "x/b",\n\n    "x/c"\r\n  ]',
  ]) {
    assert.deepEqual(/** @type {any} */ (await parseWith(paths))?.outdated, outdated, paths);
  }
  for (const paths of [
    '    "x/a",\n    "x/b",\n  ]',
    '    "x/a"\n    "x/b"\n  ]',
    '    "x/a"\n    "x/b",\n    "x/c"\n  ]',
    '    "x/a",\n    "x/b,\n    "x/c"\n  ]',
    '    "x/a",\n    ,\n    "x/c"\n  ]',
  ]) {
    assert.equal(await parseWith(paths), null, paths);
  }
});

test('a manifest that was formatted anew is no JSON if anything is wrong in its lists or beside them', async () => {
  const outdated = ['x/a', 'x/b'];
  const text = JSON.stringify(manifestOf({ entries: [EMPTY, { ...EMPTY, path: ']},"' }], outdated }));
  const entry = JSON.stringify(EMPTY);
  assert.equal(/** @type {any} */ (await parse(text)).entries.length, 2);
  for (const [part, other] of [
    [`[${entry},`, `[,${entry},`],
    [`[${entry},`, `[${entry},,`],
    [`[${entry},`, `[${entry}`],
    [`[${entry},`, `[${entry}},`],
    ['"x/b"]', '"x/b",]'],
    ['"x/b"]', '"x/b"}'],
    ['"x/b"]', '"x/b]'],
    ['"x/b"]', '"x/b"]]'],
    ['"x/a","x/b"', '"x/a" "x/b"'],
    ['"outdated":[', '"outdated"['],
    ['"version":1,', '"version":1'],
  ]) {
    assert.ok(text.includes(part), part);
    assert.equal(await parse(text.replace(part, () => other)), null, other);
  }
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

test('whatever such an entry counts, its line has no more than 200 bytes beside its name and addresses', async () => {
  const counts = fc.oneof(fc.constant(0), fc.nat({ max: 9999 }), fc.nat({ max: Number.MAX_SAFE_INTEGER }));
  const each = (/** @type {string[]} */ ...names) =>
    fc.record(Object.fromEntries(names.map(name => [name, counts])), { noNullPrototype: true });
  const counted = fc.record({
    ...{ bytesIn: counts, bytesOut: counts, repeatedKeys: counts },
    records: each('read', 'written', 'filtered', 'bad', 'skipped'),
    ...{ phones: each('formatted', 'unparsed'), dates: each('formatted', 'unparsed'), where: each('unparsed') },
    notUtf8: fc.record({ values: counts.map(count => count || 1), encoding: fc.constant('x-mac-cyrillic') }),
    code: fc.constantFrom('csv/too-many-bad', 'archive/overlapping-entries', `a${'b'.repeat(99)}`),
    action: fc.constantFrom('csv', 'archive'),
  });
  /** @param {any} outcome */
  const lineOf = async ({ code, ...outcome }) => {
    const addresses = Object.fromEntries(
      Object.entries(ADDRESSES).map(([name, addressOf]) => [name, addressOf(EMPTY.path)]),
    );
    const entry = { ...EMPTY, ...addresses, ...outcome, error: { code, message: '' } };
    const text = [...formatManifest(manifestOf({ entries: [entry] }))].join('');
    const [line] = text.split('\n').filter(line => line.startsWith('    {"path":'));
    const read = /** @type {Manifest} */ (await parse(text));
    assert.equal([...formatManifest(read)].join('').includes(line), true, 'written again, it is the same');
    const named = JSON.stringify({ path: EMPTY.path, ...addresses });
    return { line: JSON.parse(line), bytes: line.length + 2 - named.length + '{"path":"",}'.length };
  };
  await fc.assert(
    fc.asyncProperty(/** @type {fc.Arbitrary<any>} */ (counted), async outcome => {
      const { line, bytes } = await lineOf(outcome);
      assert.ok(bytes <= 200, `${bytes} bytes`);
      assert.equal(line.crc32, EMPTY.crc32, 'by which the next turn knows the entry');
      assert.equal(line.error.code, outcome.code);
    }),
    { numRuns: caseCount(200) },
  );
  const { records } = EMPTY;
  const plain = { bytesIn: 882_633, records: { ...records, read: 5_000, written: 4_000, bad: 1_000 } };
  const { line } = await lineOf({ ...plain, phones: { formatted: 2_849, unparsed: 2_146 }, code: 'csv/too-many-bad' });
  assert.deepEqual(
    [line.bytesIn, line.records, line.phones],
    [plain.bytesIn, { read: 5_000, written: 4_000, bad: 1_000 }, undefined],
    'records are kept before what was transformed',
  );
});

test('what has no room in the lines is in the totals, and is counted again by the next turn', async () => {
  const most = Number.MAX_SAFE_INTEGER;
  const counts = {
    ...{
      bytesIn: 1_000_000,
      bytesOut: 1_000_001,
      records: { read: 9e4, written: 4e4, filtered: 2e4, bad: 3e4, skipped: 5 },
    },
    ...{ phones: { formatted: 10, unparsed: 11 }, dates: { formatted: 12, unparsed: 13 }, where: { unparsed: 14 } },
    notUtf8: { values: 15, encoding: null },
  };
  const outcomes = new Outcomes(ADDRESSES);
  for (const path of ['a', 'b']) {
    outcomes.push({ ...EMPTY, ...counts, path, error: { code: 'csv/too-many-bad', message: '' } });
  }
  const { pending: _, ...totals } = outcomes.sumUp();
  const readAgain = async (/** @type {any} */ stated) =>
    /** @type {any} */ (await parse([...formatManifest(manifestOf({ entries: outcomes, totals: stated }))].join('')));
  const { entries } = await readAgain(totals);
  assert.equal(entries.get(0).phones.unparsed, 0);
  assert.deepEqual(entries.sumUp(), { ...totals, pending: 0 });
  const { unlisted } = entries;
  assert.deepEqual(unlisted, {
    ...{ bytesOut: 2_000_002, recordsSkipped: 10 },
    ...{ phonesUnparsed: 22, datesUnparsed: 26, comparisonsUnparsed: 28, valuesNotUtf8: 30 },
  });
  // Of totals that somebody has lowered nothing is subtracted.
  assert.deepEqual((await readAgain({ ...totals, recordsBad: 0, bytesOut: 1 })).entries.unlisted.recordsBad, undefined);
  assert.deepEqual((await readAgain({ bytesIn: most })).entries.unlisted, { bytesIn: most - 2_000_000 });
  assert.deepEqual((await readAgain(undefined)).entries.unlisted, {});
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

test('outdated paths, and entries that are not on lines of their own, are checked in pieces: there may be very many', async () => {
  const outdated = Array.from({ length: 20_000 }, (_, index) => `x/${index}`);
  const entries = Array.from({ length: 2_000 }, (_, index) => ({ ...EMPTY, path: `${index}.csv` }));
  for (const members of [{ outdated }, { entries }]) {
    const bytes = Buffer.from(JSON.stringify(manifestOf(members)));
    let turns = 0;
    let next = setImmediate(function count() {
      turns += 1;
      next = setImmediate(count);
    });
    const read = await parseManifest(Readable.from([bytes]), ADDRESSES, 'x');
    clearImmediate(next);
    assert.ok(read !== null && 'entries' in read);
    assert.ok(turns >= 4, `${turns} turns`);
  }
});

test('limit/manifest: outdated paths on lines of their own may be more than what is parsed as a whole may be', {
  timeout: 60_000,
}, async () => {
  const outdated = Array.from({ length: 20_000 }, (_, index) => `x/${'folder/'.repeat(130)}${index}`);
  const manifest = manifestOf({ outdated });
  const text = [...formatManifest(manifest)].join('');
  assert.deepEqual(/** @type {any} */ (await parse(text, 65_536)).outdated, outdated);
  await assert.rejects(parse(JSON.stringify(manifest), 65_536), {
    code: 'limit/manifest',
    message: /limit: 16777216 characters .*, 1073741824 with them; if it was formatted anew, .*\); move it away$/,
  });
});

test('limit/manifest: so many values in one entry, or beside the lists, that to parse them would hold the event loop', async () => {
  const values = (/** @type {number} */ count) => Array(count).fill({});
  for (const [count, isRead] of /** @type {const} */ ([
    [90_000, true],
    [92_000, false],
  ])) {
    for (const manifest of [{ later: values(count) }, { entries: [{ ...EMPTY, later: values(count) }] }]) {
      const read = parse(JSON.stringify(manifestOf(/** @type {any} */ (manifest))), 65_536);
      if (isRead) assert.equal(/** @type {any} */ (await read).totals.entries, manifest.entries?.length ?? 0);
      else await assert.rejects(read, { code: 'limit/manifest', message: /more than 100000 values/ });
    }
  }
  const many = Array.from({ length: 110_000 }, (_, index) => `x/${index}`);
  assert.equal(
    /** @type {any} */ (await parse(JSON.stringify(manifestOf({ outdated: many })), 65_536)).outdated.length,
    110_000,
  );
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
