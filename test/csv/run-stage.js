import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvStage } from '../../src/csv/csv-stage.js';

/** @import { CsvCounts } from '../../src/csv/record-editor.js' */
/** @import { CsvRule } from '../../src/recipe/recipe.js' */

/**
 * Sends an entry through `csvStage` in a `stream.pipeline`, cut as wished, and gathers what comes of it.
 *
 * @param {Buffer | string} entry A string stands for latin1 bytes.
 * @param {Partial<CsvRule>} [rule] What differs from `ruleOf()`.
 * @param {{ first?: number, cuts?: readonly number[], maxRecordBytes?: number, maxDescribed?: number }} [options]
 *   `first`: the size of a chunk before all others; `cuts`: theirs, used over and over. A stage that has seen the
 *   opening, which is at least 1,025 bytes, works in another way than one that has not.
 */
export async function runStage(entry, rule = {}, options = {}) {
  const { first = 0, cuts = [65_536], maxRecordBytes = 1 << 24, maxDescribed = 100 } = options;
  const counts = newCounts();
  /** @type {Buffer[]} */
  const output = [];
  /** @type {Buffer[]} */
  const rejected = [];
  /** @type {any} */
  let error = null;
  /** @type {any} */
  const stage = csvStage({
    rule: ruleOf(rule),
    maxRecordBytes,
    maxDescribed,
    counts,
    reject: async bytes => void rejected.push(Buffer.from(bytes)),
    release,
  });
  const sink = new Writable({
    write(chunk, _encoding, done) {
      output.push(Buffer.from(chunk));
      done();
    },
  });
  try {
    await pipeline(Readable.from(cut(bytesOf(entry), cuts, first)), stage, sink);
  } catch (failure) {
    error = failure;
  }
  return { output: Buffer.concat(output), rejected: Buffer.concat(rejected), blocks: output, counts, error };
}

/**
 * The chunks of an entry, each in memory of its own, because the stage may write to them, and they are taken from it.
 *
 * @param {Buffer} entry
 * @param {readonly number[]} cuts
 * @param {number} [first]
 */
export function cut(entry, cuts, first = 0) {
  const chunks = [];
  for (let from = 0, turn = -1; from < entry.length; turn++) {
    const size = turn < 0 ? first : (cuts[turn % cuts.length] ?? entry.length);
    const chunk = Buffer.allocUnsafeSlow(Math.min(size, entry.length - from));
    entry.copy(chunk, 0, from);
    chunks.push(chunk);
    from += size;
  }
  return chunks;
}

/**
 * A rule with the recipe's defaults, but a comma.
 *
 * @param {Partial<CsvRule>} [rule]
 * @returns {CsvRule}
 */
export function ruleOf(rule) {
  return {
    delimiter: ',',
    header: true,
    drop: [],
    keep: null,
    require: [],
    phones: [],
    output: { delimiter: null },
    badRecords: 'quarantine',
    missing: 'fail',
    ...rule,
  };
}

/** @returns {CsvCounts} */
export function newCounts() {
  return {
    records: { read: 0, written: 0, filtered: 0, bad: 0 },
    phones: { formatted: 0, unparsed: 0 },
    badRecords: [],
    bytesOut: 0,
  };
}

/**
 * Takes away the memory of a chunk, so that a late look at it is noticed.
 *
 * @param {Buffer} chunk
 */
function release({ buffer }) {
  /** @type {ArrayBuffer} */ (buffer).transfer(0);
}

/** @param {Buffer | string} entry */
export function bytesOf(entry) {
  return typeof entry === 'string' ? Buffer.from(entry, 'latin1') : entry;
}
