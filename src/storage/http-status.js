/**
 * @param {unknown} error
 * @returns {number} The HTTP status of the service's answer, or 0 without an answer.
 */
export function httpStatus(error) {
  return /** @type {any} */ (error)?.$metadata?.httpStatusCode ?? 0;
}
