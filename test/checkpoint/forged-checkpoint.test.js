import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { decodeCheckpoint, isCheckpoint } from '../../src/checkpoint/checkpoint.js';
import { readCheckpoint } from '../../src/checkpoint/checkpoint-shape.js';
import { sealCheckpoint } from '../../src/checkpoint/seal.js';
import { redigested, resealed, suspended } from './real-checkpoints.js';

/** @import { Suspended } from './real-checkpoints.js' */

const COUNTS = [-1, 0.5, '1', null, true, [], {}, 2 ** 53, 1e300];
const TEXTS = [7, null, true, [], {}];
const OBJECTS = [7, null, [], 'x', true];
const LISTS = [7, null, {}, 'x'];
const BYTES = [7, null, {}, [], 'x'];
const CRCS = [...COUNTS, 2 ** 32];
const BOOLEANS = [7, null, 'true', {}];
const STATES = [...OBJECTS, { storage: 7 }];
const UPLOADS = ['', 'a b', 'a\n', 'é', 7, {}, [], 'v'.repeat(1025), '../y'.repeat(300)];
const PATHS = [
  ...[
    '../y/a.csv',
    '../../y/a.csv',
    '/etc/passwd',
    'a//b',
    '',
    '.',
    '..',
    'a/../../y/a.csv',
    'a\u0000',
    'a\n',
    'a\\b',
    'C:/a',
  ],
  ...['_manifest.json', '_checkpoint', 'a/_manifest.json', 'a/_checkpoint/b', 'n'.repeat(1025), ...TEXTS],
];
const STAGED = [
  ...[
    'loads',
    'sluice.loads',
    'x"; DROP TABLE people; --',
    'staging_1',
    '',
    'staging_20260101_000000_0123456789abcdef"',
    ...TEXTS,
  ],
];
const IDS = ["0', 'x", 'turn"', '', 'x'.repeat(36), ...TEXTS];
const NUMBERS = [7, null, {}, 'x', ['1) OR true --'], [0.5], [null], [-2], [2 ** 31], ['1'], [[1]]];

