import { errorAnswer, JSON_TYPE, VARY, wholeAnswer } from './answer.js';
import { createReader } from './reader.js';
import { internalError, ServeError, toServeError } from './serve-error.js';
import { toResponse } from './to-response.js';

/** @import { Answer } from './answer.js' */
/** @import { Catalog } from './catalog/load-catalog.js' */
/** @import { Metrics } from './metrics.js' */
/** @import { Rows } from './rows/rows.js' */
/** @import { StopSignal } from './stop.js' */

/**
 * A request, without the objects of the web's standard, which cost more than a small answer does.
 *
 * @typedef {object} Asked
 * @property {string} method
 * @property {string} url The path and the query.
 * @property {{ get: (name: string) => string | null }} headers Names are in lower case.
 * @property {StopSignal} signal Aborted when the client leaves.
 *
 * @typedef {object} ServiceParts
 * @property {{ current: () => Promise<Catalog>, reload: () => Promise<Catalog> }} catalog
 * @property {{ identify: (authorization: string | null) => Promise<Identity> }} access
 * @property {Rows} rows
 * @property {Metrics} metrics
 * @property {(identity: Identity) => Promise<object>} describe The OpenAPI document.
 * @property {number} maxStreams
 * @property {number} maxStreamMs
 * @property {(error: unknown) => void} log
 *
 * @typedef {{ role: string | null, claims: object | null, key: string }} Identity
 */

/**
 * The service itself, without a server around it.
 *
 * @param {ServiceParts} parts
 */
export function createService(parts) {
  const { rows, metrics } = parts;
  const { numbers } = metrics;
  const read = createReader(parts);

  /**
   * @param {Asked} asked
   * @returns {Promise<Answer>} Never rejects.
   */
  async function answer(asked) {
    numbers.requests += 1;
    try {
      const given = await choose(asked);
      metrics.answered(given.status);
      return given;
    } catch (error) {
      const known = error instanceof ServeError ? error : internalError(error);
      if (known.status === 500 && !asked.signal.aborted) parts.log(known.cause ?? known);
      metrics.answered(asked.signal.aborted ? CLIENT_LEFT : known.status);
      return errorAnswer(known);
    }
  }

  /** @param {Asked} asked @returns {Answer | Promise<Answer>} */
  function choose(asked) {
    const at = asked.url.indexOf('?');
    const path = at === -1 ? asked.url : asked.url.slice(0, at);
    const search = at === -1 ? '' : asked.url.slice(at + 1);
    if (asked.method === 'OPTIONS') return options(asked);
    if (asked.method !== 'GET' && asked.method !== 'HEAD') throw notAllowed(asked.method);
    if (asked.url.length > MAX_URL) {
      throw new ServeError(414, 'PGRST100', `the address has ${asked.url.length} characters, the limit is ${MAX_URL}`);
    }
    switch (path) {
      case '/':
        return describe(asked);
      case '/health':
      case '/health/ready':
        return ready();
      case '/health/live':
        return wholeAnswer(200, { 'content-type': JSON_TYPE }, Buffer.from('{"live":true}'));
      case '/metrics':
        return count();
    }
    return read(asked, path, search);
  }

  /** @param {Asked} asked */
  async function describe(asked) {
    const identity = await parts.access.identify(asked.headers.get('authorization'));
    const document = await parts.describe(identity).catch(error => {
      throw toServeError(error);
    });
    return wholeAnswer(200, { 'content-type': OPENAPI_TYPE, vary: VARY }, Buffer.from(JSON.stringify(document)));
  }

  async function ready() {
    const { open, idle } = rows.stats;
    // If all connections are busy, the database answers.
    const isReady =
      (open > 0 && idle === 0) ||
      (await rows.query('SELECT 1').then(
        () => true,
        () => false,
      ));
    const body = Buffer.from(JSON.stringify({ live: true, ready: isReady }));
    return wholeAnswer(isReady ? 200 : 503, { 'content-type': JSON_TYPE, 'cache-control': 'no-store' }, body);
  }

  async function count() {
    const text = await metrics.text();
    return wholeAnswer(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }, Buffer.from(text));
  }

  return {
    answer,

    /**
     * The same with the web's own objects, for other places than this server.
     *
     * @param {Request} request
     * @returns {Promise<Response>}
     */
    async handle(request) {
      const { pathname, search } = new URL(request.url);
      const { method, headers, signal } = request;
      return toResponse(await answer({ method, url: `${pathname}${search}`, headers, signal }), method);
    },
  };
}

/** @param {string} method */
function notAllowed(method) {
  return new ServeError(405, 'PGRST117', `the method ${method} is not served: this service only reads`, {
    headers: { allow: METHODS },
  });
}

/** @param {Asked} asked */
function options({ headers }) {
  const asked = headers.get('access-control-request-headers');
  return wholeAnswer(
    200,
    {
      allow: METHODS,
      'access-control-allow-methods': METHODS,
      ...(asked !== null && { 'access-control-allow-headers': asked, vary: 'access-control-request-headers' }),
      'access-control-max-age': '86400',
    },
    null,
  );
}

const METHODS = 'GET, HEAD, OPTIONS';
const MAX_URL = 16_384;
const OPENAPI_TYPE = 'application/openapi+json; charset=utf-8';
/** As nginx counts a client that leaves before its answer. Nobody gets it. */
const CLIENT_LEFT = 499;
