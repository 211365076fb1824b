import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { handleRequest } from './handle-request.js';
import { openStore } from './store.js';

/**
 * @typedef {object} LocalS3
 * @property {string} endpoint Such as `http://127.0.0.1:41234`.
 * @property {number} port
 * @property {{ accessKeyId: string, secretAccessKey: string }} credentials
 * @property {() => Promise<void>} close Closes every connection. Resolves once the port is free and no request is
 *   running. May be called again.
 */

/**
 * Starts an S3 server for development and tests. It supports the operations that Sluice, the AWS SDK and its multipart
 * uploads use, and streams bodies to and from files. It refuses what it does not support (501 NotImplemented) instead
 * of ignoring it. Buckets are addressed in the path, as the SDK does by default if the endpoint is an IP address.
 *
 * @param {object} options
 * @param {string} options.folder Holds all data, across restarts. Only one server may use it at a time.
 * @param {number} [options.port] 0 for any free port.
 * @param {string} [options.host]
 * @param {{ accessKeyId: string, secretAccessKey: string }} [options.credentials] Requests must be signed with these.
 * @param {(event: import('./events.js').S3Event) => void} [options.onEvent] Called with each `ObjectCreated` event, as
 *   AWS sends it, after the request has been answered.
 * @param {{ key: string | Buffer, cert: string | Buffer }} [options.tls] PEM. Serves https only.
 * @param {import('./faults.js').FaultHook} [options.onRequest] Called with each request with a valid signature. May
 *   return a fault to inject.
 * @returns {Promise<LocalS3>}
 */
export async function startLocalS3({
  folder,
  port = 0,
  host = '127.0.0.1',
  credentials = { accessKeyId: 'local', secretAccessKey: 'local-secret' },
  tls,
  onEvent,
  onRequest,
}) {
  const store = await openStore(folder);
  const service = { store, credentials, onEvent, onRequest };
  /** @type {Set<Promise<void>>} */
  const running = new Set();
  const serve =
    (/** @type {boolean} */ expectsContinue) =>
    (
      /** @type {import('node:http').IncomingMessage} */ incoming,
      /** @type {import('node:http').ServerResponse} */ response,
    ) => {
      const run = handleRequest(service, incoming, response, expectsContinue).finally(() => running.delete(run));
      running.add(run);
    };

  // No timeouts: a large body may take long on a slow machine, and closing an idle connection would race with the client's
  // next request.
  const settings = { requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 };
  const server = tls ? createTlsServer({ ...settings, ...tls }) : createServer(settings);
  server.on('request', serve(false)).on('checkContinue', serve(true));
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    await store.close();
    throw error;
  }
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());

  const shutDown = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    await Promise.all(running);
    await store.close();
  };
  /** @type {Promise<void> | undefined} */
  let closing;
  const close = () => {
    closing ??= shutDown();
    return closing;
  };
  const endpoint = `${tls ? 'https' : 'http'}://${host}:${address.port}`;
  return { endpoint, port: address.port, credentials, close };
}
