import { ArchiveError, CsvError, hasCode, LimitError, reportError, StoppedError } from '../errors.js';
import { compileRecipe } from '../recipe/recipe.js';
import { applyRule } from './apply-rule.js';
import { headPiece, inflateHead } from './inflate-head.js';
import { Kinds, SHOWN_RECORDS } from './kinds.js';
import { beginningOf, KnownOpenings } from './known-openings.js';
import { isNamedLikeCsv, looksLikeTable, looksLikeText } from './looks-like-csv.js';
import { readPieces } from './read-pieces.js';
import { takeSample } from './take-sample.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { EntryList } from '../archive/entry-list.js' */
/** @import { Engine } from '../engine/engine.js' */
/** @import { CsvRule, Recipe } from '../recipe/recipe.js' */
/** @import { Source } from '../source/open-source.js' */
/** @import { InspectedEntry, Kind } from './inspection.js' */
/** @import { Collected } from './kinds.js' */
/** @import { Beginning } from './known-openings.js' */

/**
 * An entry that may be CSV and is not read yet. `rule`: the one it is read by. `level`: how much of it is read next, an index in
 * `READ_BYTES`. `beginning` is null until it was looked at.
 *
 * @typedef {{ index: number, entry: Entry, rule: CsvRule, ruleIndex: number, named: 'surely' | 'maybe', isEdited: boolean,
 *   level: number, beginning: Beginning | null }} Candidate
 */

/**
 * @typedef {object} FindOptions
 * @property {Source} source
 * @property {EntryList} entries
 * @property {Recipe} recipe
 * @property {Engine} engine
 * @property {InspectedEntry[]} inspected Gets each entry's kind, and the errors of those that cannot be read.
 * @property {AbortSignal | undefined} signal
 * @property {((progress: { entriesDone: number, entriesTotal: number }) => void) | undefined} onProgress
 */

/**
 * Finds the kinds of CSV among an archive's entries. First it looks at the beginning of each entry; then it reads more of those that
 * are not recognized, a few of each shape at a time.
 *
 * @param {FindOptions} options
 * @returns {Promise<Kind[]>}
 */
export async function findKinds(options) {
  const { source, inspected, signal, onProgress } = options;
  const kinds = new Kinds();
  const known = new KnownOpenings();
  /** @type {Map<number, Collected>} */
  const kindOf = new Map();
  const all = await candidatesOf(options);
  let entriesDone = 0;
  const report = (/** @type {number} */ done) => {
    entriesDone += done;
    onProgress?.({ entriesDone, entriesTotal: all.length });
  };

  /**
   * Reads some entries.
   *
   * @param {Candidate[]} some In the order of their bytes.
   * @returns {Promise<Candidate[]>} Those of which more has to be read.
   */
  const read = async some => {
    const left = [];
    const pieces = some.map(({ entry, level }) => headPiece(entry, READ_BYTES[level]));
    let number = 0;
    for await (const bytes of readPieces(source, pieces)) {
      if (signal?.aborted) throw new StoppedError({ cause: signal.reason });
      const candidate = some[number];
      number += 1;
      if (await isLeft(candidate, bytes)) left.push({ ...candidate, level: candidate.level + 1 });
      else report(1);
    }
    return left.filter(({ level }) => level < READ_BYTES.length);
  };

  /**
   * @param {Candidate} candidate
   * @param {Buffer} bytes
   * @returns {Promise<boolean>} Whether more has to be read of it.
   */
  const isLeft = async (candidate, bytes) => {
    const { entry, index, isEdited, named, rule, ruleIndex } = candidate;
    try {
      if (candidate.beginning === null) {
        const first = firstBytes(inflateHead(options.engine, entry, bytes));
        if (!isEdited && !looksLikeText(first)) return false;
        candidate.beginning = beginningOf(ruleIndex, first);
      }
      const found = known.find(candidate.beginning);
      if (found !== null) {
        found.entries.push(index);
        kindOf.set(index, found);
        return false;
      }
      const maxRecordBytes = options.recipe.limits.maxRecordBytes;
      const sample = takeSample(inflateHead(options.engine, entry, bytes), { rule, entry, maxRecordBytes });
      if (sample === null) return true;
      if (sample.width === 0 || (!isEdited && !looksLikeTable(sample, named))) return false;
      const facts = { archive: source.uri, entry: entry.name, time: source.lastModified ?? null };
      const apply = async () =>
        isEdited ? applyRule(sample, { rule, entry, facts, maxRecordBytes, maxRows: SHOWN_RECORDS }) : null;
      const collected = await kinds.add({ index, rule: ruleIndex, sample }, apply);
      known.add(candidate.beginning, sample, collected);
      kindOf.set(index, collected);
    } catch (error) {
      const isArchiveError = error instanceof ArchiveError && error.code !== 'archive/changed';
      const isCsvError = error instanceof CsvError || error instanceof LimitError;
      if (!isArchiveError && !isCsvError) throw error;
      // A job copies an entry whatever its records are.
      if (isEdited || isArchiveError) inspected[index].error = reportError(error);
    }
    return false;
  };

  let left = await read(all);
  while (left.length > 0) {
    /** @type {Candidate[]} */
    const later = [];
    const now = left.filter(candidate => {
      const found = candidate.beginning && known.find(candidate.beginning);
      if (!found) return true;
      found.entries.push(candidate.index);
      kindOf.set(candidate.index, found);
      report(1);
      return false;
    });
    const next = someOfEachShape(now, later);
    left = inOrder([...(await read(next)), ...later]);
  }
  const found = kinds.finish();
  const numbers = new Map(found.map((kind, number) => [kind, number]));
  for (const [index, { kind }] of kindOf) inspected[index].kind = numbers.get(kind) ?? null;
  return found;
}

