import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { awaitPreviousAnswer } from '../../../local-s3/await-previous-answer.js';
import { cutRequest, withFault } from '../../../local-s3/faults.js';
import { parseTarget } from '../../../local-s3/request.js';
import { findOperation } from '../../../local-s3/route.js';
import { element, XML_DECLARATION } from '../../../local-s3/xml.js';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Fault, FaultHook } from '../../../local-s3/faults.js' */

/**
 * A proxy that injects faults. It forwards everything else unchanged, so that signatures, which cover the client's host, stay
 * valid.
 *
 * @param {object} options
 * @param {string} options.socketPath Of the server.
 * @param {number} options.port
 * @param {FaultHook | undefined} options.onRequest
 * @param {(request: IncomingMessage, answer: IncomingMessage) => void} options.onAnswer
 */
export async function startFront({ socketPath, port, onRequest, onAnswer }) {
  /** @type {Set<Promise<void>>} */
  const running = new Set();
  /** @param {boolean} expectsContinue */
  const serve =
    expectsContinue => (/** @type {IncomingMessage} */ incoming, /** @type {ServerResponse} */ response) => {
      const run = forwardWithFault({ socketPath, onRequest, onAnswer, incoming, response, expectsContinue })
        .catch(() => void response.destroy())
        .finally(() => running.delete(run));
      running.add(run);
    };
  const server = createServer({ requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 });
  server.on('request', serve(false)).on('checkContinue', serve(true));
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    port: /** @type {import('node:net').AddressInfo} */ (server.address()).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await Promise.all(running);
    },
  };
}

/**
 * @param {object} passage
 * @param {string} passage.socketPath
 * @param {FaultHook | undefined} passage.onRequest
 * @param {(request: IncomingMessage, answer: IncomingMessage) => void} passage.onAnswer
 * @param {IncomingMessage} passage.incoming
 * @param {ServerResponse} passage.response
 * @param {boolean} passage.expectsContinue
 */
async function forwardWithFault({ socketPath, onRequest, onAnswer, incoming, response, expectsContinue }) {
  if (!(await awaitPreviousAnswer(incoming, response))) return;
  const fault = (onRequest && (await chooseFault(onRequest, incoming, response))) ?? {};
  if (fault.dropConnection) return void response.destroy();
  if (expectsContinue) response.writeContinue();
  if (fault.status !== undefined) {
    incoming.resume();
    return refuse(incoming, response, fault.status, fault.code ?? 'InternalError', fault.message);
  }
  const { answer, stopSending } = await forward(socketPath, incoming, fault.cutRequestAfterBytes);
  try {
    onAnswer(incoming, answer);
    if (fault.loseAnswer) {
      for await (const _ of answer);
      return void response.destroy();
    }
    response.writeHead(answer.statusCode ?? 500, endToEnd(answer.rawHeaders));
    await pipeline(withFault(response, answer, fault), response);
  } finally {
    await stopSending();
    // Discards a body that was refused unread: the client's next request follows it.
    incoming.resume();
  }
}

/**
 * @param {FaultHook} onRequest
 * @param {IncomingMessage} incoming
 * @param {ServerResponse} response
 * @returns {Promise<Fault | undefined | void>}
 */
async function chooseFault(onRequest, incoming, response) {
  const gone = new AbortController();
  const abandoned = new Promise(resolve => {
    response.once('close', () => {
      gone.abort();
      resolve({ dropConnection: true });
    });
  });
  const { method, bucket, key, query, headers, ...target } = parseTarget(incoming);
  const operation = findOperation({ method, bucket, key, query, headers, ...target });
  const fault = await Promise.race([onRequest({ operation, method, bucket, key, query, headers }), abandoned]);
  if (fault?.stallMs !== undefined) await delay(fault.stallMs, undefined, { signal: gone.signal });
  return fault;
}

/**
 * @param {string} socketPath
 * @param {IncomingMessage} incoming
 * @param {number | undefined} cutAfterBytes
 * @returns {Promise<{ answer: IncomingMessage, stopSending: () => Promise<void> }>} `stopSending` once the answer is read.
 */
function forward(socketPath, incoming, cutAfterBytes) {
  const { method, url, rawHeaders } = incoming;
  // A new connection for each request, closed by this end: the server might just be closing a reused one.
  const headers = endToEnd(rawHeaders);
  const isFramed = ['content-length', 'transfer-encoding'].some(name => incoming.headers[name] !== undefined);
  if (!isFramed) headers.push('Content-Length', '0');
  const outgoing = request({ socketPath, method, path: url, headers, agent: false, setDefaultHeaders: false });
  const body = incoming.iterator({ destroyOnReturn: false });
  const sending = pipeline(
    cutRequest(body, cutAfterBytes, () => incoming.destroy()),
    outgoing,
  );
  const stopSending = async () => {
    outgoing.destroy();
    await sending.catch(() => {});
  };
  return new Promise((resolve, reject) => {
    // The answer may arrive before the whole body is sent.
    outgoing.once('response', answer => resolve({ answer, stopSending })).on('error', reject);
    sending.catch(reject);
  });
}

/**
 * @param {string[]} rawHeaders
 * @returns {string[]} Without hop-by-hop headers.
 */
function endToEnd(rawHeaders) {
  const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, index) => rawHeaders.slice(2 * index, 2 * index + 2));
  return pairs.filter(([name = '']) => !/^(?:connection|keep-alive|expect)$/i.test(name)).flat();
}

/**
 * @param {IncomingMessage} incoming
 * @param {ServerResponse} response
 * @param {number} status
 * @param {string} code
 * @param {string} [message]
 */
function refuse(incoming, response, status, code, message = code) {
  const xml = XML_DECLARATION + element('Error', [element('Code', code), element('Message', message)]);
  response.writeHead(status, { 'content-type': 'application/xml', 'x-amz-request-id': 'REFUSED' });
  response.end(incoming.method === 'HEAD' ? '' : xml);
}
