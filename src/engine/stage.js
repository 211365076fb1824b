import { setImmediate } from 'node:timers/promises';
import { dataBytesOf } from '../archive/encryption.js';
import { ZSTD } from '../archive/entry.js';
import { StoppedError } from '../errors.js';
import { quoteName } from '../printable.js';
import { decryptChunks } from './decryption/decrypt-chunks.js';
import { openDecryption } from './decryption/open-decryption.js';
import { explainByPassword } from './decryption/wrong-password.js';
import { acquireEngine, releaseEngine } from './engine.js';
import { inflateZstd } from './inflate-zstd.js';
import { openWork } from './open-work.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { Verified } from '../archive/verifier.js' */
/** @import { BlockEditorState } from '../csv/block-editor-state.js' */
/** @import { EditedBytes } from '../csv/edited-bytes.js' */
/** @import { SoughtLine } from '../csv/text/line-seeker.js' */
/** @import { TableColumn } from '../csv/plan/field-plan.js' */
/** @import { Facts } from '../csv/transforms/set.js' */
/** @import { RecordLimit } from '../memory/record-limit.js' */
/** @import { Rule } from '../recipe/recipe.js' */
/** @import { DecryptionState } from './decryption/decrypting-work.js' */
/** @import { EntryOutcome } from '../entry-outcome.js' */
/** @import { InflaterSnapshot } from './inflater-snapshot.js' */

/**
 * Where an entry was suspended: plain data, from which another process resumes.
 *
 * @typedef {object} EngineState
 * @property {InflaterSnapshot | { position: number }} reader `position` is in the entry's compressed bytes, decrypted.
 * @property {Verified} verified
 * @property {BlockEditorState | null} blocks null for an entry that is copied.
 * @property {DecryptionState} [decryption] Of an encrypted entry.
 *
 * @typedef {object} StageOptions
 * @property {Entry} entry
 * @property {Rule} rule
 * @property {Pick<RecordLimit, 'maxRecordBytes'> & Partial<RecordLimit>} limits
 * @property {number} maxDescribed How many bad records may be described.
 * @property {EntryOutcome} outcome Its counts are increased.
 * @property {Buffer | null} hashKey For a rule that hashes fields.
 * @property {Facts} facts
 * @property {Buffer | null} [password] For an encrypted entry.
 * @property {(bytes: Buffer) => Promise<void>} reject Writes bad records, byte for byte.
 * @property {(bytes: Buffer) => Promise<void>} explain Writes the reasons for them.
 * @property {(columns: TableColumn[], delimiter: string) => void} [onColumns] Told of the columns of a table before its first bytes; also where the
 *   entry goes on from a state.
 * @property {SoughtLine} [sought] Instead of writing the rows of a table, looks for one of their lines.
 * @property {() => void} onProgress
 * @property {() => void} [throwIfStopped] For a small entry, which starts again in the next turn. Called while inflated bytes are left to
 *   be edited: that takes long where its rule has very many conditions.
 * @property {AbortSignal | undefined} pause Asks the stage to end early, as soon as its state can be saved. A zstd entry has
 *   no such state: its stage fails with a StoppedError.
 */

/**
 * The stage of `stream.pipeline` that turns an entry's bytes in the archive into its output: inflated, verified and, if
 * the rule says so, edited.
 *
 * @param {StageOptions & { state: EngineState | undefined }} options With a `state`, the chunks begin at its
 *   `positionInArchive`.
 * @returns {{ stage: (chunks: AsyncIterable<Buffer> | Buffer[], pipeline: { signal: AbortSignal }) => AsyncGenerator<Buffer, void>,
 *   suspendedState: () => EngineState | null }} `suspendedState`: where the stage stopped, once it has ended; null if it
 *   processed the whole entry. The stage fails with an ArchiveError, a CsvError, a LimitError or a StoppedError.
 */
export function engineStage({ state, ...options }) {
  const { entry, outcome, password = null, reject, explain, onProgress, pause, throwIfStopped = () => {} } = options;
  /** @type {EngineState | null} */
  let suspendedState = null;

  /** @type {ReturnType<typeof engineStage>['stage']} */
  const stage = async function* (chunks, { signal }) {
    const engine = acquireEngine();
    try {
      const work = await openWork(engine, options, state);
      // Frees its memory: it may hold a long record.
      state = undefined;
      const mustSuspend = () => pause?.aborted && work.canSuspend;
      const throwIfPaused = () => {
        if (pause?.aborted && !isResumable(entry))
          throw new StoppedError({ cause: pause.reason, why: notResumable(entry) });
      };
      const throwIfLate = pause === undefined ? throwIfStopped : throwIfPaused;
      /** @param {Parameters<typeof stage>[0]} encrypted */
      const decrypted = encrypted => decryptChunks(encrypted, openDecryption(engine, entry, password, false));
      let lastTurnAt = performance.now();

      /** @param {EditedBytes} edited */
      const passOn = async function* ({ output, rejected, reasons }) {
        for (const bytes of rejected) {
          if (!signal.aborted) await reject(bytes);
        }
        for (const bytes of reasons) {
          if (!signal.aborted) await explain(bytes);
        }
        for (const bytes of output) {
          outcome.bytesOut += bytes.length;
          yield bytes;
        }
        if (performance.now() - lastTurnAt < MS_BETWEEN_TURNS) return;
        await setImmediate();
        lastTurnAt = performance.now();
      };

      /**
       * @param {Iterable<EditedBytes>} results
       * @returns {AsyncGenerator<Buffer, boolean>} Whether the entry is suspended there.
       */
      const passAllOn = async function* (results) {
        for (const edited of results) {
          onProgress();
          yield* passOn(edited);
          if (mustSuspend()) break;
          if (work.isBehind) throwIfLate();
        }
        if (!mustSuspend()) return false;
        yield* passOn(work.flush());
        suspendedState = work.snapshot();
        return true;
      };

      for await (const chunk of isResumable(entry) ? chunks : inflateZstd(decrypted(chunks), entry)) {
        if (chunk.length === 0) continue;
        throwIfPaused();
        if (yield* passAllOn(work.feed(chunk))) return;
      }
      yield* passAllOn(work.end());
    } catch (error) {
      // The step that failed has counted its bytes. It may be the entry's only one.
      onProgress();
      throw explainByPassword(error, entry);
    } finally {
      releaseEngine(engine);
    }
  };
  return { stage, suspendedState: () => suspendedState };
}

/**
 * Whether an entry that is suspended can be resumed. zstd's decoder is Node's, which cannot save its state.
 *
 * @param {Entry} entry
 */
export function isResumable(entry) {
  return entry.method !== ZSTD || dataBytesOf(entry) === 0;
}

/** @param {Entry} entry */
function notResumable({ name, bytes }) {
  return (
    `entry ${quoteName(name)} is compressed by zstd, so it has to be finished in one go and starts again; its ${bytes} bytes ` +
    'need a larger --budget (in the function, more memory and with it more of a processor), or to be sent compressed by deflate'
  );
}

/**
 * @param {EngineState} state
 * @returns {number} In the entry's bytes, as the archive has them: where reading resumes.
 */
export function positionInArchive({ reader, decryption }) {
  return decryption?.position ?? reader.position;
}

/**
 * How long to go on before the event loop gets a turn. A chunk may inflate to a thousand times its size, and if nothing of that
 * is kept the loop awaits nothing: timers and signals would not be seen. Time and not bytes, because a byte may cost a thousand
 * times as much as another one. Nothing that is written depends on it.
 */
export const MS_BETWEEN_TURNS = 25;
