import { S3Error } from './s3-error.js';

/**
 * @typedef {object} ListingOptions
 * @property {string} prefix
 * @property {string} delimiter Empty if there is none.
 * @property {string} after List only what comes after this key or common prefix.
 */

/**
 * Lists sorted keys. Keys that share a prefix up to the delimiter are rolled up into one common prefix.
 *
 * @param {string[]} sortedKeys
 * @param {ListingOptions} options
 * @returns {Generator<{ key: string } | { prefix: string }>}
 */
export function* rollUp(sortedKeys, { prefix, delimiter, after }) {
  let index = firstIndex(sortedKeys, key => compareKeys(key, prefix) >= 0);
  if (after !== '') {
    const group = commonPrefix(after, prefix, delimiter);
    const isAfter = (/** @type {string} */ key) =>
      compareKeys(key, after) > 0 && !(group === after && key.startsWith(after));
    index = Math.max(index, firstIndex(sortedKeys, isAfter));
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
 * @param {'live' | 'all'} which `live` omits keys whose newest version is a delete marker.
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
 * Compares keys in S3's order: by their UTF-8 bytes, which is the order of code points.
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
 * @returns {number} How many entries the answer may have: 1000 at most.
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
 * @returns {string | null} null if the key is not rolled up.
 */
function commonPrefix(key, prefix, delimiter) {
  const found = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
  return found === -1 || !key.startsWith(prefix) ? null : key.slice(0, found + delimiter.length);
}

/**
 * @param {string[]} keys
 * @param {(key: string) => boolean} isAfter False for the first keys, then true.
 */
function firstIndex(keys, isAfter) {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(/** @type {string} */ (keys[middle]))) high = middle;
    else low = middle + 1;
  }
  return low;
}

const SURROGATE = /[\ud800-\udfff]/;
