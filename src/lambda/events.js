import { UsageError } from '../errors.js';
import { isTooLargeToParse } from '../memory/parsed-bytes.js';
import { isName, isObject } from './event-values.js';
import { archivesInNotification } from './notification.js';
import { UNKNOWN_EVENT, unknownEvent } from './unknown-event.js';

/** @import { ArrivedArchive } from './notification.js' */

/**
 * A message without a readable event. It fails alone and ends in the dead-letter queue; the other messages of its batch
 * are processed.
 *
 * @typedef {{ kind: 'unreadable', messageId: string, error: UsageError }} UnreadableMessage
 * @typedef {ArrivedArchive | UnreadableMessage} Arrival
 */

/**
 * Finds the archives in an event that invoked the function: an S3 notification, an EventBridge "Object Created" event,
 * or an SQS batch whose messages are those. Events about other changes, and S3's test event, have none.
 *
 * @param {unknown} event
 * @returns {Arrival[]}
 * @throws {UsageError} `usage/unknown-event`
 */
export function archivesIn(event) {
  const messages = isObject(event) && Array.isArray(event.Records) ? event.Records : [];
  return messages.some(isMessage) ? messages.flatMap(archivesInMessage) : archivesInNotification(event, NO_QUEUE);
}

/** @param {unknown} message @returns {Arrival[]} */
function archivesInMessage(message) {
  if (!isMessage(message)) throw unknownEvent(message, 'in a batch of SQS messages');
  const { messageId, attributes } = message;
  try {
    return archivesInNotification(parse(message.body), {
      messageId,
      deliveries: countOrNull(attributes?.ApproximateReceiveCount),
    });
  } catch (error) {
    if (error instanceof UsageError) return [{ kind: 'unreadable', messageId, error }];
    throw error;
  }
}

/** @param {unknown} text */
function countOrNull(text) {
  // A list that is nested deeply cannot be made a number.
  const count = typeof text === 'string' ? Number(text) : Number.NaN;
  return Number.isSafeInteger(count) && count > 0 ? count : null;
}

/** @param {unknown} body @returns {unknown} */
function parse(body) {
  try {
    const text = String(body);
    if (!isTooLargeToParse(text)) return JSON.parse(text);
  } catch {
    // The cause is left out: it quotes the body, which could hold anything and would be logged.
    throw new UsageError(UNKNOWN_EVENT, 'the body of an SQS message is not JSON; expected an S3 event');
  }
  throw new UsageError(
    UNKNOWN_EVENT,
    'the body of an SQS message takes too much memory to be read; expected an S3 event',
  );
}

/**
 * @param {unknown} value
 * @returns {value is { eventSource: 'aws:sqs', messageId: string, body: unknown, attributes?: any }}
 */
function isMessage(value) {
  return (
    isObject(value) && value.eventSource === 'aws:sqs' && isName(value.messageId) && MESSAGE_ID.test(value.messageId)
  );
}

/** Each archive of a message is logged with it. SQS has 36 characters. */
const MESSAGE_ID = /^[!-~]{1,100}$/;
const NO_QUEUE = { messageId: null, deliveries: null };
