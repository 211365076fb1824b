/** What Postgres says of a query that it refuses, by the names that `pg` gives to the parts. */
export class QueryError extends Error {
  /**
   * @param {string} code SQLSTATE.
   * @param {string} message
   * @param {{ severity?: string, detail?: string, hint?: string, cause?: unknown }} [more]
   */
  constructor(code, message, { severity, detail, hint, ...options } = {}) {
    super(message, options);
    this.name = 'QueryError';
    this.code = code;
    this.severity = severity;
    this.detail = detail;
    this.hint = hint;
  }
}

/**
 * @param {Buffer} body Of an ErrorResponse: fields, each a letter and a text that ends with a zero.
 * @returns {QueryError}
 */
export function readQueryError(body) {
  /** @type {Record<string, string>} */
  const fields = {};
  for (let at = 0; body[at] !== 0 && at < body.length; ) {
    const end = body.indexOf(0, at + 1);
    if (end === -1) break;
    fields[String.fromCharCode(body[at])] = body.toString('utf8', at + 1, end);
    at = end + 1;
  }
  const { C: code = 'XX000', M: message = '', V, S, D: detail, H: hint } = fields;
  return new QueryError(code, message, {
    severity: V ?? S,
    ...(detail !== undefined && { detail }),
    ...(hint !== undefined && { hint }),
  });
}

/** @param {unknown} [cause] */
export function lostConnection(cause) {
  return new QueryError('08006', 'the connection to the database was lost', { cause });
}
