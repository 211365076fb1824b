import { once } from 'node:events';

/** @import { ServerResponse } from 'node:http' */
/** @import { StreamedAnswer, WholeAnswer } from './answer.js' */

/**
 * @param {ServerResponse} response
 * @param {WholeAnswer} answer
 */
export function sendWhole(response, { status, headers, body }) {
  response.writeHead(status, { ...headers, 'content-length': body?.length ?? 0 });
  if (body === null) response.end();
  // With a text, the header and the body are one write.
  else if (body.length <= ONE_WRITE) response.end(body.toString('latin1'), 'latin1');
  else response.end(body);
}

/**
 * Sends a long answer, no faster than the client takes it. If it has to be cut off, so is the connection: what has been sent never
 * looks whole.
 *
 * @param {ServerResponse} response
 * @param {StreamedAnswer} answer
 * @param {boolean} isHead Only the headers are sent.
 */
export async function send(response, { status, headers, stream }, isHead) {
  // Wakes the loop, which waits for the next block or for the client.
  const onClose = () => void stream.close();
  stream.onExpired = () => cutOff(response);
  response.once('close', onClose);
  try {
    response.writeHead(status, headers);
    if (isHead) return void response.end();
    for (;;) {
      const block = await stream.next();
      if (block === null) break;
      if (response.destroyed) return;
      if (!response.write(block)) await drained(response);
    }
    response.end();
  } catch {
    cutOff(response);
  } finally {
    response.removeListener('close', onClose);
    await stream.close();
  }
}

/**
 * HTTP/1.0 has no chunks, and an answer ends with its connection: only a reset says that there would have been more.
 *
 * @param {ServerResponse} response
 */
function cutOff(response) {
  if (response.req.httpVersion === '1.0') response.socket?.resetAndDestroy();
  response.destroy();
}

/** @param {ServerResponse} response */
async function drained(response) {
  if (response.destroyed) return;
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  waiting.abort();
}

const ONE_WRITE = 16_384;
