import { keysAt } from './key-set.js';
import { readBearerToken } from './read-bearer-token.js';
import { anonymousRefused, noKeyConfigured } from './token-error.js';
import { ASYMMETRIC, SYMMETRIC, verifyToken } from './verify-token.js';

/**
 * Who asks. `key` is equal only for those whom Postgres treats alike.
 *
 * @typedef {{ role: string, claims: object, key: string }} Identity
 *
 * @typedef {object} Access
 * @property {(authorization: string | null) => Promise<Identity>} identify Takes the `Authorization` header. Rejects with a ServeError:
 *   401 for a token that is not accepted, 503 while the keys cannot be read.
 * @property {() => Promise<void>} prepare Reads the keys, so that the first token need not wait for them. Never rejects.
 */

/**
 * Says who may ask, by the tokens of requests. Tokens are signed with a secret, or with one of the keys at an address.
 *
 * @param {object} options
 * @param {Buffer | null} options.secret
 * @param {string | null} options.jwks The address of a JSON Web Key Set.
 * @param {string | null} options.audience What the claim `aud` of each token has to have.
 * @param {string | null} options.anonymousRole The role of requests without a token; null: they are refused.
 * @param {() => number} [options.now] Milliseconds, for the age of keys.
 * @param {(error: unknown) => void} [options.log] Is told why the keys cannot be read.
 * @returns {Access}
 */
export function openAccess({ secret, jwks, audience, anonymousRole, now, log }) {
  const anonymous = anonymousRole === null ? null : identityOf(anonymousRole, { role: anonymousRole });
  const keySet = jwks === null ? null : keysAt(jwks, { ...(now && { now }), ...(log && { log }) });
  // The kind of key decides which algorithms are allowed, never the token: a public key can never be taken for a secret.
  const check = readCheck(secret, keySet);
  return {
    async identify(authorization) {
      const token = readBearerToken(authorization);
      if (token === null) {
        if (anonymous === null) throw anonymousRefused();
        return anonymous;
      }
      if (check === null) throw noKeyConfigured();
      const { role, claims } = await verifyToken(token, { ...check, audience });
      return identityOf(role, claims);
    },
    async prepare() {
      await keySet?.read();
    },
  };
}

/**
 * @param {Buffer | null} secret
 * @param {ReturnType<typeof keysAt> | null} keySet
 */
function readCheck(secret, keySet) {
  if (secret !== null) return { algorithms: SYMMETRIC, keysFor: async () => [new Uint8Array(secret)] };
  return keySet === null ? null : { algorithms: ASYMMETRIC, keysFor: keySet.keysFor };
}

/**
 * @param {string} role
 * @param {object} claims
 * @returns {Identity}
 */
function identityOf(role, claims) {
  return { role, claims, key: JSON.stringify([role, claims]) };
}
