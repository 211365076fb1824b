import { S3Error } from './s3-error.js';

/**
 * @typedef {object} ListingOptions
 * @property {string} prefix
 * @property {string} delimiter Empty for none.
 * @property {string} after Only what comes after this key or common prefix.
 */

/**
 * Walks through sorted keys and rolls those up that share a prefix up to the delimiter.
 *
 * @param {string[]} sortedKeys
 * @param {ListingOptions} options
 * @returns {Generator<{ key: string } | { prefix: string }>}
 */
export function* rollUp(sortedKeys, { prefix, delimiter, after }) {
  let index = firstIndex(sortedKeys, key => compareKeys(key, prefix) >= 0);
  if (after !== '') {
    const group = commonPrefix(after, prefix, delimiter);
    const isBehind = (/** @type {string} */ key) =>
      compareKeys(key, after) > 0 && !(group === after && key.startsWith(after));
    index = Math.max(index, firstIndex(sortedKeys, isBehind));
  }
  while (index < sortedKeys.length) {
    const key = /** @type {string} */ (sortedKeys[index]);
    if (!key.startsWith(prefix)) return;
    const group = commonPrefix(key, prefix, delimiter);
    if (group === null) {
      yield { key };
      index += 1;
    } else {
      yield { prefix: group };
      index = firstIndex(sortedKeys, other => compareKeys(other, group) > 0 && !other.startsWith(group));
    }
  }
}

/**
 * @param {import('./state.js').Bucket} bucket
 * @param {'live' | 'all'} which `live` leaves out keys whose newest version is a delete marker.
 * @returns {string[]}
 */
export function sortedKeys(bucket, which) {
  const known = bucket.sortedKeys[which];
  if (known !== null) return known;
  const keys = [];
  for (const [key, versions] of bucket.objects) if (which === 'all' || !versions[0]?.deleteMarker) keys.push(key);
  bucket.sortedKeys[which] = keys.sort(compareKeys);
  return keys;
}

/**
 * S3's order is that of the keys' UTF-8 bytes, which is that of their code points.
 *
 * @param {string} left
 * @param {string} right
 * @returns {number}
 */
export function compareKeys(left, right) {
  if (left === right) return 0;
  if (!SURROGATE.test(left) && !SURROGATE.test(right)) return left < right ? -1 : 1;
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/**
 * @param {Map<string, string>} query
 * @param {string} name
 * @returns {number} How many entries the answer may hold: 1000 at most.
 */
export function pageSize(query, name) {
  const text = query.get(name) ?? '1000';
  if (!/^\d{1,9}$/.test(text))
    throw new S3Error('InvalidArgument', `Argument ${name} must be an integer between 0 and 2147483647`);
  return Math.min(Number(text), 1000);
}

/**
 * @param {string} key
 * @param {string} prefix
 * @param {string} delimiter
 */
function commonPrefix(key, prefix, delimiter) {
  const found = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
  return found === -1 || !key.startsWith(prefix) ? null : key.slice(0, found + delimiter.length);
}

/**
 * @param {string[]} keys
 * @param {(key: string) => boolean} isBehind False up to some place, then true.
 */
function firstIndex(keys, isBehind) {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(/** @type {string} */ (keys[middle]))) high = middle;
    else low = middle + 1;
  }
  return low;
}

const SURROGATE = /[\ud800-\udfff]/;