/**
 * @param {FindOptions} options
 * @returns {Promise<Candidate[]>} The entries that may be CSV, in the order of their bytes.
 */
async function candidatesOf({ entries, recipe, inspected }) {
  const guessing = await ruleForGuessing();
  /** @type {Candidate[]} */
  const candidates = [];
  for (const index of entries.inOrder()) {
    const { action, error } = inspected[index];
    const entry = entries.get(index);
    if (action === 'skip' || error !== null || entry.bytes === 0) continue;
    const rule = recipe.ruleFor(entry.name);
    const isEdited = rule.action === 'csv';
    const named = isEdited ? 'surely' : isNamedLikeCsv(entry.name);
    if (named === 'no') continue;
    const ruleIndex = recipe.ruleIndexFor(entry.name);
    const csv = isEdited ? rule.csv : guessing;
    candidates.push({ index, entry, rule: csv, ruleIndex, named, isEdited, level: 0, beginning: null });
  }
  return candidates;
}

/** @returns {Promise<CsvRule>} Finds out all that it can. */
async function ruleForGuessing() {
  const recipe = await compileRecipe({ entries: [{ match: '**', csv: { header: 'auto' } }] });
  const rule = recipe.ruleFor('');
  if (rule.action !== 'csv') throw new TypeError('the rule edits nothing');
  return rule.csv;
}

/** @param {Iterable<{ bytes: Buffer }>} chunks */
function firstBytes(chunks) {
  for (const { bytes } of chunks) return bytes.subarray(0, FIRST_BYTES);
  return Buffer.alloc(0);
}

/**
 * Takes a few candidates of each shape: the others may then be recognized.
 *
 * @param {Candidate[]} candidates
 * @param {Candidate[]} later Gets the others.
 */
function someOfEachShape(candidates, later) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  return candidates.filter(candidate => {
    const shape = candidate.beginning?.shape ?? '';
    const count = counts.get(shape) ?? 0;
    counts.set(shape, count + 1);
    if (count < OF_EACH_SHAPE) return true;
    later.push(candidate);
    return false;
  });
}

/** @param {Candidate[]} candidates */
function inOrder(candidates) {
  return candidates.sort((a, b) => a.entry.start - b.entry.start);
}

/** How many compressed bytes of an entry are read: at first; to find its records; if these do not suffice. */
const READ_BYTES = [8 * 1024, 64 * 1024, 256 * 1024];
/** How much of an entry is looked at to recognize it. */
const FIRST_BYTES = 16 * 1024;
const OF_EACH_SHAPE = 16;
