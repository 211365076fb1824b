import { once } from 'node:events';

/**
 * What a test sees of a request before it is carried out.
 *
 * @typedef {object} ObservedRequest
 * @property {string} operation As in S3's documentation: `PutObject`, `UploadPart` …
 * @property {string} method
 * @property {string} bucket
 * @property {string} key
 * @property {Map<string, string>} query
 * @property {import('node:http').IncomingHttpHeaders} headers
 */
/**
 * What is to go wrong with a request. Several may be given: they happen in this order.
 *
 * @typedef {object} Fault
 * @property {number} [stallMs] Waits this long before anything else happens.
 * @property {true} [dropConnection] Closes the connection; nothing is done and nothing answered.
 * @property {number} [status] Answers with this status and `code`, and does nothing. With 200 it is the error inside a
 *   success that CompleteMultipartUpload can give.
 * @property {string} [code] `InternalError` unless given.
 * @property {string} [message] The code's own unless given.
 * @property {number} [cutRequestAfterBytes] Closes the connection when this many bytes of the request's body have come.
 * @property {true} [loseAnswer] Carries the request out, then closes the connection instead of answering.
 * @property {number} [stallAfterBytes] Sends this many bytes of the answer's body, then nothing more.
 * @property {number} [cutAfterBytes] Sends this many bytes of the answer's body, then closes the connection.
 */
/** @typedef {(request: ObservedRequest) => Fault | undefined | void | Promise<Fault | undefined | void>} FaultHook */

/**
 * @param {AsyncIterable<Buffer>} body The body of a request.
 * @param {number | undefined} limit
 * @param {() => void} cut
 * @returns {AsyncGenerator<Buffer>}
 */
export async function* cutRequest(body, limit, cut) {
  let left = limit ?? Number.POSITIVE_INFINITY;
  for await (const chunk of body) {
    left -= chunk.length;
    if (left <= 0) {
      cut();
      throw new Error('the connection was cut on purpose');
    }
    yield chunk;
  }
}

/**
 * What is sent of the body of an answer.
 *
 * @param {import('node:http').ServerResponse} response
 * @param {Iterable<Buffer> | AsyncIterable<Buffer>} content
 * @param {Fault} fault
 */
export function withFault(response, content, { stallAfterBytes, cutAfterBytes }) {
  if (stallAfterBytes === undefined && cutAfterBytes === undefined) return content;
  return stopAnswer(content, stallAfterBytes ?? cutAfterBytes, async () => {
    await flushed(response);
    if (stallAfterBytes !== undefined) await once(response, 'close');
    response.destroy();
  });
}

/**
 * @param {Iterable<Buffer> | AsyncIterable<Buffer>} body The body of an answer.
 * @param {number | undefined} limit
 * @param {() => Promise<void>} atLimit
 * @returns {AsyncGenerator<Buffer>}
 */
async function* stopAnswer(body, limit, atLimit) {
  let left = limit ?? Number.POSITIVE_INFINITY;
  for await (const chunk of body) {
    if (chunk.length < left) {
      left -= chunk.length;
      yield chunk;
      continue;
    }
    if (left > 0) yield chunk.subarray(0, left);
    await atLimit();
    return;
  }
}

/**
 * Waits until what was written has left this process, since destroying a socket throws away what has not.
 *
 * @param {import('node:http').ServerResponse} response
 */
async function flushed(response) {
  response.flushHeaders();
  await new Promise(resolve => response.socket?.write('', resolve));
}
