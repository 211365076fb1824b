import { BlockEditor } from '../../src/csv/block-editor.js';
import { editAll } from '../../src/csv/edit-all.js';
import { openTransforms } from '../../src/csv/transforms/open-transforms.js';

/** @import { EditedBytes } from '../../src/csv/edited-bytes.js' */
/** @import { FieldPlan, Transforms } from '../../src/csv/plan/field-plan.js' */
/** @import { CsvCounts } from '../../src/csv/counts.js' */
/** @import { CsvRule } from '../../src/recipe/recipe.js' */

/**
 * Edits an entry with the editor in JavaScript, cut into chunks of any sizes, and collects the results.
 *
 * @param {Buffer | string} entry A string is encoded as Latin-1.
 * @param {Partial<CsvRule>} [rule] The differences from `ruleOf()`.
 * @param {{ first?: number, cuts?: readonly number[], maxRecordBytes?: number, maxDescribed?: number }} [options]
 *   `first`: the size of the first chunk; `cuts`: the sizes of the others, repeated until the end. With a `first` of more
 *   than 1,024 bytes, the opening is complete before the cuts begin.
 */
export async function editEntry(entry, rule = {}, options = {}) {
  const { first = 0, cuts = [65_536], maxRecordBytes = 1 << 24, maxDescribed = 100 } = options;
  const counts = newCounts();
  /** @type {Buffer[]} */
  const output = [];
  /** @type {Buffer[]} */
  const rejected = [];
  /** @type {Buffer[]} */
  const reasons = [];
  /** @type {any} */
  let error = null;
  const job = { rule: ruleOf(rule), maxRecordBytes, maxDescribed, counts };
  try {
    for await (const block of editInJavaScript(job, cut(bytesOf(entry), cuts, first))) {
      output.push(...block.output.map(bytes => Buffer.from(bytes)));
      rejected.push(...block.rejected.map(bytes => Buffer.from(bytes)));
      reasons.push(...block.reasons.map(bytes => Buffer.from(bytes)));
    }
  } catch (failure) {
    error = failure;
  }
  const [rejectedBytes, reasonsBytes] = [Buffer.concat(rejected), Buffer.concat(reasons)];
  return {
    output: Buffer.concat(output),
    rejected: rejectedBytes,
    reasons: reasonsBytes,
    blocks: output,
    counts,
    error,
  };
}

/**
 * Edits an entry with JavaScript alone. (In a job, the engine does most of it.)
 *
 * @param {Omit<ConstructorParameters<typeof BlockEditor>[0], 'transforms'>} job Its `counts` are updated.
 * @param {Iterable<Buffer>} chunks
 * @returns {AsyncGenerator<EditedBytes, void>}
 */
export async function* editInJavaScript(job, chunks) {
  const editor = new BlockEditor({ ...job, transforms: await openTransforms(job.rule, KEYED) });
  for (const chunk of [...chunks, END]) {
    for (const block of editAll(editor, chunk, chunk === END)) {
      for (const bytes of block.output) job.counts.bytesOut += bytes.length;
      yield block;
    }
  }
}

/**
 * Cuts an entry into chunks, each in its own memory, so that nothing can rely on its neighbours.
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
 * A rule for RFC 4180 with commas: nothing is found out, names are exact and bad records have no limit. Otherwise it has the
 * recipe's defaults.
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
    ...NO_TRANSFORMS,
    ...PLAIN,
    ...rule,
  };
}

/**
 * Transforms that need nothing to be loaded: all phones are stripped, and nothing else is done.
 *
 * @param {CsvRule} rule
 * @param {Partial<Transforms>} [given] What is to be done instead.
 * @returns {Transforms}
 */
export function transformsOf(rule, given = {}) {
  return {
    phones: rule.phones.map(() => null),
    dates: [],
    hash: null,
    mask: value => value,
    where: () => [],
    set: [],
    types: [],
    ...given,
  };
}

/** @param {FieldPlan} plan */
export function runsOf({ parts }) {
  return parts.filter(part => part.kind === 'fields');
}

/**
 * @param {FieldPlan} plan
 * @returns {number[]} The fields that are written, in order.
 */
export function keptFields(plan) {
  return runsOf(plan).flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
}

/** A hash key and the facts about an entry, as a job gives them. */
export const KEYED = Object.freeze({
  hashKey: Buffer.from('key'),
  facts: { archive: 's3://bucket/x.zip', entry: 'a/b.csv', time: new Date('2026-01-31T12:00:00.123Z') },
});

/** The keys of a rule without transforms. */
export const NO_TRANSFORMS = Object.freeze({
  trim: false,
  where: null,
  dates: [],
  hash: [],
  mask: [],
  set: [],
  select: null,
  rename: [],
  columns: [],
  table: null,
  writeHeader: false,
});

/** The keys of a rule for RFC 4180, except for its delimiter. */
export const PLAIN = Object.freeze({
  quote: /** @type {const} */ ('"'),
  escape: /** @type {const} */ ('double'),
  encoding: 'utf-8',
  skipLines: 0,
  comments: 'none',
  ragged: /** @type {const} */ ('bad'),
  names: /** @type {const} */ ('exact'),
  maxBad: '100%',
});

/** @returns {CsvCounts} */
export function newCounts() {
  return {
    records: { read: 0, written: 0, filtered: 0, bad: 0, skipped: 0 },
    phones: { formatted: 0, unparsed: 0 },
    dates: { formatted: 0, unparsed: 0 },
    where: { unparsed: 0 },
    badRecords: [],
    dialect: null,
    missing: [],
    bytesOut: 0,
  };
}

/** @param {Buffer | string} entry */
export function bytesOf(entry) {
  return typeof entry === 'string' ? Buffer.from(entry, 'latin1') : entry;
}

const END = Buffer.alloc(0);
