import { setImmediate } from 'node:timers/promises';
import { STORED } from '../archive/entry.js';
import { createVerifier } from '../archive/verifier.js';
import { BlockEditor } from '../csv/block-editor.js';
import { releaseOneLater } from '../memory/chunk-memory.js';
import { openFormatters } from '../phone/open-formatters.js';
import { EngineBlocks } from './blocks.js';
import { CopiedBlocks } from './copied-blocks.js';
import { acquireEngine, releaseEngine } from './engine.js';
import { EntryWork } from './entry-work.js';
import { Inflater } from './inflater.js';
import { StoredCopy } from './stored-copy.js';
import { StoredReader } from './stored-reader.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { Verified } from '../archive/verifier.js' */
/** @import { BlockEditorState, EditedBlock } from '../csv/block-editor.js' */
/** @import { Engine } from './engine.js' */
/** @import { InflaterSnapshot } from './inflater-snapshot.js' */
/** @import { EntryOutcome } from './entry-outcome.js' */
/** @import { Recipe, Rule } from '../recipe/recipe.js' */

/**
 * Where an entry was suspended: plain data, from which another process resumes.
 *
 * @typedef {object} EngineState
 * @property {InflaterSnapshot | { position: number }} reader `position` is in the entry's compressed bytes.
 * @property {Verified} verified
 * @property {BlockEditorState | null} blocks null for an entry that is copied.
 *
 * @typedef {object} EntryJob
 * @property {Entry} entry
 * @property {Rule} rule
 * @property {Recipe['limits']} limits
 * @property {number} maxDescribed How many bad records may be described.
 * @property {EntryOutcome} outcome Its counts are increased.
 * @property {(bytes: Buffer) => Promise<void>} reject Takes quarantined records.
 * @property {() => void} onProgress
 * @property {AbortSignal | undefined} pause Asks the stage to end early, as soon as its state can be saved.
 */

/**
 * The stage of `stream.pipeline` that turns an entry's bytes in the archive into its output: inflated, verified and, if
 * the rule says so, edited.
 *
 * @param {EntryJob & { state: EngineState | undefined }} job With a `state`, the chunks begin at its `reader.position`.
 * @returns {{ stage: (chunks: AsyncIterable<Buffer>, pipeline: { signal: AbortSignal }) => AsyncGenerator<Buffer, void>,
 *   paused: () => EngineState | null }} `paused`: where the stage stopped, once it has ended; null if it processed the
 *   whole entry. The stage fails with an ArchiveError, a CsvError or a LimitError.
 */
export function engineStage({ state, ...job }) {
  const { outcome, reject, onProgress, pause } = job;
  /** @type {EngineState | null} */
  let paused = null;

  /** @type {ReturnType<typeof engineStage>['stage']} */
  const stage = async function* (chunks, pipeline) {
    const engine = acquireEngine();
    try {
      const work = await openWork(engine, job, state);
      // It may hold a long record.
      state = undefined;
      let lastOutputAt = outcome.bytesIn;

      /** @param {EditedBlock} block */
      const deliver = async function* ({ output, rejected }) {
        for (const bytes of rejected) {
          if (!pipeline?.signal?.aborted) await reject(bytes);
        }
        for (const bytes of output) {
          outcome.bytesOut += bytes.length;
          yield bytes;
        }
        if (output.length > 0) lastOutputAt = outcome.bytesIn;
        if (outcome.bytesIn - lastOutputAt < MAX_QUIET_BYTES) return;
        lastOutputAt = outcome.bytesIn;
        await setImmediate();
      };

      for await (const chunk of chunks) {
        if (chunk.length === 0) continue;
        for (const block of work.feed(chunk)) {
          onProgress();
          yield* deliver(block);
          if (pause?.aborted && work.canPause) break;
        }
        if (pause?.aborted && work.canPause) {
          yield* deliver(work.flush());
          paused = work.snapshot();
          return;
        }
      }
      for (const block of work.end()) {
        onProgress();
        yield* deliver(block);
      }
    } finally {
      releaseEngine(engine);
    }
  };
  return { stage, paused: () => paused };
}

/**
 * @param {Engine} engine
 * @param {EntryJob} job
 * @param {EngineState | undefined} state
 */
async function openWork(engine, job, state) {
  const { entry, rule, outcome } = job;
  // An entry without compressed bytes is not a deflate stream, but some programs write empty entries that way.
  const isDeflated = entry.method !== STORED && entry.compressedBytes > 0;
  // unzipper slices a stored entry's chunks from buffers that it still uses. It is not involved after a resume.
  const ownsChunks = entry.method !== STORED || state !== undefined;
  const verifier = createVerifier(entry, state?.verified);
  const position = state?.reader.position ?? 0;
  if (!isDeflated && rule.action === 'copy') return new StoredCopy({ verifier, outcome, position, ownsChunks });
  return new EntryWork({
    engine,
    reader: isDeflated ? openInflater(engine, state) : new StoredReader(engine, position),
    verifier,
    blocks: rule.action === 'csv' ? await openBlocks(engine, job, rule, state) : new CopiedBlocks(engine),
    outcome,
    release: ownsChunks ? releaseOneLater() : () => {},
  });
}

/**
 * @param {Engine} engine
 * @param {EngineState | undefined} state
 */
function openInflater(engine, state) {
  return state ? Inflater.restore(engine, /** @type {InflaterSnapshot} */ (state.reader)) : new Inflater(engine);
}

/**
 * @param {Engine} engine
 * @param {EntryJob} job
 * @param {Extract<Rule, { action: 'csv' }>} rule
 * @param {EngineState | undefined} state
 */
async function openBlocks(engine, { limits, maxDescribed, outcome }, rule, state) {
  const blocks = new BlockEditor({
    rule: rule.csv,
    formatters: await openFormatters(rule.csv.phones),
    maxRecordBytes: limits.maxRecordBytes,
    maxDescribed,
    counts: outcome,
  });
  if (state) blocks.restore(/** @type {BlockEditorState} */ (state.blocks));
  return new EngineBlocks(engine, blocks);
}

/**
 * How many bytes may be inflated without any output before the event loop gets a turn. A chunk may inflate to a thousand
 * times its size, and if nothing of that is kept the loop awaits nothing: timers and signals would not be seen.
 */
const MAX_QUIET_BYTES = 4 * 1024 ** 2;