/** What nobody but an attacker writes, by kind of checkpoint and member. `[]` in a member's path stands for the first item. */
const FORGERIES = /** @type {Record<string, Record<string, unknown[]>>} */ ({
  deflated: {
    archive: [...OBJECTS, undefined],
    'archive.uri': [...TEXTS, undefined],
    'archive.etag': [...TEXTS, undefined],
    'archive.versionId': [7, {}, []],
    recipeSha256: [...TEXTS, undefined],
    hashKeyFingerprint: [7, {}, []],
    outcome: OBJECTS,
    'outcome.path': [...PATHS, undefined],
    'outcome.action': ['remove', '', ...TEXTS, undefined],
    'outcome.status': ['written', 'failed', '', ...TEXTS, undefined],
    'outcome.output': ['memory/y/a.csv', 'memory/x/b.csv', '', 7, {}],
    'outcome.rejected': ['memory/x/a.csv', 'memory/_rejected/y/a.csv', 7],
    'outcome.reasons': ['memory/_reasons/x/a.csv', 7],
    'outcome.bytesIn': [...COUNTS, undefined],
    'outcome.bytesOut': [...COUNTS, undefined],
    'outcome.crc32': ['', 'x', '123456789', 7, undefined],
    'outcome.records': [...OBJECTS, undefined],
    'outcome.records.read': [...COUNTS, undefined],
    'outcome.records.bad': COUNTS,
    'outcome.phones.formatted': COUNTS,
    'outcome.dates.unparsed': COUNTS,
    'outcome.where.unparsed': COUNTS,
    'outcome.badRecords': [...LISTS, [7], [{}], Array(1001).fill({ record: 1, byte: 1, code: 'csv/field-count' })],
    'outcome.dialect': [7, [], 'x'],
    'outcome.missing': [...LISTS, [7]],
    'outcome.repeatedKeys': COUNTS,
    'outcome.takenByTriggers': COUNTS,
    'outcome.notUtf8': [7, null, [], 'x', {}, { values: -1 }, { values: 1, encoding: 'A B' }],
    'outcome.error': [7, {}, { code: 'a', message: 'b' }],
    engine: [...OBJECTS, undefined],
    'engine.reader': [...OBJECTS, undefined],
    'engine.reader.position': [...COUNTS, undefined],
    'engine.reader.bitOffset': [...COUNTS, 8, undefined],
    'engine.reader.method': [0, 7, 'x', null],
    'engine.reader.window': [...BYTES, Buffer.alloc(32 * 1024 + 1)],
    'engine.reader.block': [7, 'x', {}, { type: 'other' }, { type: 'stored', left: 65_536, final: false }],
    'engine.reader.block.literals': [...COUNTS, 256, 287],
    'engine.reader.block.distances': [...COUNTS, 31],
    'engine.reader.block.lengths': [...BYTES, Buffer.alloc(1), Buffer.alloc(400), Buffer.alloc(286 + 30, 16)],
    'engine.verified': [...OBJECTS, undefined],
    'engine.verified.bytes': [...COUNTS, undefined],
    'engine.verified.crc32': [...CRCS, undefined],
    'engine.decryption': OBJECTS.slice(2),
    'engine.blocks': [7, [], 'x', {}],
    'engine.blocks.names': [7, {}, 'x', [7]],
    'engine.blocks.width': [...COUNTS, 4, 1_000_000, undefined],
    'engine.blocks.position': [...COUNTS, undefined],
    'engine.blocks.rest': [...BYTES, undefined],
    'engine.blocks.dialect': [...OBJECTS, undefined],
    'engine.blocks.dialect.encoding': ['x', 'UTF-8', '', ...TEXTS],
    'engine.blocks.dialect.delimiter': ['', ...TEXTS],
    'engine.blocks.dialect.quote': ['x', ...TEXTS],
    'engine.blocks.dialect.escape': ['x', ...TEXTS],
    'engine.blocks.dialect.spaces': BOOLEANS,
    'engine.blocks.dialect.lineEnds': [...LISTS, ['x']],
    'engine.blocks.dialect.skipLines': COUNTS,
    'engine.blocks.dialect.headerRows': COUNTS,
    'engine.blocks.dialect.footerLines': COUNTS,
    'engine.blocks.dialect.comments': ['', 7, {}],
    'engine.blocks.dialect.trailingDelimiter': BOOLEANS,
    'engine.blocks.bad': OBJECTS,
    'engine.blocks.bad.tallies': LISTS.filter(each => each !== null),
    'engine.blocks.bad.tallies[].code': ['', 'x"}\n{"a":"', 7, null],
    'engine.blocks.bad.tallies[].count': COUNTS,
    'engine.blocks.bad.tallies[].record': COUNTS,
    'engine.blocks.bad.tallies[].byte': COUNTS,
    'engine.blocks.bad.tallies[].fields': COUNTS.filter(each => each !== null),
    'engine.blocks.bad.tallies[].type': ['x"}\n{"a":"', 7],
    'engine.blocks.bad.repeats': LISTS.filter(each => each !== null),
    'engine.blocks.bad.comments': [7, 'x', {}, { count: -1, record: 0, byte: 0 }],
    'engine.blocks.bad.hasHead': BOOLEANS,
    'engine.blocks.bad.recordBytes': COUNTS,
    'engine.blocks.bad.lineBytes': COUNTS,
    'engine.blocks.bad.brokenAt': COUNTS,
    'engine.blocks.bad.fewest': COUNTS,
    'engine.blocks.footer': [7, {}, 'x', [7], [{}], [{ byte: -1, raw: Buffer.alloc(1) }], [{ byte: 1, raw: 'x' }]],
    output: [...OBJECTS, undefined],
    'output.state': STATES,
    'output.state.uploadId': UPLOADS,
    'output.state.temporary': [
      '../y',
      'x',
      '.sluice-part',
      '/etc/passwd',
      7,
      null,
      '.0123456789abcdef01234567.sluice-part/../y',
    ],
    'output.rest': [...BYTES, undefined],
    rejected: [7, [], 'x', true, {}],
    'rejected.state.uploadId': UPLOADS,
    reasons: [7, [], 'x', true, {}],
    'reasons.state.temporary': ['../y'],
    container: OBJECTS,
    load: OBJECTS,
  },
  table: {
    'load.table': [...OBJECTS, undefined],
    'load.table.schema': [7, {}, []],
    'load.table.name': [...TEXTS, undefined],
    'load.staged': [...OBJECTS, undefined],
    'load.staged.id': [...IDS, undefined],
    'load.staged.name': [...STAGED, undefined],
    'load.staged.turns': NUMBERS,
    'load.staged.rows': [...COUNTS, undefined],
    'load.staged.kept': [...COUNTS, 0, 2, undefined],
    'load.staged.shapes': [...LISTS, [7], [[7]], [null]],
    'load.staged.shapes[][].name': [...TEXTS, 'a\u0000b', undefined],
    'load.staged.shapes[][].type': ['text); DROP TABLE people; --', 'serial', '', 'constructor', ...TEXTS, undefined],
    'load.staged.shapes[][].nullAs': ['x', ...TEXTS, undefined],
    'load.staged.shapes[][].isKey': [...BOOLEANS, undefined],
    'load.staged.entryShapes': [...NUMBERS, [1], [0, 0, 0], undefined],
    'load.outcomes': [...LISTS, [7], [{}], undefined],
    'load.outcomes[].path': PATHS.slice(0, 3).concat(TEXTS),
    'load.outcomes[].rejected': ['memory/_rejected/y/a.csv'],
    'load.isInEntry': [...BOOLEANS, undefined],
  },
  zipcrypto: {
    'engine.decryption.position': [...COUNTS, undefined],
    'engine.decryption.header': BYTES,
    'engine.decryption.trailer': BYTES,
    'engine.decryption.ahead': BYTES,
    'engine.decryption.cipher': [...OBJECTS, undefined],
  },
  tgz: {
    'container.kind': ['zip', '', 'constructor', ...TEXTS, undefined],
    'container.bytes': [...COUNTS, 1, undefined],
    'container.inflated': [...OBJECTS, undefined],
    'container.inflated.spacing': [...COUNTS, 0],
    'container.inflated.points': LISTS,
    'container.inflated.recent': LISTS.filter(each => each !== null),
    'container.inflated.recent[].offset': [...COUNTS, undefined],
    'container.inflated.recent[].deflateStart': COUNTS,
    'container.inflated.recent[].member': [...OBJECTS, undefined],
    'container.inflated.recent[].member.bytes': COUNTS,
    'container.inflated.recent[].member.crc32': CRCS,
    'container.inflated.recent[].reader': [7, [], 'x', {}],
    'container.inflated.recent[].reader.position': COUNTS,
    'container.inflated.recent[].reader.window': BYTES,
    'container.entries': [...OBJECTS, undefined],
    'container.entries.length': [...COUNTS, 1, 3, 2 ** 40, undefined],
    'container.entries.columns': OBJECTS,
    'container.entries.columns.names': [...BYTES, Buffer.alloc(1)],
    'container.entries.columns.ends': [...BYTES, Buffer.alloc(8), Buffer.alloc(16, 255), Buffer.alloc(24)],
    'container.entries.columns.ranges': [...BYTES, Buffer.alloc(32), Buffer.alloc(64, 255), Buffer.alloc(64, 66)],
    'container.entries.columns.checksums': [...BYTES, Buffer.alloc(8)],
    'container.entries.columns.traits': [...BYTES, Buffer.alloc(10)],
    'container.entries.errors': [...LISTS, [7], [[0, 7, 'x']], [[2, 'a', 'b']], [[-1, 'a', 'b']]],
  },
  'listing a tgz': {
    'container.pass': [...OBJECTS, undefined],
    'container.pass.at': [...OBJECTS, undefined],
    'container.pass.at.offset': COUNTS,
    'container.pass.at.deflateStart': COUNTS,
    'container.pass.at.reader.bitOffset': [8],
    'container.pass.fresh': [...BYTES, Buffer.alloc(10_000_000)],
    'container.pass.points': [...OBJECTS, undefined],
    'container.pass.points.spacing': [...COUNTS, 0],
    'container.pass.points.points': LISTS,
    'container.pass.crc32': CRCS,
    'container.pass.name': [7, {}, 'x'],
    'container.listing': [7, [], 'x', {}],
    'container.listing.crc32': CRCS,
    'container.listing.isDone': BOOLEANS,
    'container.listing.entries.length': [...COUNTS, 2 ** 40],
    'container.listing.current': [7, {}, 'x'],
    'container.listing.current.length': [...COUNTS, 0, 2],
  },
  nested: {
    'container.isSecret': BOOLEANS,
    'container.hadPassword': BOOLEANS,
    'container.outermost': [7, [], {}, { kind: 'nested' }],
    'container.inner': OBJECTS,
    'container.inner.archives': [...LISTS, [7]],
    'container.inner.archives[].index': COUNTS,
    'container.inner.archives[].kind': ['nested', '', ...TEXTS],
    'container.inner.archives[].bytes': COUNTS,
    'container.inner.inflated': [...LISTS, [7], [[-1, []]], [[0, 7]], [[0, [7]]]],
    'container.listing': OBJECTS,
    'container.listing.firsts': [...LISTS, [-1], ['1']],
    'container.listing.entries.length': [...COUNTS, 2 ** 40],
    'container.listing.refused': [...LISTS, [7], [[0, 7, 'x']]],
    'container.listing.begun': [7, [], 'x', {}],
    'container.listing.namesLike': [
      ...[7, [], 'x', {}, { charset: 'cp866', example: 7 }, { charset: 'c'.repeat(21), example: 'a' }],
    ],
    'container.listing.counts': OBJECTS,
    'container.listing.counts.bytes': ['1', null, 0.5],
    'container.listing.counts.root': ['1', null, 0.5],
  },
});

