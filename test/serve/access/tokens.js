import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** @import { TestContext } from 'node:test' */
/** @import { CryptoKey, JWK, JWTPayload } from 'jose' */

export const SECRET = Buffer.from('a secret of these tests, and of nothing else');

/**
 * @param {JWTPayload} claims
 * @param {object} [how]
 * @param {Uint8Array | CryptoKey} [how.key]
 * @param {import('jose').JWTHeaderParameters} [how.header]
 */
export function sign(claims, { key = SECRET, header = { alg: 'HS256' } } = {}) {
  return new SignJWT(claims).setProtectedHeader(header).sign(key);
}

/**
 * A token that no library would write.
 *
 * @param {object | string} header
 * @param {object | string} claims
 * @param {string} [signature]
 */
export function forge(header, claims, signature = '') {
  const parts = [header, claims].map(part => (typeof part === 'string' ? part : JSON.stringify(part)));
  return [...parts.map(part => Buffer.from(part).toString('base64url')), signature].join('.');
}

/**
 * @param {string} alg
 * @param {string} [kid]
 */
export async function keyPair(alg, kid) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { alg, privateKey, jwk: { ...(await exportJWK(publicKey)), alg, ...(kid !== undefined && { kid }) } };
}

/**
 * A server with a key set, which can be changed and made to fail.
 *
 * @param {TestContext} t
 * @param {JWK[]} keys
 */
export async function startKeyServer(t, keys) {
  /** @type {{ keys: JWK[], requests: number, answer: number | string, url: string }} */
  const state = { keys, requests: 0, answer: 200, url: '' };
  const server = createServer((_request, response) => {
    state.requests += 1;
    if (typeof state.answer === 'string') return response.end(state.answer);
    response.writeHead(state.answer, state.answer === 302 ? { location: `${state.url}/moved` } : {});
    response.end(JSON.stringify({ keys: state.keys }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  state.url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/keys`;
  return state;
}
