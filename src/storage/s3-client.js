import { keepMiddlewareOrder } from './middleware-order.js';
import { notePermission, permissionFor } from './s3-permission.js';
import { sliceBodies } from './slice-bodies.js';

/** @import { S3Client, S3ClientConfig } from '@aws-sdk/client-s3' */

/**
 * Makes a function that creates the process's only S3 client when it is first called, so that the SDK is loaded only
 * for S3. Region, credentials, profile and endpoint come from the SDK's own sources (`AWS_REGION`,
 * `AWS_ENDPOINT_URL_S3`, `~/.aws/config` …).
 *
 * @param {S3ClientConfig} [settings] Overrides for our settings.
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

/** @param {S3ClientConfig} settings */
async function createClient(settings) {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client(settings);
  // It would copy the input and the output of each request for a log that nobody keeps.
  client.middlewareStack.remove('loggerMiddleware');
  // After signing and inside the retries: each attempt needs new slices.
  client.middlewareStack.add(sliceBodies, { step: 'finalizeRequest', priority: 'low', name: 'sliceBodies' });
  // After the checksum is computed.
  client.middlewareStack.add(signNoPayload, { step: 'build', priority: 'low', name: 'signNoPayload' });
  client.middlewareStack.add(retryDamaged, { step: 'finalizeRequest', priority: 'low', name: 'retryDamaged' });
  client.middlewareStack.add(rememberRequest, { step: 'initialize', name: 'rememberRequest' });
  limitReads(client);
  keepMiddlewareOrder(client);
  return client;
}

/**
 * Gives reads a shorter timeout than writes: S3 answers a read soon, but may take long to store a large part.
 *
 * @param {S3Client} client
 */
function limitReads({ config: { requestHandler } }) {
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = (request, options) =>
    handle(request, READS.includes(request.method) ? { requestTimeout: READ_TIMEOUT_MS, ...options } : options);
}

/**
 * Over TLS, a body with a signed checksum header need not also be hashed with SHA-256 for the signature, which would
 * take a third of an upload's CPU time. The AWS CLI does not sign such payloads either.
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
 * Extends the SDK's retries, which cover missing responses and a busy S3, to requests and responses that arrive
 * damaged.
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

/** @param {any} error */
function isDamage({ name, code, $metadata }) {
  // From Node's HTTP parser, from S3, or from the SDK if it cannot parse the XML of a successful response.
  return code?.startsWith('HPE_') || DAMAGE.has(name) || (name === 'Error' && $metadata?.httpStatusCode === 200);
}

/**
 * Records which permission a failed request needs, since a refusal does not always name it.
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

const PAYLOAD_HASH = 'x-amz-content-sha256';
const READS = ['GET', 'HEAD'];
const READ_TIMEOUT_MS = 20_000;
const DAMAGE = new Set(['BadDigest', 'XAmzContentChecksumMismatch', 'XAmzContentSHA256Mismatch']);

/** @type {S3ClientConfig} */
const SETTINGS = {
  // Finds a bucket in another region by itself.
  followRegionRedirects: true,
  // By default, the SDK opens a new connection for every body over 2 MiB, to wait for "100 Continue".
  expectContinueHeader: false,
  requestHandler: {
    connectionTimeout: 5_000,
    throwOnRequestTimeout: true,
    // Idle time on the socket, in either direction: limits stalled uploads and missing responses. It also cuts off a
    // slow consumer's body, which costs the source one more request (it resumes at the same byte).
    socketTimeout: 60_000,
    httpsAgent: { keepAlive: true, maxSockets: 50 },
    httpAgent: { keepAlive: true, maxSockets: 50 },
  },
};
