import { tokenRefused } from './token-error.js';

/**
 * Takes the token from an `Authorization` header. Other schemes are not ours, and count as no token.
 *
 * @param {string | null} authorization
 * @returns {string | null}
 * @throws {ServeError} `PGRST301`
 */
export function readBearerToken(authorization) {
  const [, token] = /^bearer(?: +(.*))?$/is.exec(authorization?.trim() ?? '') ?? [null, null];
  if (token === null) return null;
  if (token === undefined) throw tokenRefused('PGRST301', 'Empty JWT is sent in Authorization header');
  if (token.length > MAX_LENGTH) throw tokenRefused('PGRST301', `JWT is longer than ${MAX_LENGTH} bytes`);
  const parts = token.split('.');
  if (parts.length !== 3) throw tokenRefused('PGRST301', `Expected 3 parts in JWT; got ${parts.length}`);
  if (!/^[\w.-]+$/.test(token)) throw tokenRefused('PGRST301', 'JWT has characters that no JWT has');
  return token;
}

/** Of what Node accepts as headers (16 KiB), other headers need some, too. */
const MAX_LENGTH = 8_192;
