import { createHandler } from '../../src/handler.js';

/** @import { Progress } from '../../src/job/progress.js' */

/**
 * @typedef {{ event: unknown, requestId: string, deadline: number }} Request `deadline` in milliseconds since 1970.
 * @typedef {{ kind: 'progress', progress: Progress } | { kind: 'log', line: string } | { kind: 'returned' }
 *   | { kind: 'threw', error: string }} Message
 */

// Ctrl-C reaches every process of the terminal; who started this one ends it.
process.on('SIGINT', () => {});
process.on('disconnect', end);
process.once('message', (/** @type {Request} */ request) => serve(request));

/**
 * The function, as Lambda runs it: in a process of its own, with settings in the environment, for one invocation.
 *
 * @param {Request} request
 */
async function serve({ event, requestId, deadline }) {
  let toldAt = Number.NEGATIVE_INFINITY;
  const handler = createHandler({
    log: line => send({ kind: 'log', line }),
    onProgress: progress => {
      const now = performance.now();
      if (now - toldAt < PROGRESS_INTERVAL_MS) return;
      toldAt = now;
      send({ kind: 'progress', progress });
    },
  });
  const context = { awsRequestId: requestId, getRemainingTimeInMillis: () => deadline - Date.now() };
  try {
    await handler(event, context);
    send({ kind: 'returned' }, end);
  } catch (error) {
    send({ kind: 'threw', error: String(error) }, end);
  }
}

/**
 * @param {Message} message
 * @param {() => void} [onSent]
 */
function send(message, onSent) {
  process.send?.(message, undefined, undefined, onSent);
}

/** Connections to S3 that are kept for a next request would hold the process. */
function end() {
  process.exit();
}

const PROGRESS_INTERVAL_MS = 50;
