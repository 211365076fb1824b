import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';

/** @import { WatchedInvocation } from './invoke-watched.js' */

/**
 * One delivery of the archive's event.
 *
 * @typedef {object} Turn
 * @property {string} outcome From the function's log line; without one, how the container ended.
 * @property {number} wallSeconds Includes the container's start.
 * @property {number} cpuSeconds Of the container.
 * @property {number} processPeakBytes Of the function's process, from its log line; 0 without one.
 * @property {number} containerPeakBytes
 * @property {number} position Bytes of the entry inflated by the end of the turn.
 * @property {number} load The machine's load average at the end of the turn.
 * @property {Record<string, any> | null} log The function's log line.
 */

/**
 * Delivers an event as the queue does: after each invocation that reports the message as failed, throws or dies, it
 * delivers the message again, with a higher receive count.
 *
 * @param {object} job
 * @param {unknown} job.event From S3.
 * @param {(message: unknown) => Promise<WatchedInvocation>} job.invoke
 * @param {number} job.maxReceiveCount
 * @param {() => Promise<number>} job.position
 * @param {(turn: Turn) => Promise<void>} job.onTurn
 * @param {AbortSignal} job.stop
 * @returns {Promise<{ isDone: boolean, turns: Turn[] }>} `isDone` is false if the message would go to the dead-letter
 *   queue, or if the archive or its entry is faulty.
 */
export async function deliverUntilDone({ event, invoke, maxReceiveCount, position, onTurn, stop }) {
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
 * A message of the queue, as Lambda passes it to the function.
 *
 * @param {unknown} event
 * @param {string} messageId
 * @param {number} deliveries
 */
function message(event, messageId, deliveries) {
  const attributes = { ApproximateReceiveCount: String(deliveries) };
  return { Records: [{ eventSource: 'aws:sqs', messageId, body: JSON.stringify(event), attributes }] };
}
