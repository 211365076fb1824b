import { UsageError } from '../errors.js';
import { printable } from '../printable.js';

/**
 * An archive that was put into a bucket, as an event tells it.
 *
 * @typedef {object} ArrivedArchive
 * @property {string} bucket
 * @property {string} key Decoded: the object's real key.
 * @property {string | null} etag Without quotes.
 * @property {string | null} versionId `null` where the bucket keeps no versions.
 * @property {string | null} sequencer Orders the events of one key.
 * @property {Date | null} time When it was put there.
 * @property {number | null} bytes
 * @property {string | null} messageId The queue's message that carried the event; `null` without a queue.
 * @property {number | null} deliveries How often the queue has delivered it so far, this time too; `null` without a queue.
 */

/**
 * A message of a queue that no event could be read from. It fails by itself, so that it ends in the dead-letter queue
 * instead of being lost, and does not hold up the others.
 *
 * @typedef {{ messageId: string, error: UsageError }} UnreadableMessage
 */

/**
 * Finds the archives in an event that invoked the function: an S3 notification, an EventBridge "Object Created" event,
 * or an SQS batch whose messages are those. Events of other kinds of change and S3's test event hold none.
 *
 * @param {unknown} event
 * @returns {(ArrivedArchive | UnreadableMessage)[]}
 * @throws {UsageError} `usage/unknown-event`
 */
export function archivesIn(event) {
  const messages = isObject(event) && Array.isArray(event.Records) ? event.Records : [];
  return messages.some(isMessage) ? messages.flatMap(archivesInMessage) : archivesInNotification(event, WITHOUT_QUEUE);
}

/**
 * @param {unknown} message
 * @returns {(ArrivedArchive | UnreadableMessage)[]}
 */
function archivesInMessage(message) {
  if (!isMessage(message)) throw unknownEvent(message, 'in a batch of SQS messages');
  const { messageId, attributes } = message;
  try {
    return archivesInNotification(parse(message.body), {
      messageId,
      deliveries: Number(attributes?.ApproximateReceiveCount) || null,
    });
  } catch (error) {
    if (error instanceof UsageError) return [{ messageId, error }];
    throw error;
  }
}

/**
 * @param {unknown} body
 * @returns {unknown}
 */
function parse(body) {
  try {
    return JSON.parse(String(body));
  } catch {
    // Without the cause, which quotes the body: it would be logged, and nobody knows what it is.
    throw new UsageError(UNKNOWN_EVENT, 'the body of an SQS message is not JSON; expected an S3 event');
  }
}

/**
 * @param {unknown} event
 * @param {Carrier} carrier
 * @returns {ArrivedArchive[]}
 */
function archivesInNotification(event, carrier) {
  if (!isObject(event)) throw unknownEvent(event, '');
  if (event.Event === 's3:TestEvent') return [];
  if (event.source === 'aws.s3') {
    return event['detail-type'] === 'Object Created' ? [archiveInEventBridge(event, carrier)] : [];
  }
  if (!Array.isArray(event.Records)) throw unknownEvent(event, '');
  return event.Records.filter(isCreation).map(record => archiveInRecord(record, carrier));
}

/**
 * @param {Record<string, unknown>} event
 * @param {Carrier} carrier
 * @returns {ArrivedArchive}
 */
function archiveInEventBridge(event, carrier) {
  const detail = isObject(event.detail) ? event.detail : {};
  const bucket = isObject(detail.bucket) ? detail.bucket.name : null;
  const object = isObject(detail.object) ? detail.object : {};
  const { key } = object;
  if (!isName(bucket) || !isName(key)) throw unknownEvent(event, 'from EventBridge, without a bucket and a key');
  // Unlike S3's own notifications, EventBridge has the key as it is.
  const { etag: eTag, 'version-id': versionId } = object;
  return archive({ ...object, ...carrier, bucket, key, eTag, versionId, time: event.time });
}

/**
 * @param {unknown} record
 * @returns {boolean} Whether it tells of a new object; other changes to objects are no concern of ours.
 */
