import { once } from 'node:events';

/**
 * A request as a test sees it before it is performed.
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
 * A fault to inject into a request. With several properties, the faults happen in this order.
 *
 * @typedef {object} Fault
 * @property {number} [stallMs] Waits this long before anything else happens.
 * @property {true} [dropConnection] Closes the connection; the request is neither performed nor answered.
 * @property {number} [status] Answers with this status and `code`, without performing the request. With 200, this is the error
 *   in a successful response that CompleteMultipartUpload can return.
 * @property {string} [code] Default: `InternalError`.
 * @property {string} [message] Default: the message of the code.
 * @property {number} [cutRequestAfterBytes] Closes the connection after this many bytes of the request's body.
 * @property {true} [loseAnswer] Performs the request, then closes the connection instead of answering.
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
 * Waits until everything written has left this process: destroying the socket would discard it.
 *
 * @param {import('node:http').ServerResponse} response
 */
async function flushed(response) {
  response.flushHeaders();
  await new Promise(resolve => response.socket?.write('', resolve));
}
