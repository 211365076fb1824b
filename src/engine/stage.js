import { setImmediate } from 'node:timers/promises';
import { STORED } from '../archive/entry.js';
import { createVerifier } from '../archive/verifier.js';
import { BlockEditor } from '../csv/block-editor.js';
import { openFormatters } from '../csv/csv-stage.js';
import { throughHighland } from '../csv/through-highland.js';
import { releaseOneLater } from '../memory/chunk-memory.js';
import { EngineBlocks } from './blocks.js';
import { CopiedBlocks } from './copied-blocks.js';
import { acquireEngine, releaseEngine } from './engine.js';
import { Inflater } from './inflater.js';
import { StoredReader } from './stored-reader.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { Verified } from '../archive/verifier.js' */
/** @import { BlockEditorState, EditedBlock } from '../csv/block-editor.js' */
/** @import { Engine } from './engine.js' */
/** @import { InflaterSnapshot } from './inflater-snapshot.js' */
/** @import { EntryOutcome } from './entry-outcome.js' */
/** @import { Recipe, Rule } from '../recipe/recipe.js' */

/**
 * Where the engine stands between two chunks of an entry: plain data, with which another process goes on.
 *
 * @typedef {object} EngineState
 * @property {InflaterSnapshot | { position: number }} reader `position` is in the entry's compressed bytes.
 * @property {Verified} verified
 * @property {BlockEditorState | null} blocks null where the entry is copied.
 */

/**
 * An entry's way through the engine, as one stage for `stream.pipeline`: its bytes as they stand in the archive in; blocks
 * out that are inflated, verified and, where the rule says so, edited. It may pause between two chunks.
 *
 * @param {object} work
 * @param {Entry} work.entry
 * @param {Rule} work.rule
 * @param {Recipe['limits']} work.limits
 * @param {number} work.maxDescribed How many bad records may be described.
 * @param {EntryOutcome} work.outcome Counted up.
 * @param {(bytes: Buffer) => Promise<void>} work.reject Takes bad records that are set aside.
 * @param {() => void} work.onProgress
 * @param {AbortSignal | undefined} work.pause Says that the stage is to end as soon as it can be gone on from there.
 * @param {EngineState | undefined} work.state What to go on from: the chunks begin at `reader.position`.
 * @returns {{ stage: (chunks: AsyncIterable<Buffer>, pipeline: { signal: AbortSignal }) => AsyncGenerator<Buffer, void>,
 *   paused: () => EngineState | null }} `paused`: where it stopped, once the stage has ended; null where that was at the
 *   entry's end. The stage fails with an ArchiveError, a CsvError or a LimitError.
 */
export function engineStage(work) {
  const { entry, outcome, reject, onProgress, pause } = work;
  // As in `inflateStages`; what stands in unzipper's buffers of a stored entry, it goes on using.
  const release = work.state !== undefined || entry.method !== STORED ? releaseOneLater() : () => {};
  /** @type {EngineState | null} */
  let paused = null;
  // A header that is not whole is read again: turn after turn might end in it.
  let hasMoved = false;

  /** @type {ReturnType<typeof engineStage>['stage']} */
  const stage = async function* (chunks, pipeline) {
    const engine = acquireEngine();
    try {
      const { reader, blocks, verifier } = await goOn(engine, work);
      const edit = throughHighland(steps => steps.map(({ range, final }) => blocks.edit(range, final)));

      /** @param {EditedBlock[]} edited */
      const deliver = async function* (edited) {
        for (const { output, rejected } of edited) {
          for (const bytes of rejected) {
            if (!pipeline?.signal?.aborted) await reject(bytes);
          }
          for (const bytes of output) {
            outcome.bytesOut += bytes.length;
            yield bytes;
          }
        }
      };
      let isWhole = false;
      const isToPause = () => pause?.aborted && hasMoved && blocks.canPause && !reader.isDone && !isWhole;
      let quietBytes = 0;
      const inflate = async function* () {
        while (!reader.needsInput && !reader.isDone && !isToPause()) {
          const range = reader.step();
          const length = range.end - range.start;
          if (length === 0) continue;
          hasMoved = true;
          verifier.add(engine.memory.subarray(range.start, range.end));
          outcome.bytesIn += length;
          onProgress();
          const edited = edit({ range, final: false });
          blocks.moved(reader.keep(blocks.keptFrom));
          yield* deliver(edited);
          quietBytes = edited.some(({ output }) => output.length > 0) ? 0 : quietBytes + length;
          if (quietBytes < MAX_QUIET_BYTES) continue;
          quietBytes = 0;
          await setImmediate();
        }
      };

      for await (const chunk of chunks) {
        if (chunk.length === 0) continue;
        reader.give(chunk);
        yield* inflate();
        release(chunk);
        if (isToPause()) {
          yield* deliver([blocks.flush()]);
          paused = { reader: reader.snapshot(), verified: verifier.sofar(), blocks: blocks.snapshot() };
          return;
        }
      }
      isWhole = true;
      reader.finish();
      yield* inflate();
      verifier.finish(reader.compressedBytes);
      yield* deliver(edit({ range: { start: blocks.end, end: blocks.end }, final: true }));
    } finally {
      releaseEngine(engine);
    }
  };
  return { stage, paused: () => paused };
}

/**
 * @param {Engine} engine
 * @param {Parameters<typeof engineStage>[0]} work Its state is let go of, since it may hold a long record.
 */
async function goOn(engine, work) {
  const { entry, state } = work;
  const reader = openReader(engine, entry, state?.reader);
  const blocks = await openBlocks(engine, work);
  work.state = undefined;
  return { reader, blocks, verifier: createVerifier(entry, state?.verified) };
}

/**
 * @param {Engine} engine
 * @param {Entry} entry
 * @param {EngineState['reader'] | undefined} state
 */
function openReader(engine, { method, compressedBytes }, state) {
  // What has no compressed bytes is no stream, but may be an empty entry: some programs write them so.
  if (method === STORED || compressedBytes === 0) return new StoredReader(engine, state?.position);
  return state ? Inflater.restore(engine, /** @type {InflaterSnapshot} */ (state)) : new Inflater(engine);
}

/**
 * @param {Engine} engine
 * @param {Parameters<typeof engineStage>[0]} work
 */
async function openBlocks(engine, { rule, limits, maxDescribed, outcome, state }) {
  if (rule.action !== 'csv') return new CopiedBlocks(engine);
  const blocks = new BlockEditor({
    rule: rule.csv,
    formatters: await openFormatters(rule.csv.phones),
    maxRecordBytes: limits.maxRecordBytes,
    maxDescribed,
    counts: outcome,
    release: () => {},
  });
  if (state) blocks.restore(/** @type {BlockEditorState} */ (state.blocks));
  return new EngineBlocks(engine, blocks);
}

/**
 * A chunk may inflate to a thousand times its size, of which nothing is kept. Then nobody is waited for, and after so many
 * bytes the signals and timers get their turn: without it an end that is near, or a Ctrl-C, would not be seen.
 */
const MAX_QUIET_BYTES = 4 * 1024 ** 2;
