import { Readable } from 'node:stream';

/**
 * SDK middleware that sends a large Buffer as a stream of slices. Node encrypts a Buffer written to a TLS socket in one
 * go and so holds it twice; slices are encrypted as the socket accepts them.
 *
 * @param {(args: any) => Promise<any>} next
 * @returns {(args: any) => Promise<any>}
 */
export function sliceBodies(next) {
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
 * The response, such as "slow down", may arrive before the whole body is sent. Node then stops sending but keeps the
 * connection until its timeout, so destroying the body must release it.
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

const SLICE_BYTES = 64 * 1024;
