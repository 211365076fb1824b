/** @import { Answer } from './answer.js' */

/**
 * @param {Answer} answer
 * @param {string} method
 * @returns {Response}
 */
export function toResponse(answer, method) {
  const { status, headers } = answer;
  if (answer.kind === 'whole') {
    const body = method === 'HEAD' ? null : /** @type {Uint8Array<ArrayBuffer> | null} */ (answer.body);
    return new Response(body, { status, headers });
  }
  const { stream } = answer;
  if (method === 'HEAD') {
    stream.close();
    return new Response(null, { status, headers });
  }
  const body = new ReadableStream(
    {
      start(controller) {
        stream.onExpired = () => controller.error(new Error('the answer took too long'));
      },
      async pull(controller) {
        const block = await stream.next();
        if (block === null) controller.close();
        else controller.enqueue(block);
      },
      cancel: () => stream.close(),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status, headers });
}
