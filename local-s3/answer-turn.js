/**
 * Waits until an answer's turn has come on its connection. A client that has every byte of the answer before may send its
 * next request while that answer is not finished here; and what is destroyed while it waits for its turn leaves the
 * connection open, with a client that waits for ever.
 *
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:http').ServerResponse} response
 * @returns {Promise<boolean>} Whether the connection is there still.
 */
export async function answerTurn({ socket }, response) {
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
