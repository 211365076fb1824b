import { setTimeout as delay } from 'node:timers/promises';

/** @import { Socket } from 'node:net' */
/** @import { Head, httpReader } from './http-reader.js' */

/**
 * What goes wrong with one request on the wire. Exactly one property is set.
 *
 * @typedef {object} Fault
 * @property {number} [refuse] The connection is reset, and that many of the next ones are refused.
 * @property {'before' | 'head' | 'body'} [reset] The connection is reset before anything of the request is forwarded, after its
 *   head, or in the middle of its body.
 * @property {'request' | 'answer' | 'body'} [stall] Silence until the client gives up: the request is not forwarded, the answer
 *   does not come, or the second half of its body does not.
 * @property {true} [trickle] The request and its answer come in small pieces.
 * @property {{ status: number, code: string }} [answer] This is the answer; the request does not reach the server.
 * @property {true} [garbage] The answer is not HTTP; the request does not reach the server.
 * @property {'all' | 'head' | 'body'} [cut] The answer is lost: all of it, or from the middle of its head or body.
 * @property {number} [lengthOff] Added to the answer's Content-Length.
 * @property {'request' | 'answer'} [corrupt] One bit in the middle of the body is flipped, of the request or of its answer.
 */

/**
 * Forwards one request to the server, and its answer back to the client.
 *
 * @param {object} passage
 * @param {Socket} passage.client
 * @param {Socket} passage.upstream
 * @param {ReturnType<typeof httpReader>} passage.requests
 * @param {ReturnType<typeof httpReader>} passage.answers
 * @param {Head} passage.request
 * @param {{ requestBytes: number, answerBytes: number }} passage.exchange
 * @param {Fault} passage.fault
 */
export async function relayExchange({ client, upstream, requests, answers, request, exchange, fault }) {
  const reset = () => {
    upstream.resetAndDestroy();
    client.resetAndDestroy();
  };
  const { requestBytes } = exchange;
  const body = requests.body(requestBytes);

  if (fault.refuse || fault.reset === 'before') return reset();
  if (fault.stall === 'request') return requests.end();
  if (fault.answer || fault.garbage) {
    for await (const _ of body);
    if (fault.garbage) client.end('nonsense\r\n\r\n');
    else await write(client, answerOf(request, /** @type {NonNullable<Fault['answer']>} */ (fault.answer)));
    return;
  }

  await write(upstream, request.bytes);
  if (fault.reset === 'head') return reset();
  await pump(body, upstream, requestBytes, {
    isHalf: fault.reset === 'body',
    isCorrupt: fault.corrupt === 'request',
    isSlow: fault.trickle,
  });
  if (fault.reset === 'body') return reset();

  const answer = await answers.head();
  if (answer === null) return void client.destroy();
  if (fault.stall === 'answer') return requests.end();
  if (fault.cut === 'all') return void client.destroy();
  if (fault.cut === 'head') return void client.end(answer.bytes.subarray(0, answer.bytes.length / 2));
  const answerBytes = hasBody(request, answer) ? Number(answer.headers['content-length'] ?? 0) : 0;
  exchange.answerBytes = answerBytes;
  await write(client, fault.lengthOff ? withLengthOff(answer.bytes, fault.lengthOff) : answer.bytes);
  await pump(answers.body(answerBytes), client, answerBytes, {
    isHalf: fault.cut === 'body' || fault.stall === 'body',
    isCorrupt: fault.corrupt === 'answer',
    isSlow: fault.trickle,
  });
  if (fault.cut === 'body') return void client.end();
  if (fault.stall === 'body') return requests.end();
}

/**
 * @param {AsyncIterable<Buffer>} chunks
 * @param {Socket} socket
 * @param {number} length
 * @param {{ isHalf: boolean, isCorrupt: boolean, isSlow: boolean | undefined }} how
 */
async function pump(chunks, socket, length, { isHalf, isCorrupt, isSlow }) {
  const middle = Math.floor(length / 2);
  const pieceBytes = isSlow ? Math.ceil(length / PIECES) : length;
  let position = 0;
  for await (const chunk of chunks) {
    const at = middle - position;
    if (isCorrupt && at >= 0 && at < chunk.length) chunk[at] ^= 1;
    const wanted = isHalf ? chunk.subarray(0, Math.max(0, at)) : chunk;
    for (let start = 0; start < wanted.length; start += pieceBytes) {
      if (isSlow) await delay(PIECE_MS);
      await write(socket, wanted.subarray(start, start + pieceBytes));
    }
    position += chunk.length;
    if (isHalf && position >= middle) return;
  }
}

/**
 * @param {Socket} socket
 * @param {Buffer | string} bytes
 */
async function write(socket, bytes) {
  if (bytes.length === 0 || socket.destroyed) return;
  // The callback is also called if the socket closes.
  await new Promise(resolve => socket.write(bytes, resolve));
}

/**
 * @param {Head} request
 * @param {Head} answer
 */
function hasBody(request, answer) {
  return request.method !== 'HEAD' && !['204', '304'].includes(answer.url);
}

/**
 * @param {Head} request
 * @param {{ status: number, code: string }} answer
 */
function answerOf({ method }, { status, code }) {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>On purpose</Message></Error>`;
  const head = `HTTP/1.1 ${status} On purpose\r\nContent-Type: application/xml\r\nContent-Length: ${xml.length}\r\n\r\n`;
  return method === 'HEAD' ? head : head + xml;
}

/**
 * @param {Buffer} head
 * @param {number} off
 */
function withLengthOff(head, off) {
  const text = head.toString('latin1');
  return Buffer.from(
    text.replace(/^(content-length: *)(\d+)/im, (_, name, length) => `${name}${Number(length) + off}`),
    'latin1',
  );
}

const PIECES = 30;
const PIECE_MS = 5;