/**
 * @param {any} data Of a checkpoint.
 * @param {string} member
 * @param {unknown} value
 * @returns {any} A changed copy.
 */
function forged(data, member, value) {
  const copy = structuredClone(data);
  const steps = member.replaceAll('[]', '.0').split('.');
  const last = steps.pop() ?? '';
  let place = copy;
  for (const step of steps) place = place[step] ??= {};
  if (value === undefined) delete place[last];
  else place[last] = value;
  return copy;
}

/**
 * @param {any} data
 * @returns {any} With less to copy.
 */
function withoutRests(data) {
  const copy = { ...data };
  for (const name of ['output', 'rejected', 'reasons']) {
    if (copy[name]) copy[name] = { ...copy[name], rest: Buffer.alloc(1) };
  }
  return copy;
}

/** @type {Map<string, Promise<Suspended>>} */
const KINDS = new Map();

/** @param {string} kind */
function jobOf(kind) {
  const job = KINDS.get(kind) ?? suspended(kind);
  KINDS.set(kind, job);
  return job;
}

describe('a checkpoint with one forged member is a damaged one, and leads to nothing', () => {
  for (const [kind, members] of Object.entries(FORGERIES)) {
    it(kind, async () => {
      const decoded = withoutRests((await jobOf(kind)).decoded);
      assert.notEqual(readCheckpoint(resealed(decoded), 'x'), null, 'unforged, it is one');
      for (const [member, values] of Object.entries(members)) {
        for (const value of values) {
          const bytes = resealed(forged(decoded, member, value));
          assert.equal(readCheckpoint(bytes, 'x'), null, `${member}: ${String(JSON.stringify(value)).slice(0, 80)}`);
        }
      }
    });
  }
});

