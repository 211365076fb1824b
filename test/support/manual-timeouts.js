import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** @import { ClientRequest } from 'node:http' */
/** @import { Socket } from 'node:net' */
/** @import { S3Client } from '@aws-sdk/client-s3' */

/** @typedef {Socket & { _httpMessage?: ClientRequest }} ClientSocket */

/**
 * Settings for a client whose sockets time out only by `timeOutSilent`, and never by themselves: on a busy machine any socket
 * may be silent for long.
 */
export function manualTimeouts() {
  const httpAgent = new Agent({ keepAlive: true });
  const connect = httpAgent.createConnection.bind(httpAgent);
  httpAgent.createConnection = (...parameters) => {
    const socket = /** @type {Socket} */ (connect(...parameters));
    socket.setTimeout = (_ms, onTimeout) => (onTimeout ? socket.once('timeout', onTimeout) : socket);
    return socket;
  };
  // With a timeout of less than six seconds, the SDK listens for it immediately.
  return { requestHandler: { socketTimeout: 5_900, httpAgent } };
}

/**
 * Times out sockets as their timer would. To be called again and again, since what is still on its way is let through.
 *
 * @param {S3Client} client
 * @param {(socket: ClientSocket) => boolean} isSilent Whether the other end sends nothing more, except what is on its way.
 */
export async function timeOutSilent(client, isSilent) {
  const before = socketsOf(client)
    .filter(isSilent)
    .map(socket => ({ socket, bytes: socket.bytesRead + socket.bytesWritten }));
  await delay(50);
  for (const { socket, bytes } of before) {
    if (socket.bytesRead + socket.bytesWritten === bytes) socket.emit('timeout');
  }
}

/**
 * @param {S3Client} client
 * @returns {ClientSocket[]} Those that serve a request.
 */
export function socketsOf(client) {
  const { config } = /** @type {any} */ (client.config.requestHandler);
  // There is none before the first request.
  return config === undefined ? [] : Object.values(config.httpAgent.sockets).flat();
}
