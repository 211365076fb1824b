import { ZSTD } from '../archive/entry.js';
import { plannedBytes } from '../archive/modulus.js';
import { engineStage, isResumable } from '../engine/stage.js';
import { pendingOutcome, withLaterMembers } from '../entry-outcome.js';
import { ZSTD_BYTES } from '../memory/memory-plan.js';
import { RecordLimit } from '../memory/record-limit.js';

/** @import { SoughtLine } from '../csv/text/line-seeker.js' */
/** @import { RowColumn } from '../destination/database/open.js' */
/** @import { EntryOutcome } from '../entry-outcome.js' */
/** @import { StageOptions } from '../engine/stage.js' */
/** @import { Rule } from '../recipe/recipe.js' */
/** @import { EntryAttempt } from './entry.js' */

/**
 * What is the same for a streamed entry and one that is held in memory: its rule, its outcome so far, its limits.
 */
export class EntryTask {
  /** @type {RecordLimit | null} */
  #limits = null;

  /** @param {EntryAttempt} attempt */
  constructor(attempt) {
    const { job, entry, checkpoint } = attempt;
    this.attempt = attempt;
    /** @type {Rule} */
    this.rule = job.recipe.ruleFor(entry.name);
    /** The engine counts in it. @type {EntryOutcome} */
    this.outcome = checkpoint ? withLaterMembers(checkpoint.outcome) : pendingOutcome(entry, this.rule.action);
  }

  /**
   * @param {Parameters<EntryTask['stageOptions']>[0]} outputs
   * @param {AbortSignal | undefined} pause
   * @returns {ReturnType<typeof engineStage>}
   * @throws {LimitError} `limit/memory`
   */
  openStage(outputs, pause) {
    return engineStage({ ...this.stageOptions(outputs, pause), state: this.attempt.checkpoint?.engine });
  }

  /**
   * @param {{ reject: (bytes: Buffer) => Promise<void>, explain: (bytes: Buffer) => Promise<void>,
   *   setColumns?: (columns: readonly RowColumn[], delimiter: string) => void, sought?: SoughtLine }} outputs `setColumns`: for rows that go into a
   *   table; `sought`: instead of writing these, looks for one of their lines.
   * @param {AbortSignal | undefined} pause
   * @param {() => void} [throwIfStopped]
   * @returns {StageOptions}
   * @throws {LimitError} `limit/memory`
   */
  stageOptions(outputs, pause, throwIfStopped) {
    const { job, entry, maxDescribed, onProgress } = this.attempt;
    const { source, recipe } = job;
    const { rule, outcome } = this;
    const options = { declaredBytes: plannedBytes(entry), resumable: pause !== undefined && isResumable(entry) };
    this.#limits = new RecordLimit({
      maxRecordBytes: recipe.limits.maxRecordBytes,
      isStated: recipe.statesRecordLimit,
      entryBytes: plannedBytes(entry),
      memory: rule.action === 'csv' ? this.#memoryFor(options) : null,
    });
    return {
      entry,
      rule,
      limits: this.#limits,
      maxDescribed,
      outcome,
      hashKey: job.hashKey ?? null,
      password: job.password?.current ?? null,
      facts: { archive: source.uri, entry: entry.name, time: source.lastModified ?? null },
      reject: bytes => outputs.reject(bytes),
      explain: bytes => outputs.explain(bytes),
      onColumns: (columns, delimiter) => outputs.setColumns?.(columns, delimiter),
      ...(outputs.sought && { sought: outputs.sought }),
      onProgress: () => onProgress(outcome),
      ...(throwIfStopped && { throwIfStopped }),
      pause,
    };
  }

  /** @param {{ declaredBytes: number, resumable: boolean }} options */
  #memoryFor(options) {
    const { job, entry } = this.attempt;
    const memory = job.destination.memoryFor(options);
    if (memory === null || entry.method !== ZSTD) return memory;
    return { ...memory, plannedBytes: memory.plannedBytes + ZSTD_BYTES };
  }

  /**
   * @param {unknown} error
   * @returns {unknown} The same, or what says more about it.
   */
  explain(error) {
    return this.#limits === null ? error : this.#limits.explain(error);
  }
}
