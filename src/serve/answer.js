/** @import { ServeError } from './serve-error.js' */

/**
 * An answer before it is HTTP's. A stream's `next` returns null at the end, and rejects where the answer has to be cut off;
 * whoever has the stream closes it.
 *
 * @typedef {object} AnswerStream
 * @property {() => Promise<Buffer | null>} next
 * @property {() => Promise<void>} close
 * @property {(() => void) | null} onExpired Called when it has taken too long; `next` rejects then, too.
 *
 * @typedef {{ kind: 'whole', status: number, headers: Record<string, string>, body: Buffer | null, isCompressible: boolean }} WholeAnswer
 * @typedef {{ kind: 'stream', status: number, headers: Record<string, string>, stream: AnswerStream }} StreamedAnswer
 * @typedef {WholeAnswer | StreamedAnswer} Answer
 */

/**
 * @param {ServeError} error
 * @returns {WholeAnswer}
 */
export function errorAnswer(error) {
  const headers = { 'content-type': JSON_TYPE, vary: VARY, ...error.headers };
  return wholeAnswer(error.status, headers, Buffer.from(JSON.stringify(error)));
}

/**
 * @param {number} status
 * @param {Record<string, string>} headers
 * @param {Buffer | null} body
 * @returns {WholeAnswer}
 */
export function wholeAnswer(status, headers, body) {
  return { kind: 'whole', status, headers, body, isCompressible: body !== null };
}

/** What of a request an answer depends on, besides its address: a cache must not give it to who asks otherwise. */
export const VARY = 'accept, accept-encoding, accept-profile, authorization, origin, prefer, range';
export const JSON_TYPE = 'application/json; charset=utf-8';