/** Somebody else's files, which no checkpoint of the archive leads to. */
const THEIRS = ['y/a.csv', '_rejected/y/a.csv', 'y/_manifest.json', 'y/_checkpoint', 'reports/final.txt'];

/**
 * Resumes from it, and expects what a job without a checkpoint comes to.
 *
 * @param {Suspended} job
 * @param {Buffer} bytes
 */
async function startsAgain(job, bytes) {
  const { expected, resume } = job;
  const { files, rows, manifest, errors, acts, asked, left } = await resume(bytes, THEIRS);
  assert.deepEqual(errors, []);
  assert.equal(manifest?.status, 'complete');
  for (const path of THEIRS) assert.equal(String(files.get(path)), 'theirs');
  for (const [path, content] of expected.files) assert.ok(files.get(path)?.equals(content), path);
  assert.equal(rows, expected.rows);
  assert.deepEqual(
    acts.filter(act => /^(?:resume|discard) /.test(act) || / (?!(?:_rejected\/|_reasons\/)?x\/)/.test(act)),
    [],
  );
  assert.ok(asked.every(({ name }) => /^staging_\d{8}_\d{6}_[0-9a-f]{16}$/.test(name)));
  assert.equal(left, null);
}

test('a job with a forged checkpoint starts again, and removes and resumes nothing that it names', async () => {
  for (const [kind, member, value] of /** @type {const} */ ([
    ['deflated', 'outcome.path', '../y/a.csv'],
    ['deflated', 'output.state.temporary', '../y'],
    ['deflated', 'engine.blocks.width', 1_000_000],
    ['table', 'load.staged.name', 'loads'],
    ['table', 'load.staged.turns', ['1) OR true --']],
    ['tgz', 'container.entries.length', 2 ** 40],
    ['nested', 'container.inner.archives', [7]],
  ])) {
    const job = await jobOf(kind);
    await startsAgain(job, resealed(forged(job.decoded, member, value)));
  }
});

