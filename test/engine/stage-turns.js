import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { createVerifier } from '../../src/archive/verifier.js';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/checkpoint/checkpoint.js';
import { engineStage, positionInArchive } from '../../src/engine/stage.js';
import { pendingOutcome } from '../../src/entry-outcome.js';
import { editInJavaScript, KEYED } from '../csv/edit-entry.js';
import { drawCase } from '../fuzz/csv-case.js';
import { randomOf } from '../support/random.js';

/** @import { Rule } from '../../src/recipe/recipe.js' */
/** @import { Random } from '../support/random.js' */

/** @typedef {ReturnType<typeof drawEntry>} DrawnEntry */

/**
 * An entry and its rule, decided by a seed: any text, any rule, any level and strategy, or stored.
 *
 * @param {number} seed
 */
export function drawEntry(seed) {
  const random = randomOf(seed);
  const { text, rule: csv, maxRecordBytes, maxDescribed } = drawCase(random.next());
  // An entry can be suspended only behind its header, so there have to be bytes behind it.
  const content = Buffer.from(text.slice(0, 20_000).repeat(1 + random.below(6)), 'latin1');
  const isStored = random.chance(0.2);
  const { Z_DEFAULT_STRATEGY, Z_FIXED, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE } = constants;
  const strategy = random.pick([Z_DEFAULT_STRATEGY, Z_DEFAULT_STRATEGY, Z_FIXED, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE]);
  const options = { level: random.below(10), strategy, memLevel: 1 + random.below(9) };
  const compressed = isStored ? content : deflateRawSync(content, options);
  /** @type {Rule} */
  let rule = random.chance(0.15) ? { action: 'copy' } : { action: 'csv', csv };
  const entry = /** @type {any} */ ({
    name: 'a.csv',
    method: isStored ? 0 : 8,
    bytes: content.length,
    compressedBytes: compressed.length,
    crc32: random.chance(0.02) ? 1 : crc32(content),
    encryption: null,
  });
  const maxBad = random.chance(0.8) ? '100%' : random.pick(['30%', 'auto', 5]);
  if (rule.action === 'csv') rule = { action: 'csv', csv: { ...csv, maxBad } };
  return { entry, rule, compressed, limits: /** @type {any} */ ({ maxRecordBytes }), maxDescribed };
}

/**
 * @typedef {object} Come What came of an entry.
 * @property {Buffer} output
 * @property {Buffer} rejected
 * @property {Buffer} reasons
 * @property {unknown} counts
 * @property {string | null} error
 */

/**
 * Processes the entry in as many turns as it takes, each suspended after a random number of chunks of random sizes. Only the
 * bytes of a checkpoint pass from one turn to the next.
 *
 * @param {Omit<DrawnEntry, 'compressed'> & { compressed: Buffer, password?: Buffer }} drawn
 * @param {Random} random
 * @returns {Promise<Come & { turns: number }>}
 */
export async function inTurns({ compressed, ...work }, random) {
  const most = Math.max(random.pick([1, 2, 5, 40, 400, 5000]), Math.ceil(compressed.length / 200));
  /** @type {Buffer | null} */
  let checkpoint = null;
  for (let turns = 1; ; turns += 1) {
    if (turns > compressed.length + 1) throw new Error('a turn made no progress');
    /** @type {any} */
    const before = checkpoint && decodeCheckpoint(checkpoint);
    const left = before ?? {
      outcome: pendingOutcome(work.entry, work.rule.action),
      output: EMPTY,
      rejected: EMPTY,
      reasons: EMPTY,
    };
    const pause = new AbortController();
    let chunks = random.below(random.pick([1, 3, 20]));
    const cut = function* () {
      for (let position = left.engine ? positionInArchive(left.engine) : 0; position < compressed.length; ) {
        const end = position + 1 + random.below(most);
        if (chunks-- <= 0) pause.abort();
        yield Buffer.from(compressed.subarray(position, end));
        position = end;
      }
      if (chunks <= 0) pause.abort();
    };
    const { output, rejected, reasons, error, suspendedState } = await through(cut(), (reject, explain) =>
      engineStage({
        ...work,
        ...KEYED,
        outcome: left.outcome,
        reject,
        explain,
        onProgress: () => {},
        pause: pause.signal,
        state: left.engine,
      }),
    );
    const come = {
      output: Buffer.concat([left.output, output]),
      rejected: Buffer.concat([left.rejected, rejected]),
      reasons: Buffer.concat([left.reasons, reasons]),
    };
    if (suspendedState === null) return { ...come, counts: left.outcome, error, turns };
    checkpoint = Buffer.concat(encodeCheckpoint({ ...come, outcome: left.outcome, engine: suspendedState }));
  }
}

/**
 * Processes the entry in one go, without the engine: inflated by zlib, edited in JavaScript.
 *
 * @param {DrawnEntry} drawn
 * @returns {Promise<Come>}
 */
export async function inOneGo({ entry, rule, compressed, limits, maxDescribed }) {
  const counts = pendingOutcome(entry, rule.action);
  /** @type {Buffer[]} */
  const output = [];
  /** @type {Buffer[]} */
  const rejected = [];
  /** @type {Buffer[]} */
  const reasons = [];
  /** @type {string | null} */
  let error = null;
  try {
    const content = Buffer.from(entry.method === 0 ? compressed : inflateRawSync(compressed));
    counts.bytesIn = content.length;
    if (rule.action === 'csv') {
      const job = { rule: rule.csv, maxRecordBytes: limits.maxRecordBytes, maxDescribed, counts, entry: entry.name };
      for await (const block of editInJavaScript(job, [Buffer.from(content)])) {
        output.push(...block.output);
        rejected.push(...block.rejected);
        reasons.push(...block.reasons);
      }
    } else output.push(content);
    const verifier = createVerifier(entry);
    verifier.add(content);
    verifier.finish(compressed.length);
  } catch (caught) {
    error = describe(caught);
  }
  counts.bytesOut = output.reduce((bytes, { length }) => bytes + length, 0);
  const [all, aside, why] = [output, rejected, reasons].map(blocks => Buffer.concat(blocks));
  return { output: all, rejected: aside, reasons: why, counts, error };
}

/**
 * @param {Iterable<Buffer>} chunks
 * @param {(...asides: ((bytes: Buffer) => Promise<void>)[]) => ReturnType<typeof engineStage>} open `asides`: take rejected
 *   records and reasons.
 */
async function through(chunks, open) {
  /** @type {Buffer[]} */
  const output = [];
  /** @type {Buffer[]} */
  const rejected = [];
  /** @type {Buffer[]} */
  const reasons = [];
  const gatherIn = (/** @type {Buffer[]} */ blocks) => async (/** @type {Buffer} */ bytes) =>
    void blocks.push(Buffer.from(bytes));
  const { stage, suspendedState } = open(gatherIn(rejected), gatherIn(reasons));
  /** @type {string | null} */
  let error = null;
  try {
    const gather = async (/** @type {AsyncIterable<Buffer>} */ blocks) => {
      for await (const block of blocks) output.push(Buffer.from(block));
    };
    /** @type {any[]} */
    const streams = [Readable.from(chunks), stage, gather];
    await pipeline(streams);
  } catch (caught) {
    error = describe(caught);
  }
  const [all, aside, why] = [output, rejected, reasons].map(blocks => Buffer.concat(blocks));
  return { output: all, rejected: aside, reasons: why, error, suspendedState: suspendedState() };
}

/** @param {any} error */
function describe({ code, message }) {
  return `${code} ${message}`;
}

const EMPTY = Buffer.alloc(0);
