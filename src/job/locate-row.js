import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DatabaseError } from '../errors.js';
import { EntryTask } from './entry-task.js';

/** @import { EntryAttempt } from './entry.js' */

/**
 * Says which record of the entry the server has refused, where it named a line of the rows that were sent. For that, the entry is
 * read once more, up to there: nothing has to be kept for an error that is rare.
 *
 * @param {EntryAttempt} attempt
 * @param {unknown} error What the entry failed with.
 * @returns {Promise<unknown>} The same, or one with `record` and `byte`.
 */
export async function locateRow(attempt, error) {
  if (!(error instanceof DatabaseError) || error.retryable || error.line === null) return error;
  // The server counts from there.
  if (attempt.checkpoint !== null) return error;
  const place = await seek(attempt, error.line).catch(() => null);
  if (place === null) return error;
  const { code, cause, retryable } = error;
  const message = `${error.message}; this is record ${place.record} of the entry, at byte ${place.byte}`;
  return new DatabaseError(code, message, { cause, retryable, ...place });
}

/**
 * @param {EntryAttempt} attempt
 * @param {number} line
 * @returns {Promise<{ record: number, byte: number } | null>}
 */
async function seek(attempt, line) {
  const { job, archive, entry } = attempt;
  const ended = new AbortController();
  /** @type {{ record: number, byte: number } | null} */
  let place = null;
  const task = new EntryTask({ ...attempt, maxDescribed: 0, onProgress() {} });
  const sought = {
    line,
    onFound: (/** @type {{ record: number, byte: number }} */ found) => {
      place = found;
      ended.abort();
    },
  };
  const { stage } = task.openStage({ reject: async () => {}, explain: async () => {}, sought }, undefined);
  archive.releaseEntry();
  /** @type {any[]} Node's types do not know a stage between two streams. */
  const streams = [archive.readRaw(entry, 0), stage, new Writable({ write: (_chunk, _encoding, done) => done() })];
  const stops = [ended.signal, job.signal, job.turn?.pause].filter(signal => signal !== undefined);
  await pipeline(streams, { signal: AbortSignal.any(stops) }).catch(error => {
    if (place === null) throw error;
  });
  return place;
}