function isCreation(record) {
  // AWS raises the major version for a change that readers of the old one would misread.
  if (!isObject(record) || record.eventSource !== 'aws:s3' || !/^2\./.test(text(record.eventVersion) ?? '')) {
    throw unknownEvent(record, 'among "Records", where S3 records of version 2.x should be');
  }
  // Some S3-compatible servers send the name as it is in the bucket's configuration, with the prefix.
  return /^(?:s3:)?ObjectCreated:/.test(text(record.eventName) ?? '');
}

/**
 * @param {Record<string, unknown>} record
 * @param {Carrier} carrier
 * @returns {ArrivedArchive}
 */
function archiveInRecord(record, carrier) {
  const s3 = isObject(record.s3) ? record.s3 : {};
  const bucket = isObject(s3.bucket) ? s3.bucket.name : null;
  const object = isObject(s3.object) ? s3.object : {};
  if (!isName(bucket) || !isName(object.key)) throw unknownEvent(record, 'from S3, without a bucket and a key');
  return archive({ ...object, ...carrier, bucket, key: decodeKey(object.key), time: record.eventTime });
}

/**
 * S3 encodes keys like the fields of a web form. A key that cannot be the result of that was never encoded
 * (S3-compatible servers): it is taken as it is.
 *
 * @param {string} key
 */
function decodeKey(key) {
  if (NEVER_ENCODED.test(key)) return key;
  try {
    return decodeURIComponent(key.replace(/\+/g, ' '));
  } catch {
    return key;
  }
}

/**
 * @param {Carrier & { bucket: string, key: string, eTag?: unknown, versionId?: unknown, sequencer?: unknown,
 *   size?: unknown, time: unknown }} fields
 * @returns {ArrivedArchive}
 */
function archive({ eTag, versionId, sequencer, size, time, bucket, key, messageId, deliveries }) {
  const moment = new Date(text(time) ?? Number.NaN);
  return {
    bucket,
    key,
    etag: text(eTag)?.replace(/^"(.*)"$/, '$1') || null,
    // The version "null" is the one that a bucket without versions overwrites: it pins nothing, the ETag does.
    versionId: versionId === 'null' ? null : text(versionId),
    sequencer: text(sequencer),
    time: Number.isNaN(moment.getTime()) ? null : moment,
    bytes: typeof size === 'number' && Number.isSafeInteger(size) ? size : null,
    messageId,
    deliveries,
  };
}

/**
 * @param {unknown} got
 * @param {string} where
 */
function unknownEvent(got, where) {
  const message = `${[`unknown event: ${describe(got)}`, where].filter(Boolean).join(' ')}; ${EXPECTED}`;
  return new UsageError(UNKNOWN_EVENT, message);
}

/** @param {unknown} got */
function describe(got) {
  if (Array.isArray(got)) return 'a list';
  if (!isObject(got)) return got === null ? 'null' : `a value of type ${typeof got}`;
  const signs = ['eventSource', 'eventVersion', 'source', 'detail-type', 'Type']
    .filter(name => typeof got[name] === 'string')
    .map(name => `${name} "${printable(String(got[name]).slice(0, 100))}"`);
  const keys = Object.keys(got).slice(0, 10).map(printable);
  return `an object with ${signs.join(', ') || (keys.length > 0 ? `the keys ${keys.join(', ')}` : 'no keys')}`;
}

/**
 * @param {unknown} value
 * @returns {value is { eventSource: 'aws:sqs', messageId: string, body: unknown, attributes?: any }}
 */
function isMessage(value) {
  return isObject(value) && value.eventSource === 'aws:sqs' && isName(value.messageId);
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null;
}

/**
 * @param {unknown} value
 * @returns {value is string}
 */
function isName(value) {
  return typeof value === 'string' && value !== '';
}

/** @param {unknown} value */
function text(value) {
  return isName(value) ? value : null;
}

/** @typedef {Pick<ArrivedArchive, 'messageId' | 'deliveries'>} Carrier What brought an event. */
const WITHOUT_QUEUE = { messageId: null, deliveries: null };

const UNKNOWN_EVENT = 'usage/unknown-event';
const EXPECTED =
  'expected an S3 notification, an EventBridge "Object Created" event, or an SQS batch of these (SNS: with raw message delivery)';

// A space, a control character or anything that is not ASCII.
const NEVER_ENCODED = /[^\u0021-\u007e]/;
