import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { ArchivePassword } from '../../src/archive/password.js';
import { encodeCheckpoint } from '../../src/checkpoint/checkpoint.js';
import { readCheckpoint } from '../../src/checkpoint/checkpoint-shape.js';
import { openSealed } from '../../src/checkpoint/seal.js';
import { newStaging } from '../../src/destination/database/staging-table.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryStore } from '../job/fixture.js';
import { encrypted } from '../support/encrypt.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { randomOf } from '../support/random.js';
import { writeTar } from '../support/tar-writer.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { StagedRows } from '../../src/destination/database/staging-table.js' */

const PASSWORD = Buffer.from('s3cret');
const random = randomOf(7);
const ROWS = Array.from({ length: 20_000 }, (_, id) => `${id},${random.next()}${id % 50 === 9 ? ',odd' : ''}\n`);
const TABLE = `id,note\n${ROWS.join('')}`;
const FOREIGN = Buffer.from(`\ufeff${TABLE.replaceAll(',', ';')}`, 'utf16le');
const STORED = { method: 0 };

const rule = { drop: [], badRecords: 'quarantine', maxBad: '20%' };
const CSV = await compileRecipe({ entries: [{ match: '**/*.csv', csv: rule }] });
const INNER = await compileRecipe({
  entries: [
    { match: '*.{zip,tar,gz,tgz}', archive: true },
    { match: '**/*.csv', csv: rule },
  ],
});
const TO_TABLE = await compileRecipe({
  entries: [{ match: '*.csv', csv: { ...rule, table: { name: 'public.people' } } }],
});

const SMALL = 'id,note\n1,2\n';
const two = (/** @type {object} */ how = {}) => ['a.csv', 'b.csv'].map(name => ({ name, content: TABLE, ...how }));
const one = () => [
  { name: 'a.csv', content: TABLE },
  { name: 'b.csv', content: SMALL },
];

/**
 * Archives whose jobs are suspended in the middle. `pauseIn`: the entry; or after how many reads, while the entries are listed.
 *
 * @type {Record<string, { bytes: Buffer, recipe: typeof CSV, pauseIn: string | number, password?: boolean }>}
 */
const KINDS = {
  copied: {
    bytes: writeZip([
      { name: 'a', content: TABLE, method: 0 },
      { name: 'b', content: 'b' },
    ]),
    recipe: CSV,
    pauseIn: 'a',
  },
  deflated: { bytes: writeZip(one()), recipe: CSV, pauseIn: 'a.csv' },
  foreign: { bytes: writeZip([{ name: 'a.csv', content: FOREIGN, ...STORED }]), recipe: CSV, pauseIn: 'a.csv' },
  zipcrypto: {
    bytes: writeZip(one().map(each => encrypted(each, 'zipcrypto', PASSWORD))),
    recipe: CSV,
    pauseIn: 'a.csv',
    password: true,
  },
  aes: {
    bytes: writeZip(one().map(each => encrypted(each, 'ae2-256', PASSWORD))),
    recipe: CSV,
    pauseIn: 'a.csv',
    password: true,
  },
  tgz: { bytes: gzipSync(writeTar(two())), recipe: CSV, pauseIn: 'b.csv' },
  'listing a tgz': {
    bytes: gzipSync(
      writeTar([
        { name: 'a.csv', content: TABLE },
        { name: 'b.csv', content: TABLE },
      ]),
    ),
    recipe: CSV,
    pauseIn: 25,
  },
  nested: {
    bytes: writeZip([
      { name: 'in.zip', content: writeZip(two()) },
      { name: 'own.csv', content: SMALL },
      { name: 'in.tgz', content: gzipSync(writeTar(one())), ...STORED },
    ]),
    recipe: INNER,
    pauseIn: 'in.zip/b.csv',
  },
  table: { bytes: writeZip(two(STORED)), recipe: TO_TABLE, pauseIn: 'b.csv' },
};

/**
 * @typedef {Awaited<ReturnType<typeof suspended>>} Suspended
 */

/**
 * A job that is suspended, and what it comes to when it is resumed.
 *
 * @param {string} kind
 */
