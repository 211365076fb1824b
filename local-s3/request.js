import { notImplemented, S3Error } from './s3-error.js';

/**
 * The line and headers of a request, before anything is checked.
 *
 * @typedef {object} Target
 * @property {string} method
 * @property {string} rawPath As it was sent: the signature covers this.
 * @property {string} bucket Empty for the service itself.
 * @property {string} key Empty for a bucket. Any text: `..` and `//` are plain characters.
 * @property {Map<string, string>} query
 * @property {import('node:http').IncomingHttpHeaders} headers
 */
/**
 * @typedef {object} Rest
 * @property {string} operation
 * @property {string} requestId
 * @property {import('./signature.js').Authorization} authorization
 * @property {() => AsyncGenerator<Buffer>} body The bytes of the body as they arrive. May be called once.
 */
/** @typedef {Target & Rest} Request */

/**
 * @param {import('node:http').IncomingMessage} incoming
 * @returns {Target}
 */
export function parseTarget(incoming) {
  const url = incoming.url ?? '/';
  const mark = url.indexOf('?');
  const rawPath = mark === -1 ? url : url.slice(0, mark);
  const [, rawBucket = '', rawKey = ''] = /^\/([^/]*)\/?(.*)$/s.exec(rawPath) ?? [];
  const query = new Map();
  for (const pair of mark === -1 ? [] : url.slice(mark + 1).split('&')) {
    if (pair === '') continue;
    const [name = '', ...value] = pair.split('=');
    if (query.has(decode(name))) throw notImplemented(`the query parameter ${decode(name)} given twice`);
    query.set(decode(name), decode(value.join('=')));
  }
  const method = incoming.method ?? 'GET';
  return { method, rawPath, bucket: decode(rawBucket), key: decode(rawKey), query, headers: incoming.headers };
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI', 'The URI cannot be decoded');
  }
}
