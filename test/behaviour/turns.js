import { deflateRawSync } from 'node:zlib';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { CheckpointStore } from '../../src/checkpoint/store.js' */
/** @import { ArchivePassword } from '../../src/archive/password.js' */
/** @import { Database } from '../../src/destination/database/open.js' */
/** @import { Destination } from '../../src/destination/open.js' */
/** @import { Random } from '../support/random.js' */

/**
 * A random archive and recipe: entries deflated at any level or stored, edited in several ways or copied; some records bad,
 * some longer than the engine keeps; phones to format.
 *
 * @param {Random} random
 * @param {number} bytes About how many an entry has.
 */
export async function drawJob(random, bytes) {
  const count = 1 + random.below(3);
  const entries = Array.from({ length: count }, (_, index) => {
    const content = drawTable(random, bytes, random.chance(0.2));
    const raw = deflateRawSync(content, { level: random.below(10), strategy: random.below(5) });
    const method = random.chance(0.3) ? 0 : 8;
    return {
      name: `${random.pick(['rows', 'kept', 'as-it-is'])}/${index}.csv`,
      content,
      method,
      ...(method === 8 && { raw }),
    };
  });
  const phones = [
    random.pick([
      { field: 'phone', format: 'strip' },
      { field: 'phone', format: 'e164', country: 'US' },
    ]),
  ];
  const badRecords = random.pick(['quarantine', 'quarantine', 'keep', 'skip']);
  const recipe = await compileRecipe({
    entries: [
      { match: 'rows/**', csv: { drop: ['note'], require: ['mail'], phones, badRecords } },
      { match: FILLER.name, skip: true },
      { match: 'kept/**', csv: { keep: ['mail', 'id'], badRecords, output: { delimiter: ';' } } },
    ],
    limits: { maxRatio: 100_000 },
  });
  return { zip: writeZip([...entries, FILLER]), recipe };
}

/**
 * @param {Random} random
 * @param {number} bytes
 * @param {boolean} [hasLong] Whether one record is longer than the engine keeps.
 */
export function drawTable(random, bytes, hasLong = false) {
  const lines = ['id,mail,phone,note'];
  const long = hasLong ? random.below(20) : -1;
  for (let id = 0, length = 0; length < bytes; id += 1) {
    const note = random.bytes(6 + random.below(60)).toString('base64');
    const phone = random.pick(['(650) 253-0000', '+1 650-253-0001 x12', '12', '', '650.253.0002', '+44 20 7031 3000']);
    const mail = random.chance(0.2) ? '' : `a${random.below(1000)}@b.example`;
    lines.push(`${id},${mail},"${phone}",${random.chance(0.3) ? `"${note}\n"` : note}`);
    if (random.chance(0.02)) lines.push(random.pick(['too,few', `${id},a,b,c,d`, `"a"b,c,d,e`]));
    if (id === long) lines.push(`${id},m,"","${random.bytes(400_000).toString('base64')}"`);
    length += lines.at(-1)?.length ?? 0;
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

/**
 * @typedef {object} Turned
 * @property {Buffer} zip
 * @property {import('../../src/recipe/recipe.js').Recipe} recipe
 * @property {Destination} destination
 * @property {CheckpointStore | undefined} [store] Without it, the job is done in one go.
 * @property {number} [chunkBytes] Of the archive.
 * @property {number} [pauseAfter] Chunks of entries.
 * @property {number} [failAfter] Chunks after which the storage fails.
 * @property {Error} [fault]
 * @property {string} [etag]
 * @property {string} [uri] The archive's. Of one that is named zip, the first entries are read before the turn has started; with any
 *   other name, all of their chunks are counted.
 * @property {ArchivePassword | null} [password]
 * @property {Database | null} [database]
 * @property {string} [sequencer]
 * @property {AbortController} [pause]
 * @property {number} [remainingMs]
 */

/**
 * One turn of a job.
 *
 * @param {Turned} turned
 * @returns {Promise<{ manifest: any, error: any, chunks: number }>} `manifest`, once the job is done; else the error it stopped
 *   with.
 */
export async function takeTurn({ zip, recipe, destination, store, ...how }) {
  const {
    chunkBytes = 65_536,
    pauseAfter = Infinity,
    failAfter = Infinity,
    fault,
    etag,
    password,
    uri = SOURCE_URI,
  } = how;
  const { database = null, sequencer, remainingMs = 0, pause = new AbortController() } = how;
  let chunks = 0;
  let hasStarted = false;
  const failure = () => {
    if (!hasStarted) return null;
    chunks += 1;
    if (chunks > pauseAfter) pause.abort();
    return chunks > failAfter ? (fault ?? null) : null;
  };
  const source = memorySource(zip, { uri, chunkBytes, failure, ...(etag && { etag }) });
  /** @type {Destination} */
  const noticing = {
    ...destination,
    create(path, entry) {
      hasStarted ||= !path.endsWith('_manifest.json');
      return destination.create(path, entry);
    },
    resume(path, suspended, entry) {
      hasStarted = true;
      return destination.resume(path, suspended, entry);
    },
  };
  const begins = (/** @type {any} */ begin) => (/** @type {any} */ request) => {
    hasStarted = true;
    return begin(request);
  };
  const noticed = database && { ...database, begin: begins(database.begin), stage: begins(database.stage) };
  const turn = store && { pause: pause.signal, remainingMs: () => remainingMs, store };
  try {
    const { manifest } = await processArchive({
      source,
      destination: noticing,
      recipe,
      password: password ?? null,
      database: noticed,
      ...(sequencer && { sequencer }),
      turn,
    });
    return { manifest: JSON.parse(JSON.stringify(manifest)), error: null, chunks };
  } catch (error) {
    return { manifest: null, error, chunks };
  }
}

/**
 * What in a manifest does not depend on time, folder and the number of turns.
 *
 * @param {any} manifest
 */
export function lasting({ status, entries, totals, recipe }) {
  const placeless = entries.map((/** @type {any} */ { output, rejected, reasons, ...entry }) => ({
    ...entry,
    hasOutput: output !== null,
    hasRejected: rejected !== null,
    hasReasons: reasons !== null,
  }));
  return { status, entries: placeless, totals, recipe };
}

/** With this name, no entries are read before a turn has started: all of their chunks are counted. */
export const SOURCE_URI = '/somewhere/x.tar';
/** The last entry: an archive's last 128 KiB are read in one piece, for its directory. */
export const FILLER = { name: 'filler', content: Buffer.alloc(140_000), method: 0 };
