import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { parseTarget } from '../../scripts/local-s3/route.js';
import { awsEvent } from './aws-event.js';

/** @import { IncomingMessage } from 'node:http' */
/** @import { S3Event } from '../../scripts/local-s3/events.js' */

/**
 * Receives what versitygw tells of new objects, and passes it on as AWS would.
 *
 * @param {(event: S3Event) => void} onEvent
 */
export async function startWebhook(onEvent) {
  /** @type {Map<string, { made: (string | null)[], awaited: ((versionId: string | null) => void)[] }>} */
  const puts = new Map();
  /** @param {string} name */
  const putsOf = name => {
    const found = puts.get(name) ?? { made: [], awaited: [] };
    puts.set(name, found);
    return found;
  };

  /**
   * An event of PutObject says nothing of the version that was made, and may come before the answer, which does.
   *
   * @param {string} name
   */
  const versionOf = async name => {
    const { made, awaited } = putsOf(name);
    const versionId = made.shift();
    return versionId === undefined ? new Promise(resolve => awaited.push(resolve)) : versionId;
  };

  const server = createServer(async (request, response) => {
    const event = /** @type {any} */ (await json(request));
    response.end();
    const [record] = event.Records ?? [];
    if (!record?.eventName.startsWith('s3:ObjectCreated:')) return;
    const { bucket, object } = record.s3;
    onEvent(awsEvent(event, object.versionId ?? (await versionOf(`${bucket.name}/${object.key} ${object.eTag}`))));
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
      const isPut = method === 'PUT' && key !== '' && [...query.keys()].every(name => name === 'x-id');
      if (!isPut || statusCode !== 200) return;
      const { made, awaited } = putsOf(`${bucket}/${key} ${headers.etag}`);
      made.push(headers['x-amz-version-id']?.toString() ?? null);
      if (awaited.length > 0) awaited.shift()?.(made.shift() ?? null);
    },

    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
