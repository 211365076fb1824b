import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { encodeCheckpoint } from '../../../src/checkpoint/checkpoint.js';
import { RFC_4180 } from '../../../src/csv/dialect.js';
import { pendingOutcome } from '../../../src/entry-outcome.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { writeZip } from '../../support/zip-writer.js';
import { CONTROL, listOf } from './dimension.js';

/** @import { Dimension, Version } from './dimension.js' */

const CONTENT = 'a,b\n1,2\n';
const ARCHIVE = writeZip([{ name: 'a.csv', content: CONTENT, method: 0 }]);
const RULES = { entries: [{ match: '**', csv: {} }] };
const { sha256 } = await compileRecipe(RULES);
const ENTRY = /** @type {any} */ ({ crc32: crc32(CONTENT) });
/** A file that there is, so that an entry can go on. */
const TEMPORARY = `.${'0'.repeat(24)}.sluice-part`;

/** @param {string} path */
const outcome = path => pendingOutcome({ ...ENTRY, name: path }, 'csv');
const BAD_RECORD = { record: 1, byte: 0, code: 'csv/field-count' };

/**
 * What somebody has written under the name of the manifest.
 *
 * @param {object} what
 * @param {object} [archive]
 */
const manifest = (what, archive = {}) => ({
  ...{ archive: ARCHIVE, recipe: RULES },
  stored: (/** @type {Version} */ { uri, etag }) => ({
    'x/_manifest.json': JSON.stringify({
      ...{ version: 1, archive: { uri, etag, versionId: null, ...archive }, recipe: { sha256 } },
      ...{ status: 'unfinished', entries: [], ...what },
    }),
  }),
});

/**
 * What somebody has written under the name of the checkpoint, of an entry whose first record is edited.
 *
 * @param {object} what
 */
const checkpoint = what => ({
  ...{ archive: ARCHIVE, recipe: RULES },
  stored: (/** @type {Version} */ { uri, etag }) => ({
    [`x/${TEMPORARY}`]: '',
    'x/_checkpoint': Buffer.concat(
      encodeCheckpoint({
        ...{ archive: { uri, etag, versionId: null }, recipeSha256: sha256, outcome: outcome('a.csv'), ...edited({}) },
        ...{ output: { state: { storage: 'folder', temporary: TEMPORARY, bytes: 0 }, rest: Buffer.alloc(0) } },
        ...{ rejected: null, ...what },
      }),
    ),
  }),
});

/** @type {Omit<Dimension, 'kind'>[]} */
const MANIFESTS = [
  {
    title: 'a manifest of outdated paths',
    size: 150,
    make: size => manifest({ outdated: listOf(size, index => `x/${index}`) }, { etag: 'old' }),
  },
  {
    title: 'a manifest of outdated paths of many parts',
    size: 20,
    make: size => manifest({ outdated: listOf(size, index => `x/${'a/'.repeat(500)}${index}`) }, { etag: 'old' }),
  },
  {
    title: 'a manifest of entries',
    size: 250,
    make: size => manifest({ entries: listOf(size, index => ({ ...outcome(`${index}`), status: 'skipped' })) }),
  },
  {
    title: 'a manifest of entries with long names, each on a line of its own',
    size: 50,
    make: size => ({
      ...manifest({}),
      stored: version => {
        const { 'x/_manifest.json': text } = manifest({ entries: ['…'] }).stored(version);
        const lines = listOf(size, index => lineOf(`${'n'.repeat(1000)}${index}`)).join(',\n');
        return { 'x/_manifest.json': text.replace('["…"]', () => `[\n${lines}\n]`) };
      },
    }),
  },
  {
    title: 'a manifest of bad records',
    size: 2000,
    make: size => manifest({ entries: [{ ...outcome('a.csv'), badRecords: Array(size).fill(BAD_RECORD) }] }),
  },
  {
    title: 'a manifest of superseded versions',
    size: 1000,
    make: size => manifest({}, { superseded: listOf(size, index => `v${index}`) }),
  },
  {
    title: 'a manifest with a long message',
    size: 10_000,
    make: size => manifest({ error: { code: 'archive/corrupt', message: CONTROL.repeat(size) } }),
  },
  {
    title: 'a manifest of entries that are none',
    size: 100_000,
    make: size => manifest({ entries: Array(size).fill({}) }),
  },
  {
    title: 'a manifest of values that are unknown',
    size: 100_000,
    make: size => manifest({ more: Array(size).fill({}) }),
  },
  {
    title: 'a manifest of nested lists',
    size: 10_000,
    make: size => ({
      ...manifest({}),
      stored: () => ({ 'x/_manifest.json': `{"version":1,"entries":[],"more":${nested(size)}}` }),
    }),
  },
];

