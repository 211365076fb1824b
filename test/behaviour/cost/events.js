import { CONTROL, listOf } from './dimension.js';

/** @import { Dimension } from './dimension.js' */

/** @param {string} key As S3 encodes it. @param {object} [more] */
const record = (key, more = {}) => ({
  eventSource: 'aws:s3',
  eventVersion: '2.1',
  eventName: 'ObjectCreated:Put',
  s3: { bucket: { name: 'bucket' }, object: { key, size: 1, eTag: 'e', sequencer: '00', ...more } },
});
/** @param {string} body */
const message = body => ({
  eventSource: 'aws:sqs',
  messageId: 'id',
  body,
  attributes: { ApproximateReceiveCount: '1' },
});

/** Events, of which a queue gives up to 6 MB at once. @type {Omit<Dimension, 'kind'>[]} */
const EVENTS = [
  {
    title: 'keys of 1,024 characters, each of which is encoded',
    size: 100,
    make: size => ({ event: { Records: listOf(size, () => record('%01'.repeat(1024))) } }),
  },
  {
    title: 'keys that are no encoding',
    size: 100,
    make: size => ({ event: { Records: listOf(size, () => record('%+'.repeat(512))) } }),
  },
  {
    title: 'a long key',
    size: 300_000,
    make: size => ({ event: { Records: [record('%e4%b8%ad'.repeat(size / 9))] } }),
  },
  {
    title: 'an ETag of quotes',
    size: 300_000,
    make: size => ({ event: { Records: [record('a', { eTag: '"'.repeat(size) })] } }),
  },
  {
    title: 'keys that are none, of 10,000 control characters',
    size: 10,
    make: size => ({ event: Object.fromEntries(listOf(size, index => [`${CONTROL.repeat(10_000)}${index}`, 1])) }),
  },
  {
    title: 'a kind that is unknown',
    size: 300_000,
    make: size => ({ event: { Records: [{ eventSource: CONTROL.repeat(size), eventVersion: '9'.repeat(size) }] } }),
  },
  {
    title: 'messages',
    size: 500,
    make: size => ({ event: { Records: listOf(size, () => message(JSON.stringify({ Records: [record('a')] }))) } }),
  },
  {
    title: 'messages with many records each',
    size: 50,
    make: size => {
      const body = JSON.stringify({ Records: listOf(size, index => record(`${index}`)) });
      return { event: { Records: listOf(10, () => message(body)) } };
    },
  },
  {
    title: 'messages that cannot be read',
    size: 50,
    make: size => ({ event: { Records: listOf(size, () => message(`{${CONTROL.repeat(5000)}`)) } }),
  },
  {
    title: 'a message of brackets',
    size: 50_000,
    make: size => ({ event: { Records: [message(`${'['.repeat(size)}${']'.repeat(size)}`)] } }),
  },
];

/** @type {Dimension[]} */
export const EVENT_DIMENSIONS = EVENTS.map(event => ({ ...event, kind: 'event' }));
