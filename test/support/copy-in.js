/** @import pg from 'pg' */

/**
 * Sends bytes to `COPY … FROM STDIN`.
 *
 * @param {pg.Client} client
 * @param {string} statement
 * @param {Buffer} bytes
 * @returns {Promise<void>}
 */
export function copyIn(client, statement, bytes) {
  const { promise, resolve, reject } = Promise.withResolvers();
  /** @type {any} What `pg` lets be submitted instead of a query. */
  const submittable = {
    submit: (/** @type {any} */ connection) => connection.query(statement),
    handleCopyInResponse: (/** @type {any} */ connection) => {
      connection.sendCopyFromChunk(bytes);
      connection.endCopyFrom();
    },
    handleCommandComplete: () => {},
    handleError: reject,
    handleReadyForQuery: () => resolve(undefined),
  };
  client.query(submittable);
  return promise;
}
