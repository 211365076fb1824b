import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { ServeError } from '../serve-error.js';
import { isRole } from './is-role.js';
import { tokenRefused } from './token-error.js';

/** @import { CryptoKey, JWTHeaderParameters } from 'jose' */

/** What may be signed with a secret, and with a pair of keys. */
export const SYMMETRIC = ['HS256', 'HS384', 'HS512'];
export const ASYMMETRIC = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/**
 * Checks a token's signature and its claims.
 *
 * @param {string} token
 * @param {object} check
 * @param {string[]} check.algorithms
 * @param {(header: JWTHeaderParameters) => Promise<(Uint8Array | CryptoKey)[]>} check.keysFor Those that may have signed it.
 * @param {string | null} check.audience
 * @returns {Promise<{ role: string, claims: object }>} Numbers in `claims` keep all of their digits as text.
 * @throws {ServeError} `PGRST301`, `PGRST303`; what `keysFor` fails with
 */
export async function verifyToken(token, { algorithms, keysFor, audience }) {
  try {
    const header = readHeader(token, algorithms);
    /** @type {unknown} */
    let reason = new errors.JWSSignatureVerificationFailed();
    for (const key of await keysFor(header)) {
      try {
        const options = { algorithms, clockTolerance: TOLERANCE_SECONDS, ...(audience !== null && { audience }) };
        const { payload } = await jwtVerify(token, key, options);
        return { role: readRole(payload), claims: readClaims(token) };
      } catch (error) {
        // Of several keys without a name, another one may have signed it.
        reason = error;
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
      }
    }
    throw reason;
  } catch (error) {
    if (error instanceof ServeError) throw error;
    throw tokenRefused(...describe(error));
  }
}

/**
 * Refuses an algorithm before a key is looked for.
 *
 * @param {string} token
 * @param {string[]} algorithms
 */
function readHeader(token, algorithms) {
  const header = /** @type {JWTHeaderParameters} */ (decodeProtectedHeader(token));
  if (!algorithms.includes(header.alg)) throw new errors.JOSEAlgNotAllowed();
  return header;
}

/**
 * @param {{ role?: unknown, exp?: number }} payload
 * @returns {string}
 */
function readRole({ role, exp }) {
  // A token that has expired is not accepted even a second later; the tolerance is for issuers whose clocks are ahead of ours.
  if (exp !== undefined && exp <= Date.now() / 1000) throw new errors.JWTExpired('', {});
  if (role === undefined) throw tokenRefused('PGRST303', 'JWT has no role claim');
  if (isRole(role)) return role;
  throw tokenRefused('PGRST303', 'The role claim of the JWT is not the name of a role');
}

/**
 * Reads the claims once more: policies compare ids, and an id with more digits than JavaScript's numbers have must not become
 * somebody else's.
 *
 * @param {string} token
 */
function readClaims(token) {
  const text = Buffer.from(token.split('.')[1], 'base64url').toString();
  return parse(text, (_name, value, { source }) => (typeof value === 'number' ? rawJSON(source) : value));
}

/**
 * TypeScript does not know them yet.
 *
 * @type {{ rawJSON: (source: string) => unknown, parse: (text: string, reviver: (name: string, value: unknown, context:
 *   { source: string }) => unknown) => any }}
 */
const { parse, rawJSON } = /** @type {any} */ (JSON);

/**
 * @param {unknown} error
 * @returns {['PGRST301' | 'PGRST303', string]}
 */
function describe(error) {
  if (error instanceof errors.JWTExpired) return ['PGRST303', 'JWT expired'];
  if (error instanceof errors.JWTClaimValidationFailed) {
    const isDate = error.reason === 'invalid';
    if (error.claim === 'nbf' && !isDate) return ['PGRST303', 'JWT not yet valid'];
    if (error.claim === 'aud') return ['PGRST303', 'JWT not in audience'];
    return ['PGRST303', 'A date in the claims of the JWT is not a number'];
  }
  if (error instanceof errors.JWTInvalid) return ['PGRST303', 'The claims of the JWT are not a JSON object'];
  if (error instanceof errors.JOSEAlgNotAllowed) return ['PGRST301', 'Wrong or unsupported encoding algorithm'];
  if (error instanceof errors.JOSENotSupported) return ['PGRST301', 'JWT has a critical header that is not supported'];
  if (error instanceof errors.JWKSNoMatchingKey) return ['PGRST301', 'No suitable key or wrong key type'];
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return ['PGRST301', 'JWT is not signed with the key of this service'];
  return ['PGRST301', "JWT couldn't be decoded or it is invalid"];
}

/** As PostgREST allows. */
const TOLERANCE_SECONDS = 30;
