import { setImmediate } from 'node:timers/promises';
import { explainByPassword } from '../engine/decryption/wrong-password.js';
import { ArchiveError, CsvError, LimitError, reportError, StoppedError } from '../errors.js';
import { applyRule } from './apply-rule.js';
import { Candidates } from './candidates.js';
import { headPiece, openHead } from './inflate-head.js';
import { Kinds, SHOWN_RECORDS } from './kinds.js';
import { beginningOf, KnownOpenings } from './known-openings.js';
import { looksLikeTable, looksLikeText } from './looks-like-csv.js';
import { readPieces } from './read-pieces.js';
import { readWithGuess } from './read-with-guess.js';
import { takeSample } from './take-sample.js';

/** @import { Archive } from '../archive/open-archive.js' */
/** @import { Engine } from '../engine/engine.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { Source } from '../source/open-source.js' */
/** @import { Candidate, Reading } from './candidates.js' */
/** @import { InspectedEntry, Kind } from './inspection.js' */
/** @import { Beginning } from './known-openings.js' */

/**
 * @typedef {object} FindOptions
 * @property {Source} source
 * @property {Pick<Archive, 'entries' | 'content' | 'hasLocalHeaders'>} archive
 * @property {Recipe} recipe
 * @property {Engine} engine
 * @property {Buffer | null} password Of encrypted entries.
 * @property {InspectedEntry[]} inspected Gets each entry's kind, and the errors of those that cannot be read.
 * @property {AbortSignal | undefined} signal
 * @property {((progress: InspectProgress) => void) | undefined} onProgress
 *
 * @typedef {{ entriesDone: number, entriesTotal: number }} InspectProgress Only of the entries that may be CSV.
 */

/**
 * Finds the kinds of CSV among an archive's entries, in batches. First it reads the beginning of each entry, then more of those
 * that are not recognized, a few of each shape at a time.
 *
 * @param {FindOptions} options
 * @returns {Promise<Kind[]>}
 */
export async function findKinds(options) {
  const { inspected, onProgress } = options;
  const candidates = await Candidates.open(options.archive.entries, options.recipe);
  const finder = new KindFinder(options, candidates);
  const all = candidates.list(inspected);
  let batchStart = 0;
  for (const batchEnd of [...BATCH_ENDS, all.length]) {
    let [some, others] = [all.slice(batchStart, batchEnd), /** @type {Candidate[]} */ ([])];
    const later = Math.max(0, all.length - batchEnd);
    batchStart = batchEnd;
    while (some.length > 0) {
      /** @type {Candidate[]} */
      const left = [];
      for await (const { candidate, isDone, number } of finder.read(some)) {
        if (!isDone && candidate.level < READ_BYTES.length) left.push(candidate);
        const undone = some.length - number + left.length + others.length + later;
        onProgress?.({ entriesDone: all.length - undone, entriesTotal: all.length });
      }
      const unknown = candidates.inOrder([...left, ...others]).filter(candidate => !finder.recognize(candidate));
      [some, others] = someOfEachShape(unknown);
    }
  }
  const kinds = await finder.kinds.finish();
  for (const [number, { entries }] of kinds.entries()) for (const index of entries) inspected[index].kind = number;
  return kinds;
}

class KindFinder {
  /**
   * @param {FindOptions} options
   * @param {Candidates} candidates
   */
  constructor(options, candidates) {
    this.options = options;
    this.candidates = candidates;
    this.kinds = new Kinds();
    this.known = new KnownOpenings();
  }

  /**
   * @param {Candidate[]} some In the order of their bytes.
   * @returns {AsyncGenerator<{ candidate: Candidate, isDone: boolean, number: number }, void>} `isDone`: nothing more has to be read of
   *   it. `number` counts from 1.
   */
  async *read(some) {
    const { signal, archive } = this.options;
    const { content, hasLocalHeaders } = archive;
    const pieces = some.map(({ index, level }) =>
      headPiece(this.candidates.entry(index), READ_BYTES[level], hasLocalHeaders),
    );
    let number = 0;
    for await (const bytes of readPieces(content, pieces)) {
      if (signal?.aborted) throw new StoppedError({ cause: signal.reason });
      const candidate = some[number];
      number += 1;
      const isDone = await this.consider(candidate, bytes);
      candidate.level += 1;
      yield { candidate, isDone, number };
    }
  }

