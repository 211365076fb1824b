import { setImmediate } from 'node:timers/promises';
import { acquireEngine, releaseEngine } from './engine.js';
import { openWork } from './open-work.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { Verified } from '../archive/verifier.js' */
/** @import { BlockEditorState, EditedBytes } from '../csv/block-editor.js' */
/** @import { Facts } from '../csv/transforms/open-transforms.js' */
/** @import { RecordLimit } from '../memory/record-limit.js' */
/** @import { Rule } from '../recipe/recipe.js' */
/** @import { EntryOutcome } from './entry-outcome.js' */
/** @import { InflaterSnapshot } from './inflater-snapshot.js' */

/**
 * Where an entry was suspended: plain data, from which another process resumes.
 *
 * @typedef {object} EngineState
 * @property {InflaterSnapshot | { position: number }} reader `position` is in the entry's compressed bytes.
 * @property {Verified} verified
 * @property {BlockEditorState | null} blocks null for an entry that is copied.
 *
 * @typedef {object} StageOptions
 * @property {Entry} entry
 * @property {Rule} rule
 * @property {Pick<RecordLimit, 'maxRecordBytes'> & Partial<RecordLimit>} limits
 * @property {number} maxDescribed How many bad records may be described.
 * @property {EntryOutcome} outcome Its counts are increased.
 * @property {Buffer | null} hashKey For a rule that hashes fields.
 * @property {Facts} facts
 * @property {(bytes: Buffer) => Promise<void>} reject Writes bad records, byte for byte.
 * @property {(bytes: Buffer) => Promise<void>} explain Writes the reasons for them.
 * @property {() => void} onProgress
 * @property {AbortSignal | undefined} pause Asks the stage to end early, as soon as its state can be saved.
 */

/**
 * The stage of `stream.pipeline` that turns an entry's bytes in the archive into its output: inflated, verified and, if
 * the rule says so, edited.
 *
 * @param {StageOptions & { state: EngineState | undefined }} options With a `state`, the chunks begin at its
 *   `reader.position`.
 * @returns {{ stage: (chunks: AsyncIterable<Buffer>, pipeline: { signal: AbortSignal }) => AsyncGenerator<Buffer, void>,
 *   suspendedState: () => EngineState | null }} `suspendedState`: where the stage stopped, once it has ended; null if it
 *   processed the whole entry. The stage fails with an ArchiveError, a CsvError or a LimitError.
 */
export function engineStage({ state, ...options }) {
  const { outcome, reject, explain, onProgress, pause } = options;
  /** @type {EngineState | null} */
  let suspendedState = null;

  /** @type {ReturnType<typeof engineStage>['stage']} */
  const stage = async function* (chunks, pipeline) {
    const engine = acquireEngine();
    try {
      const work = await openWork(engine, options, state);
      // Frees its memory: it may hold a long record.
      state = undefined;
      const mustSuspend = () => pause?.aborted && work.canSuspend;
      let lastOutputAt = outcome.bytesIn;

      /** @param {EditedBytes} edited */
      const passOn = async function* ({ output, rejected, reasons }) {
        for (const bytes of rejected) {
          if (!pipeline?.signal?.aborted) await reject(bytes);
        }
        for (const bytes of reasons) {
          if (!pipeline?.signal?.aborted) await explain(bytes);
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
        for (const edited of work.feed(chunk)) {
          onProgress();
          yield* passOn(edited);
          if (mustSuspend()) break;
        }
        if (mustSuspend()) {
          yield* passOn(work.flush());
          suspendedState = work.snapshot();
          return;
        }
      }
      for (const edited of work.end()) {
        onProgress();
        yield* passOn(edited);
      }
    } catch (error) {
      // The step that failed has counted its bytes. It may be the entry's only one.
      onProgress();
      throw error;
    } finally {
      releaseEngine(engine);
    }
  };
  return { stage, suspendedState: () => suspendedState };
}

/**
 * How many bytes may be inflated without any output before the event loop gets a turn. A chunk may inflate to a thousand
 * times its size, and if nothing of that is kept the loop awaits nothing: timers and signals would not be seen.
 */
const MAX_QUIET_BYTES = 4 * 1024 ** 2;