/** @type {Omit<Dimension, 'kind'>[]} */
const CHECKPOINTS = [
  {
    title: 'a checkpoint of bad records',
    size: 1000,
    make: size => checkpoint({ outcome: { ...outcome('a.csv'), badRecords: Array(size).fill(BAD_RECORD) } }),
  },
  {
    title: 'a checkpoint of outcomes',
    size: 200,
    make: size => {
      const outcomes = listOf(size, index => outcome(`${index}`));
      const staged = {
        id: '00000000-0000-0000-0000-000000000000',
        name: `staging_20260101_000000_${'0'.repeat(16)}`,
        turns: [1],
        rows: 0,
        kept: size,
        shapes: [],
      };
      const load = { table: { schema: null, name: 't' }, staged: { ...staged, entryShapes: [] }, outcomes };
      return checkpoint({ outcome: undefined, load: { ...load, isInEntry: false } });
    },
  },
  {
    title: 'a checkpoint with the beginning of a record',
    size: 100_000,
    make: size => checkpoint(edited({ rest: Buffer.alloc(size, 'x') })),
  },
  {
    title: 'a checkpoint of empty sections',
    size: 1500,
    make: size => checkpoint({ more: listOf(size, () => Buffer.alloc(0)) }),
  },
  {
    title: 'a checkpoint with a header of very many names',
    size: 5000,
    make: size => checkpoint(edited({ names: listOf(size, index => `${index}`), width: size })),
  },
  {
    title: 'a checkpoint with a header of control characters',
    size: 200,
    make: size => checkpoint(edited({ names: listOf(size, index => `${CONTROL.repeat(100)}${index}`), width: size })),
  },
  {
    title: 'a checkpoint of nested lists',
    size: 3000,
    make: size => ({
      ...checkpoint({}),
      stored: () => ({ 'x/_checkpoint': encoded(Buffer.from(`{"more":${nested(size)}}`)) }),
    }),
  },
];

/** What is read at the destination. @type {Dimension[]} */
export const STORED_DIMENSIONS = [...MANIFESTS, ...CHECKPOINTS].map(dimension => ({ ...dimension, kind: 'run' }));

/** @param {object} blocks What is different in the state of an entry that is edited. */
function edited(blocks) {
  const dialect = { ...RFC_4180, lineEnds: ['lf'], headerRows: 1 };
  const state = { dialect, names: ['a', 'b'], width: 2, position: 4, rest: Buffer.alloc(0), ...blocks };
  return {
    engine: { reader: { position: 4 }, verified: { bytes: 4, crc32: crc32(CONTENT.slice(0, 4)) }, blocks: state },
  };
}

/** @param {number} depth */
function nested(depth) {
  return `${'['.repeat(depth)}${']'.repeat(depth)}`;
}

/** @param {string} path */
function lineOf(path) {
  return `    ${JSON.stringify({ ...outcome(path), status: 'skipped' })}`;
}

/**
 * @param {Buffer} json
 * @returns {Buffer} A checkpoint with this JSON, and nothing else.
 */
function encoded(json) {
  const bytes = Buffer.concat([Buffer.from(`sluice checkpoint 1\n[${json.length}]\n`), json]);
  return Buffer.concat([bytes, createHash('sha256').update(bytes).digest()]);
}
