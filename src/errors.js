import { printableWithin } from './printable.js';

/**
 * What can go wrong, by whose fault it is. Every error has a stable `code` (`<family>/<name>`), and each code has a
 * heading in docs/errors.md. A message says what is wrong, the actual value, the limit or the expected value, and
 * where possible what to do.
 */
export class SluiceError extends Error {
  /**
   * @param {string} code Stable: callers, manifests and alarms depend on it.
   * @param {string} message One line. It is escaped here (see `printable`), and of a long one the middle is left out.
   * @param {{ cause?: unknown }} [options]
   */
  constructor(code, message, options) {
    super(boundMessage(message), options);
    this.name = new.target.name;
    this.code = code;
  }

  /** Whether the same job may succeed when it is delivered again. */
  get retryable() {
    return false;
  }
}

/** The archive's fault: it is damaged, hostile, or of an unsupported kind. Codes `archive/…`. */
export class ArchiveError extends SluiceError {}

/** The recipe's fault. Codes `recipe/…`; the message names the key by its path. */
export class RecipeError extends SluiceError {
  /**
   * @param {string} code The first problem's.
   * @param {string} message The first problem's, and how many more there are.
   * @param {{ cause?: unknown, problems?: { code: string, message: string }[], problemCount?: number }} [options] `problems`: the
   *   first of them, in the order of the text; `problemCount`: how many there are.
   */
  constructor(code, message, { problems = [{ code, message }], problemCount = problems.length, ...options } = {}) {
    super(code, message, options);
    this.problems = problems.map(each => ({ code: each.code, message: boundMessage(each.message) }));
    this.problemCount = problemCount;
  }
}

/** Something exceeds a limit. Codes `limit/…`; the message names the limit's key. */
export class LimitError extends SluiceError {}

/** The settings of the command line or the function are wrong. Codes `usage/…`. */
export class UsageError extends SluiceError {}

/** A CSV entry that the recipe does not fit. Codes `csv/…`. */
export class CsvError extends SluiceError {
  /**
   * @param {string} code
   * @param {string} message
   * @param {{ record?: number, byte?: number }} [position] `record` counts from 1, `byte` from 0, in the entry's
   *   inflated bytes.
   */
  constructor(code, message, position = {}) {
    super(code, message);
    this.record = position.record ?? null;
    this.byte = position.byte ?? null;
  }
}

/** The storage's fault, after its retries: network, permissions, disk. Codes `storage/…`, with `cause`. */
export class StorageError extends SluiceError {
  get retryable() {
    return true;
  }
}

/**
 * The storage refuses for good to delete or tag an archive, which is itself done. Codes `storage/…`, with `cause`.
 */
export class RefusedError extends SluiceError {}

/** The database's fault, or what the recipe wants of it. Codes `database/…`, with `cause` where the server said why. */
export class DatabaseError extends SluiceError {
  /**
   * @param {string} code
   * @param {string} message
   * @param {{ cause?: unknown, retryable?: boolean, line?: number | null, record?: number, byte?: number }} [options]
   *   `retryable`: whether another attempt may succeed. `line`: which of an entry's rows is meant, as the server counts their
   *   lines; `record` and `byte`: where that is in the entry, as in a CsvError.
   */
  constructor(code, message, { retryable = false, line = null, record, byte, ...options } = {}) {
    super(code, message, options);
    this.isRetryable = retryable;
    this.line = line;
    this.record = record ?? null;
    this.byte = byte ?? null;
  }

  get retryable() {
    return this.isRetryable;
  }
}

/** The job was stopped before its end. Code `job/stopped`; another delivery resumes it. */
export class StoppedError extends SluiceError {
  /**
   * @param {{ cause?: unknown, isSoon?: boolean, why?: string | undefined }} [options] `isSoon`: the job should
   *   resume within seconds, because this turn made progress or never began. `why`: what has to be said about the place where
   *   it was stopped.
   */
  constructor({ isSoon = false, why, ...options } = {}) {
    super(
      'job/stopped',
      `stopped before the end; run it again to go on${why === undefined ? '' : `: ${why}`}`,
      options,
    );
    this.isSoon = isSoon;
    this.why = why;
    /** When it was made, by `performance.now()`: as the reason of a signal, it says when that was. */
    this.at = performance.now();
  }

  get retryable() {
    return true;
  }
}

/**
 * An earlier turn was stopped in the middle of an encrypted entry, and there is no password now, or another one. Code
 * `job/wrong-password`; with the right password, another delivery resumes the entry where it was.
 */
export class LockedError extends SluiceError {
  /** @param {string} message */
  constructor(message) {
    super('job/wrong-password', message);
  }

  get retryable() {
    return true;
  }
}

/** Many turns in a row made no progress. Code `job/no-progress`; the job is still attempted again. */
export class StalledError extends SluiceError {
  /**
   * @param {number} turns How many in a row made no progress.
   * @param {unknown} cause What stopped the last one.
   */
  constructor(turns, cause) {
    const reason = cause instanceof SluiceError ? `${cause.code}: ${cause.message}` : String(cause);
    super(
      'job/no-progress',
      `the last ${turns} attempts have brought the job no further; the last one was stopped by ${reason}; once that is ` +
        'cured, the next attempt does the work',
      { cause },
    );
  }

  get retryable() {
    return true;
  }
}

/**
 * Whether another attempt would end the same way.
 *
 * @param {unknown} error
 * @returns {error is SluiceError}
 */
export function isFinal(error) {
  return error instanceof SluiceError && !error.retryable;
}

/**
 * @param {unknown} error
 * @param {string} code
 * @returns {error is SluiceError}
 */
export function hasCode(error, code) {
  return error instanceof SluiceError && error.code === code;
}

/**
 * An error as manifests and the command line show it.
 *
 * @typedef {object} ErrorReport
 * @property {string} code
 * @property {string} message
 * @property {number} [record]
 * @property {number} [byte]
 * @property {{ code: string, message: string }[]} [problems] All that is wrong with a recipe.
 */

/**
 * @param {unknown} error
 * @returns {ErrorReport}
 */
export function reportError(error) {
  if (!(error instanceof SluiceError)) return { code: 'internal', message: boundMessage(String(error)) };
  const { record, byte } = /** @type {{ record?: number | null, byte?: number | null }} */ (error);
  return {
    code: error.code,
    message: error.message,
    ...(typeof record === 'number' && { record }),
    ...(typeof byte === 'number' && { byte }),
    ...(error instanceof RecipeError && { problems: error.problems }),
  };
}

/**
 * Escapes a message and leaves out its middle if it is long. Names from outside make messages of any length, and very many of
 * them may be kept.
 *
 * @param {string} message
 * @returns {string} At most 1,000 characters, and 2,100 bytes of UTF-8.
 */
export function boundMessage(message) {
  const bounded = printableWithin(message, MESSAGE_LIMIT, MESSAGE_TAIL);
  if (Buffer.byteLength(bounded) <= MESSAGE_BYTES) return bounded;
  return printableWithin(message, MESSAGE_BYTES / 3, MESSAGE_TAIL / 2);
}

/** In characters after escaping. */
const MESSAGE_LIMIT = 1000;
const MESSAGE_BYTES = 2100;
/** The end says what to do. */
const MESSAGE_TAIL = 300;
