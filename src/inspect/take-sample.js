import { setImmediate } from 'node:timers/promises';
import { editAll } from '../csv/edit-all.js';
import { SAMPLE_BYTES } from '../csv/opening/sample.js';
import { isTooMany, tooManyBad } from '../csv/records/bad/too-many-bad.js';
import { pendingOutcome } from '../entry-outcome.js';
import { releaseChunk } from '../memory/chunk-memory.js';
import { bytesIn, Turns } from '../streams/turns.js';
import { openSampleEditor } from './sample-editor.js';
import { SampleOpening } from './sample-opening.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { CsvCounts } from '../csv/counts.js' */
/** @import { Shape } from '../csv/shape.js' */
/** @import { Transforms } from '../csv/plan/field-plan.js' */
/** @import { CsvError } from '../errors.js' */
/** @import { CsvRule } from '../recipe/recipe.js' */
/** @import { SampledRecord } from './sample-editor.js' */

/**
 * The first records of an entry.
 *
 * @typedef {Shape & { bytes: Buffer, isWhole: boolean, openingBytes: number, records: SampledRecord[], recordsRead: number,
 *   recordsBad: number, misfit: CsvError | null }} Sample `bytes`: those of the entry that were read. `isWhole`: whether these are all.
 *   `openingBytes`: where its header ends, and 0 without a header. `misfit`: why a job that edits it would refuse it, if all of it is so.
 */

/**
 * Reads the beginning of an entry as a job does, up to the sample in which a job finds the dialect.
 *
 * @param {Iterable<{ bytes: Buffer, isEnd: boolean }>} chunks
 * @param {object} options
 * @param {CsvRule} options.rule
 * @param {Entry} options.entry
 * @param {number} options.maxRecordBytes
 * @returns {Promise<Sample | null>} null if the chunks do not suffice. `width` is 0 if the entry has no record.
 * @throws {ArchiveError | CsvError | LimitError} What is wrong with the entry.
 */
export async function takeSample(chunks, { rule, entry, maxRecordBytes }) {
  const counts = pendingOutcome(entry, 'csv');
  /** @type {SampledRecord[]} */
  const records = [];
  const plain = plainRule(rule);
  const opening = new SampleOpening(rule, plain, maxRecordBytes);
  const editor = openSampleEditor(
    { rule: plain, transforms: NO_TRANSFORMS, maxRecordBytes, maxDescribed: 0, counts, entry: entry.name, opening },
    record => {
      if (records.length < MAX_RECORDS) records.push(record);
    },
  );
  /** @type {Buffer[]} */
  const taken = [];
  let bytes = 0;
  let isWhole = false;
  const turns = new Turns();
  for (const chunk of cut(chunks, SAMPLE_BYTES + SLACK_BYTES)) {
    taken.push(Buffer.from(chunk.bytes));
    bytes += chunk.bytes.length;
    isWhole = chunk.isEnd;
    for (const { output, rejected } of editAll(editor, chunk.bytes, isWhole)) {
      // An opening has no output yet, and its header may have very many names.
      await (output.length === 0 ? setImmediate() : turns.before(bytesIn(output)));
      for (const block of [...output, ...rejected]) releaseChunk(block);
    }
    if (bytes >= (counts.dialect === null ? MAX_BYTES : SAMPLE_BYTES)) break;
  }
  for (const block of editor.take(true).output) releaseChunk(block);
  editor.pending.clear();
  const { dialect } = counts;
  if (dialect === null) return null;
  const { names, width } = editor.shape ?? { names: null, width: 0 };
  const openingBytes = names !== null && dialect.headerRows > 0 ? opening.position : 0;
  const { read, bad } = counts.records;
  return {
    dialect,
    names,
    width,
    bytes: Buffer.concat(taken),
    isWhole,
    openingBytes,
    records,
    recordsRead: read,
    recordsBad: bad,
    misfit: misfitOf(rule, editor, counts.records, isWhole),
  };
}

/**
 * @param {CsvRule} rule
 * @param {ReturnType<typeof openSampleEditor>} editor
 * @param {CsvCounts['records']} records
 * @param {boolean} isWhole
 */
function misfitOf({ header, maxBad, badRecords }, { bad, shape }, records, isWhole) {
  const hasLimit = badRecords === 'quarantine' || badRecords === 'skip';
  if (!hasLimit || !isTooMany(maxBad, records)) return null;
  const isNamed = Array.isArray(header);
  const tallies = bad.tallies.commonest();
  return tooManyBad({ ...records, maxBad, width: shape?.width ?? 0, isNamed, tallies, isEarly: !isWhole });
}

/**
 * Cuts chunks, so that one is the likely sample.
 *
 * @param {Iterable<{ bytes: Buffer, isEnd: boolean }>} chunks
 * @param {number} size
 */
function* cut(chunks, size) {
  for (const { bytes, isEnd } of chunks) {
    let from = 0;
    for (; bytes.length - from > size; from += size) yield { bytes: bytes.subarray(from, from + size), isEnd: false };
    yield { bytes: bytes.subarray(from), isEnd };
  }
}

/**
 * @param {CsvRule} rule
 * @returns {CsvRule} Finds the same records, and leaves them as they are.
 */
function plainRule(rule) {
  return {
    ...rule,
    ...{ drop: [], keep: null, require: [], phones: [], trim: false, where: null, dates: [], hash: [], mask: [] },
    ...{ set: [], select: null, rename: [], columns: [], table: null, writeHeader: false, output: { delimiter: null } },
    ...{ badRecords: 'keep', missing: 'ignore' },
  };
}

/** @type {Transforms} */
const NO_TRANSFORMS = { phones: [], dates: [], hash: null, mask: value => value, where: () => [], set: [], types: [] };
/** How many records are kept. Types are guessed from them. */
const MAX_RECORDS = 500;
/** How far the opening of an entry is looked for. */
export const MAX_BYTES = 1024 ** 2;
/** Room for the preamble, the header, and the record that the sample cuts off. */
const SLACK_BYTES = 8 * 1024;
