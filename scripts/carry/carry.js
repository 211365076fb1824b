import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';

/** @import { WatchedInvocation } from './invoke-watched.js' */

/**
 * One delivery of the archive's event.
 *
 * @typedef {object} Turn
 * @property {string} outcome As the function logged it; how the container ended, where it came to no log line.
 * @property {number} wallSeconds The container's start is in it.
 * @property {number} cpuSeconds The container's.
 * @property {number} processPeakBytes The function's process, by its own log line; 0 without one.
 * @property {number} containerPeakBytes
 * @property {number} position How many of the entry's bytes had been inflated in the end.
 * @property {number} load The machine's load average then.
 * @property {Record<string, any> | null} log The function's line.
 */

/**
 * Delivers an event as the queue does, until the message is done: again, with its count raised, after each invocation that
 * reports it as failed, throws or dies.
 *
 * @param {object} job
 * @param {unknown} job.event S3's.
 * @param {(message: unknown) => Promise<WatchedInvocation>} job.invoke
 * @param {number} job.maxReceiveCount
 * @param {() => Promise<number>} job.position
 * @param {(turn: Turn) => Promise<void>} job.onTurn
 * @param {AbortSignal} job.stop
 * @returns {Promise<{ isDone: boolean, turns: Turn[] }>} `isDone` is false where the message ends in the dead-letter queue,
 *   and where the archive or its entry is wrong.
 */
export async function carry({ event, invoke, maxReceiveCount, position, onTurn, stop }) {
  const messageId = randomUUID();
  /** @type {Turn[]} */
  const turns = [];
  for (let deliveries = 1; deliveries <= maxReceiveCount; deliveries += 1) {
    stop.throwIfAborted();
    const { invocation, line, ...used } = await invoke(message(event, messageId, deliveries));
    stop.throwIfAborted();
    const log = line === undefined ? null : JSON.parse(line);
    const turn = {
      outcome: log === null ? `died: ${invocation.error}` : (log.errorCode ?? log.status),
      ...used,
      processPeakBytes: log?.peakRssBytes ?? 0,
      position: await position(),
      load: loadavg()[0],
      log,
    };
    turns.push(turn);
    await onTurn(turn);
    if (invocation.answer?.batchItemFailures?.length === 0) return { isDone: log?.status === 'complete', turns };
  }
  return { isDone: false, turns };
}

/**
 * As Lambda hands over a message of the queue.
 *
 * @param {unknown} event
 * @param {string} messageId
 * @param {number} deliveries
 */
function message(event, messageId, deliveries) {
  const attributes = { ApproximateReceiveCount: String(deliveries) };
  return { Records: [{ eventSource: 'aws:sqs', messageId, body: JSON.stringify(event), attributes }] };
}
