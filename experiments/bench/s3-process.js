import { startLocalS3 } from '../../local-s3/server.js';

/** @import { S3Event } from '../../local-s3/events.js' */
/** @import { LocalS3 } from '../../local-s3/server.js' */

/**
 * @typedef {{ kind: 'started', endpoint: string, credentials: LocalS3['credentials'] } | { kind: 'event', event: S3Event }
 *   | { kind: 'failed', error: string }} Message
 */

// The embedded S3 server in its own process, so that its time and memory are not measured with its client's.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.once('message', serve);

/** @param {{ folder: string, tls: { key: string, cert: string } | null, latencyMs: number }} settings */
async function serve({ folder, tls, latencyMs }) {
  try {
    const server = await startLocalS3({
      folder,
      ...(tls && { tls }),
      ...(latencyMs > 0 && { onRequest: () => ({ stallMs: latencyMs }) }),
      onEvent: event => send({ kind: 'event', event }),
    });
    process.once('disconnect', () => server.close());
    send({ kind: 'started', endpoint: server.endpoint, credentials: server.credentials });
  } catch (error) {
    send({ kind: 'failed', error: String(error) });
    process.disconnect();
  }
}

/** @param {Message} message */
function send(message) {
  process.send?.(message);
}
