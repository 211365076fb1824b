/** @import { Fault, ObservedRequest } from '../../scripts/local-s3/faults.js' */

/**
 * What can go wrong once with a request, each by a title.
 *
 * @param {ObservedRequest} request
 * @returns {[title: string, Fault][]}
 */
export function faultsOf({ operation, headers }) {
  /** @type {[string, Fault][]} */
  const faults = [
    ['is answered with 500', { status: 500 }],
    ['is answered with 503 SlowDown', { status: 503, code: 'SlowDown' }],
    ['has its connection dropped', { dropConnection: true }],
    ['has its answer lost', { loseAnswer: true }],
  ];
  const bytes = Number(headers['content-length'] ?? 0);
  if (bytes > 0) {
    faults.push(['is cut after its first byte', { cutRequestAfterBytes: 1 }]);
    faults.push(['is cut after its last byte', { cutRequestAfterBytes: bytes }]);
  }
  for (const at of cutsOfAnswer(operation, String(headers.range ?? ''))) {
    faults.push([`has its answer cut after ${at} bytes`, { cutAfterBytes: at }]);
  }
  if (operation === 'CompleteMultipartUpload') faults.push(['fails inside a success', { status: 200 }]);
  if (operation === 'PutObject') {
    faults.push(['meets another write', { status: 409, code: 'ConditionalRequestConflict' }]);
  }
  return faults;
}

/**
 * @param {string} operation
 * @param {string} range
 */
function cutsOfAnswer(operation, range) {
  const [, start, end] = range.match(/^bytes=(\d+)-(\d+)$/) ?? [];
  if (end !== undefined) return [0, 1, Math.ceil((Number(end) - Number(start)) / 2), Number(end) - Number(start)];
  return ANSWERS_WITH_BODY.includes(operation) ? [0, 100] : [];
}
const ANSWERS_WITH_BODY = ['GetObject', 'ListObjectsV2', 'GetObjectTagging', 'CreateMultipartUpload'];

/**
 * Names each request of a job by what it is about, and by how often there was one like it before.
 *
 * @param {string} place
 * @returns {(request: ObservedRequest) => string} To be called with all of them, in their order.
 */
export function namesOf(place) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  return ({ operation, key, query }) => {
    const part = query.get('partNumber') ?? '';
    const name = `${operation} ${key || query.get('prefix')} ${part}`.trim().replaceAll(place, 'x');
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
}
