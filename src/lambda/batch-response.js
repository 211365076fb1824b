/** @typedef {{ batchItemFailures: { itemIdentifier: string }[] }} BatchResponse What Lambda expects for an SQS batch. */

/**
 * An archive that needs another delivery.
 *
 * @typedef {{ messageId: string | null, error: unknown, isSoon: boolean }} Retry `messageId` is null without a queue.
 */

/**
 * Reports the messages to deliver again.
 *
 * @param {Retry[]} retries
 * @returns {BatchResponse}
 * @throws {unknown} The errors of archives that came without a queue: the platform then delivers the event again.
 */
export function respond(retries) {
  const errors = retries.filter(({ messageId }) => messageId === null).map(({ error }) => error);
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} archives have to be delivered again`);
  return { batchItemFailures: messageIdsOf(retries).map(itemIdentifier => ({ itemIdentifier })) };
}

/**
 * @param {Retry[]} retries
 * @returns {Set<string>} The messages to deliver again within seconds. A fault of any of its archives makes a message wait
 *   for the queue's visibility timeout.
 */
export function messagesToResumeSoon(retries) {
  const waiting = new Set(retries.filter(({ isSoon }) => !isSoon).map(({ messageId }) => messageId));
  return new Set(messageIdsOf(retries).filter(messageId => !waiting.has(messageId)));
}

/**
 * @param {Retry[]} retries
 * @returns {string[]} Each message once.
 */
function messageIdsOf(retries) {
  return [...new Set(retries.flatMap(({ messageId }) => messageId ?? []))];
}
