import { createLocalJWKSet, errors } from 'jose';
import { keysUnavailable } from './token-error.js';

/** @import { CryptoKey, JWTHeaderParameters } from 'jose' */

/**
 * The public keys at an address. They are read when they are needed, kept, and read again in the background now and then, and for a
 * key that is not among them. While the address does not answer, the keys that were read stay in use.
 *
 * @param {string} address Of a JSON Web Key Set.
 * @param {{ now?: () => number, log?: (error: unknown) => void }} [options] `now`: milliseconds. `log` is told why the address cannot
 *   be read.
 * @returns {{ read: () => Promise<boolean>, keysFor: (header: JWTHeaderParameters) => Promise<CryptoKey[]> }} `keysFor` finds those
 *   that may have signed a token. It rejects with JWKSNoMatchingKey, or with a ServeError (503) if that cannot be said now.
 */
export function keysAt(address, { now = () => performance.now(), log = () => {} } = {}) {
  /** @type {ReturnType<typeof createLocalJWKSet> | null} */
  let keys = null;
  /** @type {Promise<boolean> | null} One request at a time, for all who ask. */
  let reading = null;
  let isReachable = false;
  let readAt = Number.NEGATIVE_INFINITY;
  /** @returns {Promise<boolean>} Whether the keys are up to date. */
  const read = () => {
    const wait = isReachable ? KNOWN_MS : RETRY_MS;
    if (reading === null && now() - readAt < wait) return Promise.resolve(isReachable);
    reading ??= readKeySet(address).then(
      found => {
        [keys, isReachable, readAt, reading] = [found, true, now(), null];
        return true;
      },
      error => {
        log(`the keys at ${address} cannot be read: ${reasonOf(error)}`);
        [isReachable, readAt, reading] = [false, now(), null];
        return false;
      },
    );
    return reading;
  };
  /** @param {JWTHeaderParameters} header */
  const keysFor = async header => {
    if (keys === null) await read();
    else if (now() - readAt > MAX_AGE_MS) read();
    if (keys === null) throw keysUnavailable();
    const found = await matching(keys, header);
    if (found.length > 0) return found;
    const isCurrent = await read();
    const afterwards = await matching(keys, header);
    if (afterwards.length > 0) return afterwards;
    throw isCurrent ? new errors.JWKSNoMatchingKey() : keysUnavailable();
  };
  return { read, keysFor };
}

/** @param {Error} error Those of `fetch` say why in their cause only. */
function reasonOf({ message, cause }) {
  return cause instanceof Error ? cause.message : message;
}

/** @param {string} address */
async function readKeySet(address) {
  // A redirect might lead to an address without TLS.
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || response.body === null) throw new Error(`the answer is ${response.status}`);
  const chunks = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error(`the key set is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return createLocalJWKSet(JSON.parse(Buffer.concat(chunks).toString()));
}

/**
 * @param {ReturnType<typeof createLocalJWKSet>} keys
 * @param {JWTHeaderParameters} header
 * @returns {Promise<CryptoKey[]>}
 */
async function matching(keys, header) {
  try {
    return [await keys(header)];
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return [];
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    const several = [];
    for await (const key of error) several.push(key);
    return several;
  }
}

/** A key that is not known is looked for again after this time. */
const KNOWN_MS = 30_000;
/** And after this time if the address did not answer. */
const RETRY_MS = 5_000;
/** A key that was withdrawn is used for at most about this time. */
const MAX_AGE_MS = 300_000;
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1_048_576;
