import { readFileSync } from 'node:fs';

const [put] = example('s3-put').Records;
const objectCreated = example('eventbridge-object-created');

/** The archive in the example `s3-put`, as our own code describes it. */
export const customers = {
  kind: 'archive',
  bucket: 'sluice-in-123456789012-us-east-1',
  key: 'in/customers.zip',
  etag: 'd41d8c5f9a0b204e98009982ecf8427e',
  versionId: null,
  sequencer: '0067D3F5AD8E21F4B0',
  time: new Date(put.eventTime),
  bytes: 48213,
  messageId: null,
  deliveries: null,
};

/** @param {string} name Of a file in events/. */
export function example(name) {
  return JSON.parse(readFileSync(new URL(`../../events/${name}.json`, import.meta.url), 'utf8'));
}

/**
 * @param {Record<string, unknown>} object
 * @param {Record<string, unknown>} [record]
 */
export function notification(object, record = {}) {
  return { Records: [{ ...put, s3: { ...put.s3, object: { ...put.s3.object, ...object } }, ...record }] };
}

/** @param {Record<string, unknown>} object */
export function eventBridge(object) {
  const { key, etag, sequencer, bytes: size } = customers;
  return {
    ...objectCreated,
    time: put.eventTime,
    detail: { ...objectCreated.detail, object: { key, etag, sequencer, size, ...object } },
  };
}

/** @param {...string} bodies */
export function batch(...bodies) {
  const [message] = example('sqs-s3').Records;
  return { Records: bodies.map((body, index) => ({ ...message, messageId: `message-${index + 1}`, body })) };
}