test('an archive in the archive that is in itself, or in a later one, is not looked for', async () => {
  const job = await jobOf('nested');
  const { inner, listing } = job.decoded.container;
  const [own] = listing.firsts;
  /** @type {[string, unknown][]} */
  const forgeries = [
    ['container.inner.archives', inner.archives.map((/** @type {any} */ each) => ({ ...each, index: own }))],
    ['container.inner.archives', inner.archives.map((/** @type {any} */ each) => ({ ...each, index: 10_000 }))],
    ['container.inner.archives', []],
    ['container.listing.firsts', []],
    ['container.listing.firsts', listing.firsts.map(() => own + 10_000)],
    ['container.listing.firsts', listing.firsts.toReversed().map((/** @type {number} */ first) => first + 1)],
    ['container.listing.refused', [[own, 'archive/corrupt', 'x']]],
    ['container.inner.inflated', [[99, []]]],
    ['container.listing.begun', { index: 10_000, at: null, isVerified: false, inflated: {}, container: null }],
  ];
  for (const [member, value] of forgeries) {
    const { errors, manifest, files } = await job.resume(resealed(forged(job.decoded, member, value)));
    assert.deepEqual([errors, manifest?.status], [[], 'complete'], member);
    for (const [path, content] of job.expected.files) assert.ok(files.get(path)?.equals(content), path);
  }
});

