import { createHandler } from '../../src/handler.js';

/** @import { Progress } from '../../src/job/progress.js' */

/**
 * @typedef {{ event: unknown, requestId: string, deadline: number }} Request `deadline` in milliseconds since 1970.
 * @typedef {{ kind: 'progress', progress: Progress } | { kind: 'log', line: string } | { kind: 'returned' }
 *   | { kind: 'threw', error: string }} Message
 */

// Ctrl-C reaches every process of the terminal; the parent process ends this one.
process.on('SIGINT', () => {});
process.on('disconnect', end);
process.once('message', (/** @type {Request} */ request) => serve(request));

/**
 * Runs one invocation of the function as Lambda does, with its settings in the environment.
 *
 * @param {Request} request
 */
async function serve({ event, requestId, deadline }) {
  let sentAt = Number.NEGATIVE_INFINITY;
  const handler = createHandler({
    log: line => send({ kind: 'log', line }),
    onProgress: progress => {
      const now = performance.now();
      if (now - sentAt < PROGRESS_INTERVAL_MS) return;
      sentAt = now;
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

/** Exits explicitly, because keep-alive connections to S3 would keep the process running. */
function end() {
  process.exit();
}

const PROGRESS_INTERVAL_MS = 50;