  /**
   * @param {Candidate} candidate
   * @param {Buffer} bytes The entry's, as in the archive.
   * @returns {Promise<boolean>} Whether nothing more has to be read of it.
   */
  async consider(candidate, bytes) {
    const { index } = candidate;
    const reading = this.candidates.reading(index);
    const { entry, isEdited, ruleIndex } = reading;
    try {
      const { engine, archive, password } = this.options;
      const inflate = await openHead(engine, entry, bytes, { hasLocalHeader: archive.hasLocalHeaders, password });
      const first = firstBytes(inflate());
      // An empty entry is read all the same: its local header may say otherwise.
      if (first.length === 0) return entry.bytes === 0;
      if (!isEdited && !looksLikeText(first)) return true;
      const beginning = beginningOf(ruleIndex, first);
      candidate.beginning = beginning;
      const isDone = this.recognize(candidate) || (await this.sample(index, reading, inflate(), beginning));
      if (isDone) candidate.beginning = null;
      return isDone;
    } catch (caught) {
      const error = explainByPassword(caught, entry);
      const isArchiveError = error instanceof ArchiveError && error.code !== 'archive/changed';
      const isCsvError = error instanceof CsvError || error instanceof LimitError;
      if (!isArchiveError && !isCsvError) throw error;
      // A job copies an entry whatever its records are.
      if (isEdited || isArchiveError) this.options.inspected[index].error = reportError(error);
      return true;
    }
  }

  /**
   * @param {Candidate} candidate
   * @returns {boolean} Whether its beginning is known.
   */
  recognize({ index, beginning }) {
    const found = beginning && this.known.find(beginning);
    found?.entries.push(index);
    return Boolean(found);
  }

  /**
   * @param {number} index
   * @param {Reading} reading
   * @param {Iterable<{ bytes: Buffer, isEnd: boolean }>} chunks
   * @param {Beginning} beginning
   * @returns {Promise<boolean>} Whether there were enough bytes.
   */
  async sample(index, { entry, rule, ruleIndex, isEdited, named }, chunks, beginning) {
    const { source, recipe } = this.options;
    const { maxRecordBytes } = recipe.limits;
    const sample = await takeSample(chunks, { rule, entry, maxRecordBytes });
    if (sample === null) return false;
    if (sample.width === 0 || (!isEdited && !looksLikeTable(sample, named))) return true;
    // The sample may be of very many fields, or the rule of very many conditions.
    await setImmediate();
    const facts = { archive: source.uri, entry: entry.name, time: source.lastModified ?? null };
    const apply = async () =>
      isEdited ? applyRule(sample, { rule, entry, facts, maxRecordBytes, maxRows: SHOWN_RECORDS }) : null;
    const { read, encoding } = await readWithGuess(sample, { rule, entry, maxRecordBytes });
    await setImmediate();
    // A job reads it as it was read at first.
    const dialect = isEdited ? sample.dialect : { ...read.dialect, encoding: sample.dialect.encoding };
    const found = { index, rule: ruleIndex, sample: { ...read, dialect }, encoding, name: entry.name };
    const collected = await this.kinds.add(found, apply);
    this.known.add(beginning, sample, collected);
    return true;
  }
}

/** @param {Iterable<{ bytes: Buffer }>} chunks */
function firstBytes(chunks) {
  for (const { bytes } of chunks) return bytes.subarray(0, FIRST_BYTES);
  return NOTHING;
}

/**
 * Takes a few candidates of each shape: the others may then be recognized.
 *
 * @param {Candidate[]} candidates
 * @returns {[some: Candidate[], others: Candidate[]]}
 */
function someOfEachShape(candidates) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  /** @type {[Candidate[], Candidate[]]} */
  const [some, others] = [[], []];
  for (const candidate of candidates) {
    const shape = candidate.beginning?.shape ?? '';
    const count = counts.get(shape) ?? 0;
    counts.set(shape, count + 1);
    (count < OF_EACH_SHAPE ? some : others).push(candidate);
  }
  return [some, others];
}

const NOTHING = Buffer.alloc(0);
/** How many compressed bytes of an entry are read: at first; to find its records; if these do not suffice. */
const READ_BYTES = [8 * 1024, 64 * 1024, 256 * 1024];
/** Where the first batches end. Entries of the later ones are mostly recognized at once, so that few beginnings are held. */
const BATCH_ENDS = [64, 512];
/** How much of an entry is looked at to recognize it. */
const FIRST_BYTES = 16 * 1024;
const OF_EACH_SHAPE = 16;
