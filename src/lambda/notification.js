import { isBucketName, isObjectKey } from '../storage/s3-uri.js';
import { isName, isObject, nameOrNull } from './event-values.js';
import { unknownEvent } from './unknown-event.js';

/**
 * An archive that was put into a bucket, as described by an event.
 *
 * @typedef {object} ArrivedArchive
 * @property {'archive'} kind
 * @property {string} bucket
 * @property {string} key Decoded: the object's real key.
 * @property {string | null} etag Without quotes.
 * @property {string | null} versionId Null if the bucket keeps no versions.
 * @property {string | null} sequencer Orders the events of one key.
 * @property {Date | null} time When it was put there.
 * @property {number | null} bytes
 * @property {string | null} messageId Of the SQS message with the event; null without a queue.
 * @property {number | null} deliveries How often the queue has delivered that message, this time included; null without a
 *   queue.
 */

/** @typedef {Pick<ArrivedArchive, 'messageId' | 'deliveries'>} Delivery The message that brought an event. */

/**
 * Finds the archives in one notification, from S3 or from EventBridge.
 *
 * @param {unknown} event
 * @param {Delivery} delivery
 * @returns {ArrivedArchive[]}
 * @throws {import('../errors.js').UsageError} `usage/unknown-event`
 */
export function archivesInNotification(event, delivery) {
  if (!isObject(event)) throw unknownEvent(event);
  if (event.Event === 's3:TestEvent') return [];
  if (event.source === 'aws.s3') {
    return event['detail-type'] === 'Object Created' ? [archiveInEventBridge(event, delivery)] : [];
  }
  if (!Array.isArray(event.Records)) throw unknownEvent(event);
  return event.Records.filter(isCreation).map(record => archiveInRecord(record, delivery));
}

/** @param {Record<string, unknown>} event @param {Delivery} delivery */
function archiveInEventBridge(event, delivery) {
  const detail = isObject(event.detail) ? event.detail : {};
  const bucket = isObject(detail.bucket) ? detail.bucket.name : null;
  const object = isObject(detail.object) ? detail.object : {};
  // EventBridge does not encode keys, unlike S3's own notifications.
  const { key, etag: eTag, 'version-id': versionId } = object;
  if (!isName(bucket) || !isName(key)) throw unknownEvent(event, 'from EventBridge, without a bucket and a key');
  return archive(event, { ...object, ...delivery, bucket, key, eTag, versionId, time: event.time });
}

/**
 * @param {unknown} record
 * @returns {boolean} Whether an object was created; other changes are ignored.
 */
function isCreation(record) {
  // AWS raises the major version for a change that breaks readers of the old one.
  if (!isObject(record) || record.eventSource !== 'aws:s3' || !/^2\./.test(nameOrNull(record.eventVersion) ?? '')) {
    throw unknownEvent(record, 'among "Records", where S3 records of version 2.x should be');
  }
  // Some S3-compatible servers send the name with the prefix that it has in a bucket's configuration.
  return /^(?:s3:)?ObjectCreated:/.test(nameOrNull(record.eventName) ?? '');
}

/** @param {Record<string, unknown>} record @param {Delivery} delivery */
function archiveInRecord(record, delivery) {
  const s3 = isObject(record.s3) ? record.s3 : {};
  const bucket = isObject(s3.bucket) ? s3.bucket.name : null;
  const object = isObject(s3.object) ? s3.object : {};
  if (!isName(bucket) || !isName(object.key)) throw unknownEvent(record, 'from S3, without a bucket and a key');
  return archive(record, { ...object, ...delivery, bucket, key: decodeKey(object.key), time: record.eventTime });
}

/**
 * S3 encodes keys like the fields of a web form. A key that cannot be the result of that comes from an S3-compatible
 * server that does not encode, and is taken literally.
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
 * @param {unknown} event For the message.
 * @param {Delivery & { bucket: string, key: string, eTag?: unknown, versionId?: unknown, sequencer?: unknown,
 *   size?: unknown, time: unknown }} fields
 * @returns {ArrivedArchive}
 * @throws {import('../errors.js').UsageError} `usage/unknown-event` for a value that S3 cannot have sent. A missing one is null.
 */
function archive(event, { eTag, versionId, sequencer, size, time, bucket, key, messageId, deliveries }) {
  const moment = new Date(nameOrNull(time) ?? Number.NaN);
  const etag = typeof eTag === 'string' ? eTag.replace(/^"(.*)"$/, '$1') : eTag;
  for (const [value, isRight, name] of /** @type {[unknown, (value: any) => boolean, string][]} */ ([
    [bucket, isNotifyingBucket, 'a bucket name'],
    [key, isObjectKey, 'a key'],
    [etag, isMissingOr(ETAG), 'an ETag'],
    [versionId, isMissingOr(VERSION_ID), 'a version id'],
    [sequencer, isMissingOr(SEQUENCER), 'a sequencer'],
    [size, isMissingOrSize, 'a size'],
  ])) {
    if (!isRight(value)) throw unknownEvent(event, `with ${name} that can be none`);
  }
  return {
    kind: 'archive',
    bucket,
    key,
    etag: nameOrNull(etag),
    // A bucket without versions overwrites its version "null", so that does not pin the object; the ETag does.
    versionId: versionId === 'null' ? null : nameOrNull(versionId),
    sequencer: nameOrNull(sequencer),
    time: Number.isNaN(moment.getTime()) ? null : moment,
    bytes: typeof size === 'number' ? size : null,
    messageId,
    deliveries,
  };
}

/**
 * An access point has an alias that requests take for a bucket's name: it would lead to a bucket by another name, past the guard against
 * loops. Events have the bucket's own.
 *
 * @param {unknown} name
 */
function isNotifyingBucket(name) {
  return isBucketName(name) && !RESERVED_FOR_OTHERS.test(name);
}

/**
 * @param {RegExp} pattern
 * @returns {(value: unknown) => boolean} Some servers send an empty text for what is missing.
 */
function isMissingOr(pattern) {
  return value => value == null || value === '' || (typeof value === 'string' && pattern.test(value));
}

/** @param {unknown} value */
function isMissingOrSize(value) {
  return value == null || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0);
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const RESERVED_FOR_OTHERS = /^(?:xn--|sthree-)|(?:-s3alias|--ol-s3|\.mrap|--x-s3|--table-s3)$/;
// S3 does not say what its ids are made of; they travel in headers and in queries.
const VERSION_ID = /^[!-~]{1,1024}$/;
/** Without quotes. */
const ETAG = /^[!#-~]{1,256}$/;
const SEQUENCER = /^[0-9a-f]{1,64}$/i;
// A space, a control character or a character outside of ASCII.
const NEVER_ENCODED = /[^\u0021-\u007e]/;
