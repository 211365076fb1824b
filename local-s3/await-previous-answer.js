/**
 * Waits until the previous answer on the connection is finished. A client that has received all of its bytes may send the
 * next request before that. If a response were destroyed while it is still queued, the connection would remain open, and
 * the client would wait for ever.
 *
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:http').ServerResponse} response
 * @returns {Promise<boolean>} Whether the connection is still open.
 */
export async function awaitPreviousAnswer({ socket }, response) {
  if (response.socket === null) {
    await new Promise(resolve => {
      response.once('socket', () => {
        socket.off('close', resolve);
        resolve(undefined);
      });
      socket.once('close', resolve);
    });
  }
  return !socket.destroyed;
}
