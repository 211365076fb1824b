import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { parseTarget } from '../../../local-s3/request.js';
import { awsEvent } from './aws-event.js';

/** @import { IncomingMessage } from 'node:http' */
/** @import { S3Event } from '../../../local-s3/events.js' */
/** @import { Made } from './aws-event.js' */

/**
 * Receives versitygw's events for new objects and passes them on as AWS would. Its events omit the version of a PutObject,
 * and may have the key of a concurrent request (the text shares memory with it). So an event only signals that an object was
 * made; the answer to the request says which.
 *
 * @param {(event: S3Event) => void} onEvent
 */
export async function startWebhook(onEvent) {
  /** @type {(Made & { sign: string })[]} Answered requests without an event so far. */
  const answered = [];
  /** @type {{ record: any, sign: string }[]} Events without an answer so far. */
  const early = [];

  const pair = () => {
    for (const { record, sign } of early.splice(0)) {
      const { bucket, object } = record.s3;
      const made =
        answered.find(each => each.sign === sign && each.bucket === bucket.name && each.key === object.key) ??
        answered.find(each => each.sign === sign);
      if (made === undefined) {
        early.push({ record, sign });
      } else {
        answered.splice(answered.indexOf(made), 1);
        onEvent(awsEvent(record, made));
      }
    }
  };

  const server = createServer(async (request, response) => {
    const event = /** @type {any} */ (await json(request));
    response.end();
    const [record] = event.Records ?? [];
    if (!record?.eventName.startsWith('s3:ObjectCreated:')) return;
    const [, how] = /:(Put|Copy)$/.exec(record.eventName) ?? [];
    early.push({ record, sign: how === 'Put' ? record.s3.object.eTag : how === 'Copy' ? COPIED : COMPLETED });
    pair();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());

  return {
    url: `http://127.0.0.1:${port}/`,

    /**
     * @param {IncomingMessage} request
     * @param {IncomingMessage} answer
     */
    onAnswer(request, { statusCode, headers }) {
      const { method, bucket, key, query } = parseTarget(request);
      const isPut = method === 'PUT' && [...query.keys()].every(name => name === 'x-id');
      const isCompletion = method === 'POST' && query.has('uploadId');
      if (key === '' || statusCode !== 200 || !(isPut || isCompletion)) return;
      const versionId = headers['x-amz-version-id']?.toString() ?? null;
      const isCopy = 'x-amz-copy-source' in request.headers;
      answered.push({ bucket, key, versionId, sign: isCopy ? COPIED : isPut ? String(headers.etag) : COMPLETED });
      pair();
    },

    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The answer's headers do not have the ETag of a completed upload or a copy. */
const COMPLETED = 'completed';
const COPIED = 'copied';
