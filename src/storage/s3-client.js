import { Readable } from 'node:stream';
import { notePermission, permissionFor } from './s3-permission.js';

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
    const requestHandler = { ...SETTINGS.requestHandler, ...settings?.requestHandler };
    client ??= createClient({ ...SETTINGS, ...settings, requestHandler });
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
  client.middlewareStack.add(sliceBodies, { step: 'finalizeRequest', priority: 'low', name: 'sliceBodies' });
  // Behind what works out the checksum.
  client.middlewareStack.add(signNoPayload, { step: 'build', priority: 'low', name: 'signNoPayload' });
  client.middlewareStack.add(retryDamaged, { step: 'finalizeRequest', priority: 'low', name: 'retryDamaged' });
  client.middlewareStack.add(rememberRequest, { step: 'initialize', name: 'rememberRequest' });
  expectReadsSoon(client);
  return client;
}

/**
 * Whoever only asks gets an answer soon: silence is not waited out for as long as where a large part is being written.
 *
 * @param {S3Client} client
 */
function expectReadsSoon({ config: { requestHandler } }) {
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = (request, options) =>
    handle(request, READS.includes(request.method) ? { requestTimeout: READ_TIMEOUT_MS, ...options } : options);
}

/**
 * The SDK tries again where there was no answer, or one that says that S3 is busy. Here it is told to do so too where the
 * answer arrived damaged, or says that the request did.
 *
 * @param {(args: any) => Promise<any>} next
 * @returns {(args: any) => Promise<any>}
 */
function retryDamaged(next) {
  return async args => {
    try {
      return await next(args);
    } catch (error) {
      if (isDamage(error)) /** @type {any} */ (error).$retryable = { throttling: false };
      throw error;
    }
  };
}

/**
 * An answer that refuses a request does not always say what was asked for.
 *
 * @param {(args: any) => Promise<any>} next
 * @param {{ commandName?: string }} context
 * @returns {(args: any) => Promise<any>}
 */
function rememberRequest(next, { commandName = '' }) {
  return async args => {
    try {
      return await next(args);
    } catch (error) {
      notePermission(error, permissionFor(commandName.replace(/Command$/, ''), args.input));
      throw error;
    }
  };
}

/** @param {any} error */
function isDamage({ name, code, $metadata }) {
  // Node's HTTP parser gave up; S3 did; the SDK could not read the XML of a success.
  return code?.startsWith('HPE_') || DAMAGE.has(name) || (name === 'Error' && $metadata?.httpStatusCode === 200);
}

/**
 * A body whose checksum is in a signed header, and which TLS protects on its way, need not be hashed with SHA-256 for the
 * signature as well: that would be a third of an upload's CPU time. The AWS CLI signs no payload there either.
 * https://docs.aws.amazon.com/cli/latest/topic/s3-config.html#payload-signing-enabled
 *
 * @param {(args: any) => Promise<any>} next
 * @returns {(args: any) => Promise<any>}
 */
function signNoPayload(next) {
  return async args => {
    const { protocol, headers, body } = args.request;
    const hasChecksum = headers['x-amz-checksum-crc32'] !== undefined;
    if (protocol === 'https:' && hasChecksum && Buffer.isBuffer(body)) headers[PAYLOAD_HASH] = 'UNSIGNED-PAYLOAD';
    return next(args);
  };
}

/**
 * Node encrypts a Buffer that is written to a TLS socket as a whole, and so holds a part twice; a stream of slices goes
 * out as the socket takes them.
 *
 * @param {(args: any) => Promise<any>} next
 * @returns {(args: any) => Promise<any>}
 */
function sliceBodies(next) {
  return async args => {
    const { request } = args;
    if (!Buffer.isBuffer(request.body) || request.body.length <= SLICE_BYTES) return next(args);
    const body = slicedBody(request.body);
    const sliced = Object.assign(Object.create(Object.getPrototypeOf(request)), request, { body });
    try {
      return await next({ ...args, request: sliced });
    } finally {
      body.destroy();
    }
  };
}

/**
 * An answer (that the server is busy, say) may come before the body has gone. Node then sends nothing more of what is
 * piped, and keeps the connection until its timeout: destroying the body gives it back.
 *
 * @param {Buffer} bytes
 */
function slicedBody(bytes) {
  const body = Readable.from(slices(bytes));
  const { pipe } = body;
  body.pipe = (/** @type {any} */ request) => {
    body.once('close', () => {
      if (!body.readableEnded) request.destroy();
    });
    return /** @type {any} */ (pipe.call(body, request));
  };
  return body;
}

/** @param {Buffer} bytes */
function* slices(bytes) {
  for (let position = 0; position < bytes.length; position += SLICE_BYTES) {
    yield bytes.subarray(position, position + SLICE_BYTES);
  }
}

const PAYLOAD_HASH = 'x-amz-content-sha256';
const READS = ['GET', 'HEAD'];
const READ_TIMEOUT_MS = 20_000;
const DAMAGE = new Set(['BadDigest', 'XAmzContentChecksumMismatch', 'XAmzContentSHA256Mismatch']);

const SLICE_BYTES = 64 * 1024;

/** @type {S3ClientConfig} */
const SETTINGS = {
  // A bucket elsewhere is found by itself.
  followRegionRedirects: true,
  // The SDK's default opens a new connection for every body over 2 MiB, in order to wait for "100 Continue".
  expectContinueHeader: false,
  requestHandler: {
    connectionTimeout: 5_000,
    throwOnRequestTimeout: true,
    // Idle time on the socket, in either direction: bounds a stalled upload and an answer that never comes. It also cuts
    // the body off under a slow consumer, which costs the source one more request (it reads on where it was).
    socketTimeout: 60_000,
    httpsAgent: { keepAlive: true, maxSockets: 50 },
    httpAgent: { keepAlive: true, maxSockets: 50 },
  },
};