test('a name in a restored list of entries is guarded as one of an archive', async () => {
  const job = await jobOf('nested');
  for (const [name, code] of [
    ['in.zip/../../y', 'archive/unsafe-name'],
    ['/n.zip/aa.csv', 'archive/unsafe-name'],
    ['in.zip/_checkpoint', 'archive/reserved-name'],
  ]) {
    const { names, ends } = job.decoded.container.listing.entries.columns;
    const first = Buffer.from(ends).readDoubleLE(0);
    const text = Buffer.concat([Buffer.from(name), names.subarray(first)]);
    const shifted = Buffer.from(ends);
    for (let at = 0; at < ends.length; at += 8) {
      shifted.writeDoubleLE(shifted.readDoubleLE(at) + name.length - first, at);
    }
    const columns = { ...job.decoded.container.listing.entries.columns, names: text, ends: shifted };
    const { manifest, files, errors } = await job.resume(
      resealed(forged(job.decoded, 'container.listing.entries.columns', columns)),
      THEIRS,
    );
    assert.deepEqual(errors, []);
    const found = Array.from(manifest.entries).find((/** @type {any} */ each) => each.path === name);
    assert.deepEqual([found?.status, found?.error?.code], ['failed', code]);
    assert.ok([...files.keys()].every(path => THEIRS.includes(path) || /^(?:_rejected\/|_reasons\/)?x\//.test(path)));
  }
});

test('a state of another entry, or of none, is not resumed from: the entry starts again', async () => {
  const [deflated, zipcrypto, table] = await Promise.all(['deflated', 'zipcrypto', 'table'].map(jobOf));
  const { engine } = zipcrypto.decoded;
  /** @type {[Suspended, string, unknown][]} */
  const forgeries = [
    [deflated, 'engine', table.decoded.engine],
    [deflated, 'engine', engine],
    [deflated, 'engine.reader.position', 2 ** 40],
    [deflated, 'engine.verified.bytes', 2 ** 40],
    [deflated, 'engine.blocks', null],
    [deflated, 'engine.blocks.position', 2 ** 40],
    [zipcrypto, 'engine', deflated.decoded.engine],
    [zipcrypto, 'engine.decryption.position', 2 ** 40],
    [zipcrypto, 'engine.decryption.position', 0],
    [zipcrypto, 'engine.decryption.header', Buffer.alloc(3)],
    [zipcrypto, 'engine.decryption.trailer', Buffer.alloc(1)],
    [zipcrypto, 'engine.decryption.cipher', { position: 0, hmac: {} }],
    [zipcrypto, 'engine.decryption.cipher', { keys: [1, 2, 'x'] }],
    [zipcrypto, 'engine.decryption.cipher', { keys: [1, 2] }],
  ];
  for (const [job, member, value] of forgeries) {
    const { errors, manifest, files } = await job.resume(resealed(forged(job.decoded, member, value)));
    assert.deepEqual([errors, manifest?.status], [[], 'complete'], member);
    for (const [path, content] of job.expected.files) assert.ok(files.get(path)?.equals(content), path);
  }
});

test('storage/unfit-checkpoint: places that are not in the archive are found out, and the next attempt begins again', async () => {
  const job = await jobOf('tgz');
  const { container, outcome, engine, output, rejected, reasons, ...identity } = job.decoded;
  const ranges = Buffer.from(container.entries.columns.ranges);
  for (const at of [32, 40]) ranges.writeDoubleLE(ranges.readDoubleLE(at) + 2 * container.bytes, at);
  const entries = { ...container.entries, columns: { ...container.entries.columns, ranges } };
  const far = { ...container, bytes: 4 * container.bytes, entries, inflated: {} };
  const { errors, manifest, files } = await job.resume(resealed({ ...identity, container: far }), THEIRS);
  assert.deepEqual([errors.map(({ code }) => code), manifest?.status], [['storage/unfit-checkpoint'], 'complete']);
  for (const path of THEIRS) assert.equal(String(files.get(path)), 'theirs');
  for (const [path, content] of job.expected.files) assert.ok(files.get(path)?.equals(content), path);
});

test('a checkpoint that is cut off, longer, of another archive or of another format is a damaged one, or discarded', async () => {
  const job = await jobOf('deflated');
  const { stored } = job;
  const end = stored.indexOf('\n', stored.indexOf('\n') + 1) + 1;
  const lengths = JSON.parse(stored.toString('latin1', stored.indexOf('\n') + 1, end));
  let place = end;
  const cuts = [0, 1, 20, end - 1, end, stored.length - 32, stored.length - 1];
  for (const length of lengths) {
    place += length;
    cuts.push(place - 1, place);
  }
  for (const cut of cuts) assert.equal(readCheckpoint(stored.subarray(0, cut), 'x'), null, `cut at ${cut}`);
  assert.equal(readCheckpoint(Buffer.concat([stored, Buffer.of(0)]), 'x'), null);
  await startsAgain(job, stored.subarray(0, end + lengths[0]));
  const later = Buffer.from(stored);
  later.write('2', later.indexOf('1\n'));
  assert.ok(isCheckpoint(later));
  await startsAgain(job, later);
});

test('lengths of sections that cannot be are a damaged checkpoint, at no cost', async () => {
  for (const line of [
    '',
    'null',
    '7',
    '{}',
    '[]',
    '[-1,1]',
    '[1e999]',
    '["1"]',
    '[9007199254740991,9007199254740991]',
    '[01]',
  ]) {
    assert.equal(readCheckpoint(withLengths(line, Buffer.from('{}')), 'x'), null, line);
  }
  assert.deepEqual(decodeCheckpoint(withLengths('[2]', Buffer.from('{}'))), {});
  for (const json of [
    '',
    '{',
    '[]',
    'null',
    '7',
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    '{"__proto__":{"archive":{}}}',
  ]) {
    assert.equal(readCheckpoint(withLengths(`[${json.length}]`, Buffer.from(json)), 'x'), null, json.slice(0, 20));
  }
  const { decoded } = await jobOf('deflated');
  for (const section of [-1, 0.5, 99, 1e300]) {
    // Not compared as a whole: a message about all of a checkpoint would be endless.
    assert.ok(readCheckpoint(resealed(forged(decoded, 'output.rest', { $section: section })), 'x') === null);
  }
  // Each place would get a copy of its own.
  const copies = Array.from({ length: 1000 }, () => ({ $section: 1 }));
  assert.ok(readCheckpoint(resealed({ ...decoded, copies }), 'x') === null);
  for (const depth of [50, 2_000]) {
    const deep = Array.from({ length: depth }).reduce(inner => ({ inner }), {});
    assert.equal(readCheckpoint(resealed({ ...decoded, deep }), 'x'), null);
  }
});

test('what is sealed is checked like what is not, before and after it is opened', async () => {
  const { stored, decoded } = await jobOf('zipcrypto');
  const sealed = /** @type {any} */ (readCheckpoint(Buffer.from(stored), 'x'));
  const forgeries = /** @type {Record<string, unknown[]>} */ ({
    sealed: OBJECTS,
    'sealed.salt': [...BYTES, Buffer.alloc(15)],
    'sealed.nonce': [...BYTES, Buffer.alloc(0), Buffer.alloc(13)],
    'sealed.tag': [...BYTES, Buffer.alloc(4)],
    'sealed.pieces': [...LISTS, [7], ['x', 'x']],
    'outcome.path': PATHS,
    'output.state.uploadId': UPLOADS,
    'output.state.temporary': ['../y'],
    'load.staged': [{ id: 'one', name: 'loads' }],
  });
  for (const [member, values] of Object.entries(forgeries)) {
    for (const value of values)
      assert.equal(readCheckpoint(resealed(forged(sealed, member, value)), 'x'), null, member);
  }
  const [one, two] = sealed.sealed.pieces;
  const swapped = resealed({ ...sealed, sealed: { ...sealed.sealed, pieces: [two, one] } });
  assert.notEqual(readCheckpoint(swapped, 'x'), null);
  const twice = resealed({ ...sealed, sealed: { ...sealed.sealed, pieces: [{ $section: 3 }, { $section: 3 }] } });
  assert.equal(readCheckpoint(twice, 'x'), null);
  const job = await jobOf('zipcrypto');
  const inside = await sealCheckpoint(forged(decoded, 'outcome.path', '../y/a.csv'), Buffer.from('s3cret'));
  assert.equal(readCheckpoint(resealed(inside), 'x'), null, 'its path can be read');
  const within = await sealCheckpoint(forged(decoded, 'engine.reader.bitOffset', 8), Buffer.from('s3cret'));
  const { errors, manifest } = await job.resume(resealed(within));
  assert.deepEqual([errors, manifest?.status], [[], 'complete']);
});

/**
 * @param {string} line
 * @param {Buffer} json
 */
function withLengths(line, json) {
  return redigested(Buffer.concat([Buffer.from(`sluice checkpoint 1\n${line}\n`), json]));
}