export async function suspended(kind) {
  const { bytes, recipe, pauseIn, password: hasPassword = false } = KINDS[kind];
  const password = hasPassword ? new ArchivePassword(PASSWORD) : null;
  const whole = beginJob();
  assert.equal((await whole.turn()).manifest?.status, 'complete');
  const first = beginJob();
  await assert.rejects(first.turn(pauseIn), { code: 'job/stopped' });
  const stored = first.store.bytes();
  assert.ok(stored !== null, `${kind}: a checkpoint is left`);
  const sealed = /** @type {any} */ (readCheckpoint(Buffer.from(stored), 'x'));
  const opened = 'sealed' in sealed ? await openSealed(sealed, PASSWORD, 'x') : sealed;
  assert.ok(opened !== null, `${kind}: it is genuine`);
  return { kind, stored, decoded: opened, expected: whole.left(), resume };

  function beginJob() {
    const destination = memoryDestination();
    const store = memoryStore();
    const database = memoryDatabase();
    return {
      destination,
      store,
      database,
      left: () => ({
        files: new Map([...destination.files].filter(([path]) => path !== 'x/_manifest.json')),
        rows: database.rows(),
      }),
      /** @param {string | number} [pause] */
      turn(pause = '') {
        const stop = new AbortController();
        let reads = 0;
        const failure = () => {
          reads += 1;
          if (reads === pause) stop.abort();
          return null;
        };
        return processArchive({
          source: memorySource(bytes, { chunkBytes: 4096, failure, uri: '/in/x.zip' }),
          destination,
          recipe,
          password,
          database: /** @type {any} */ (database),
          onProgress({ path, bytesIn }) {
            if (path === pause && bytesIn > 0) stop.abort();
          },
          turn: { pause: stop.signal, remainingMs: () => 0, store },
        });
      },
    };
  }

  /**
   * Resumes from another checkpoint, with the rest as the suspended turn has left it.
   *
   * @param {Buffer} checkpoint
   * @param {string[]} [theirs] Paths at which somebody else's files stand.
   */
  async function resume(checkpoint, theirs = []) {
    const job = beginJob();
    for (const [path, content] of first.destination.files) job.destination.files.set(path, content);
    for (const path of theirs) job.destination.files.set(path, Buffer.from('theirs'));
    job.database.take(first.database);
    await job.store.write([checkpoint]);
    /** @type {any[]} */
    const errors = [];
    let manifest = null;
    for (let turn = 0; turn < 3 && manifest === null; turn += 1) {
      await job.turn().then(
        outcome => {
          manifest = outcome.manifest;
        },
        error => errors.push(error),
      );
    }
    return {
      ...job.left(),
      manifest: /** @type {any} */ (manifest),
      errors,
      acts: job.destination.acts,
      asked: job.database.asked,
      left: job.store.bytes(),
    };
  }
}

/**
 * @param {unknown} data
 * @returns {Buffer} With a right digest.
 */
export function resealed(data) {
  return Buffer.concat(encodeCheckpoint(data));
}

/** A database of one table, in memory. `asked`: the staged rows that were named to it. */
function memoryDatabase() {
  /** @type {Map<string, string[]>} */
  const turns = new Map();
  /** @type {string[]} */
  let published = [];
  /** @type {StagedRows[]} */
  const asked = [];
  const uri = 'postgres://server/db?table=public.people';
  return {
    uri,
    asked,
    rows: () => published.join(''),
    /** @param {any} other */
    take: other => other.copyTo(turns),
    /** @param {Map<string, string[]>} to */
    copyTo(to) {
      for (const [turn, rows] of turns) to.set(turn, [...rows]);
    },
    /** @param {any} staged */
    async drop(staged) {
      asked.push(staged);
    },
    /** @param {any} request */
    async stage({ staged: before }) {
      if (before !== null) asked.push(before);
      const staged = structuredClone(before ?? newStaging());
      const own = turns.size + 1;
      /** @type {string[]} */
      const rows = [];
      turns.set(String(own), rows);
      return {
        uri,
        earlier: null,
        latestSequencer: null,
        openOutput() {
          /** @type {any} */
          let shape = null;
          const writable = new Writable({
            write(chunk, _encoding, done) {
              rows.push(String(chunk));
              done();
            },
          });
          writable.on('error', () => {});
          const drop = async () => void writable.destroy();
          return {
            uri,
            writable,
            setColumns(/** @type {any} */ columns) {
              shape = columns;
              if (staged.shapes.length === 0) staged.shapes.push([...shape]);
              staged.entryShapes[staged.kept] = 0;
            },
            ...{ repeatedKeys: () => 0, takenByTriggers: () => 0 },
            commit: async () => 'written',
            suspend: async () => ({ state: { storage: 'database' }, rest: Buffer.alloc(0) }),
            release: drop,
            abort: drop,
          };
        },
        async keep() {
          staged.kept += 1;
        },
        async finish() {
          if (!staged.turns.includes(own)) staged.turns.push(own);
          return structuredClone(staged);
        },
        async rollback() {},
      };
    },
    /** @param {any} request */
    async publish({ staged }) {
      asked.push(staged);
      const publishing = {
        uri,
        isPublished: false,
        earlier: /** @type {any} */ (null),
        latestSequencer: null,
        /** @param {any} record @param {() => Promise<void>} claim */
        async commit({ recipe, entries }, claim) {
          await claim();
          published = staged.turns.flatMap((/** @type {number} */ turn) => turns.get(String(turn)) ?? []);
          publishing.earlier = { id: staged.id, recipe, entries: JSON.parse(entries) };
        },
        async rollback() {},
      };
      return publishing;
    },
  };
}

/**
 * @param {Buffer} bytes Of a checkpoint, without its digest.
 * @returns {Buffer}
 */
export function redigested(bytes) {
  return Buffer.concat([bytes, createHash('sha256').update(bytes).digest()]);
}
