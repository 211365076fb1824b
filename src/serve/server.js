import fastify from 'fastify';
import { errorAnswer } from './answer.js';
import { chooseEncoding, compressStream, compressWhole } from './compress.js';
import { send, sendWhole } from './send.js';
import { ServeError } from './serve-error.js';
import { Stop } from './stop.js';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Socket } from 'node:net' */
/** @import { Metrics } from './metrics.js' */
/** @import { createService } from './service.js' */

/**
 * Listens, and answers with what the service says.
 *
 * @param {Pick<ReturnType<typeof createService>, 'answer'>} service
 * @param {{ host: string, port: number, stallTimeoutMs: number, metrics: Metrics, log: (error: unknown) => void }} options
 */
export async function listen(service, { host, port, stallTimeoutMs, metrics, log }) {
  let isClosing = false;
  const app = fastify({
    // What a client may take to send a request, and how long one may be.
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: stallTimeoutMs,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    // Without a host, Node's answer would have no text.
    http: { maxHeaderSize: MAX_HEADER, requireHostHeader: false },
    // The service parses it itself.
    routerOptions: { querystringParser: () => NOT_PARSED },
    clientErrorHandler: refuse,
    // An address that is not UTF-8: the service has its own words for it.
    frameworkErrors: (_error, request, reply) => handler(request, reply),
  });
  app.removeAllContentTypeParsers();
  // A body is not read: whoever sends one wants to write.
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  const handler = (
    /** @type {import('fastify').FastifyRequest} */ request,
    /** @type {import('fastify').FastifyReply} */ reply,
  ) => {
    reply.hijack();
    respond(request.raw, reply.raw).catch(error => {
      log(error);
      reply.raw.destroy();
    });
  };
  app.route({ method: ['GET', 'HEAD', 'OPTIONS'], url: '*', handler });
  app.setNotFoundHandler(handler);
  app.setErrorHandler((_error, request, reply) => handler(request, reply));
  /** The connections, each with how many answers it waits for. @type {Map<Socket, number>} */
  const waiting = new Map();
  /** Those of HTTP/1.0: answers there end with the connection, and only a reset says that one was cut off. @type {WeakSet<Socket>} */
  const withoutChunks = new WeakSet();
  const cutOff = (/** @type {Socket} */ socket) =>
    void (withoutChunks.has(socket) ? socket.resetAndDestroy() : socket.destroy());
  app.server.on('connection', (/** @type {Socket} */ socket) => {
    if (isClosing) return void socket.destroy();
    waiting.set(socket, 0);
    socket.once('close', () => waiting.delete(socket));
  });
  app.server.on('checkExpectation', (_request, /** @type {ServerResponse} */ response) => {
    sendWhole(response, errorAnswer(new ServeError(417, 'PGRST100', 'no expectation is met but 100-continue')));
  });
  app.server.on('timeout', (/** @type {Socket} */ socket) => {
    // Without bytes to send, it waits for the database or for another request.
    if (socket.writableLength === 0) return;
    metrics.numbers.stalls += 1;
    cutOff(socket);
  });

  /**
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   */
  async function respond(request, response) {
    const left = new Stop();
    const { headers, socket } = request;
    waiting.set(socket, (waiting.get(socket) ?? 0) + 1);
    if (request.httpVersion === '1.0') withoutChunks.add(socket);
    let isAnswered = false;
    response.once('close', () => {
      if (waiting.has(socket)) waiting.set(socket, (waiting.get(socket) ?? 0) - 1);
      if (!isAnswered) left.abort();
      if (isClosing) socket.end();
    });
    const answer = lacksHost(request)
      ? errorAnswer(new ServeError(400, 'PGRST100', 'the request has no Host, which HTTP/1.1 asks for'))
      : await service.answer({
          method: request.method ?? '',
          url: pathOf(request.url ?? '/'),
          headers: { get: name => /** @type {string | undefined} */ (headers[name]) ?? null },
          signal: left,
        });
    isAnswered = true;
    if (isClosing) response.setHeader('connection', 'close');
    if (headers.origin !== undefined) allowOrigin(response);
    const accepted = headers['accept-encoding'];
    if (answer.kind === 'whole') {
      const body = accepted === undefined ? answer : await compressWhole(answer, chooseEncoding(accepted));
      return sendWhole(response, body);
    }
    const stream = accepted === undefined ? answer : compressStream(answer, chooseEncoding(accepted));
    return send(response, stream, request.method === 'HEAD');
  }

  await app.listen({ host, port });
  const address = /** @type {import('node:net').AddressInfo} */ (app.server.address());
  return {
    url: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`,

    /**
     * Stops to listen, lets the answers under way end within a time, and ends what is left.
     *
     * @param {number} drainMs
     */
    async close(drainMs) {
      isClosing = true;
      const forced = setTimeout(() => {
        for (const socket of waiting.keys()) cutOff(socket);
      }, drainMs);
      const closed = app.close();
      // Node would wait for those, too, that have not asked for anything yet.
      for (const [socket, count] of waiting) if (count === 0) socket.destroy();
      await closed;
      clearTimeout(forced);
    },
  };
}

/**
 * RFC 9112, section 3.2.
 *
 * @param {IncomingMessage} request
 */
function lacksHost({ httpVersion, headers }) {
  return headers.host === undefined && httpVersion !== '1.0';
}

/**
 * A proxy may send the whole address (RFC 9112, section 3.2.2).
 *
 * @param {string} url
 */
function pathOf(url) {
  if (url.startsWith('/')) return url;
  const path = url.replace(/^https?:\/\/[^/?]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * A page of any origin may read what its own token, or nobody's, allows: no cookie is looked at.
 *
 * @param {ServerResponse} response
 */
function allowOrigin(response) {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader(
    'access-control-expose-headers',
    'Content-Range, Preference-Applied, Retry-After, WWW-Authenticate',
  );
}

/**
 * Answers what is not HTTP, or is too long.
 *
 * @param {Error & { code?: string }} error
 * @param {Socket} socket
 */
function refuse({ code }, socket) {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, message] = REFUSALS[code ?? ''] ?? ['400 Bad Request', 'the request is not HTTP'];
  const body = JSON.stringify({ code: 'PGRST100', message, details: null, hint: null });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}

const NOT_PARSED = Object.freeze({});
const REQUEST_MS = 30_000;
/** Longer than most proxies keep theirs, so that they and not this end is the one that closes. */
const KEEP_ALIVE_MS = 72_000;
const MAX_HEADER = 32_768;
/** @type {Record<string, [string, string]>} */
const REFUSALS = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    `the address and the headers have more than ${MAX_HEADER} bytes`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'the request did not arrive in time'],
};
