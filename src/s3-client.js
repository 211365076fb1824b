import { Readable } from 'node:stream';

/** @import { S3Client, S3ClientConfig } from '@aws-sdk/client-s3' */

/**
 * A function that makes the process's one S3 client when it is first called, so that the SDK is loaded only where S3 is
 * named. Region, credentials, profile and endpoint come from the SDK's own places (`AWS_REGION`,
 * `AWS_ENDPOINT_URL_S3`, `~/.aws/config` …).
 *
 * @param {S3ClientConfig} [settings] Laid over ours.
 * @returns {() => Promise<S3Client>}
 */
export function s3ClientFactory(settings) {
  /** @type {Promise<S3Client> | undefined} */
  let client;
  return () => {
    client ??= createClient({ ...SETTINGS, ...settings });
    return client;
  };
}

/**
 * @param {S3ClientConfig} settings
 * @returns {Promise<S3Client>}
 */
async function createClient(settings) {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client(settings);
  // Behind signing and retries, so that every try gets slices of its own.
  client.middlewareStack.add(next => args => next({ ...args, request: inSlices(args.request) }), {
    step: 'finalizeRequest',
    priority: 'low',
    name: 'sliceBodies',
  });
  return client;
}

/**
 * Node encrypts a Buffer that is written to a TLS socket as a whole, and so holds a part twice; a stream of slices goes
 * out as the socket takes them.
 *
 * @param {any} request
 */
function inSlices(request) {
  const { body } = request;
  if (!Buffer.isBuffer(body) || body.length <= SLICE_BYTES) return request;
  return Object.assign(Object.create(Object.getPrototypeOf(request)), request, { body: Readable.from(slices(body)) });
}

/** @param {Buffer} body */
function* slices(body) {
  for (let position = 0; position < body.length; position += SLICE_BYTES) {
    yield body.subarray(position, position + SLICE_BYTES);
  }
}

const SLICE_BYTES = 64 * 1024;

/** @type {S3ClientConfig} */
const SETTINGS = {
  // A bucket elsewhere is found by itself.
  followRegionRedirects: true,
  // The SDK's default opens a new connection for every body over 2 MiB, in order to wait for "100 Continue".
  expectContinueHeader: false,
  requestHandler: {
    connectionTimeout: 5_000,
    // Idle time on the socket, in either direction: bounds a stalled upload and an answer that never comes. It also cuts
    // the body off under a slow consumer, which costs the source one more request (it reads on where it was).
    socketTimeout: 60_000,
    httpsAgent: { keepAlive: true, maxSockets: 50 },
    httpAgent: { keepAlive: true, maxSockets: 50 },
  },
};
