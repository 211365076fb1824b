/**
 * Encodes a key as S3 does in events and with `encoding-type=url`: percent-encoded UTF-8, with `+` for a space and plain
 * slashes.
 *
 * @param {string} key
 * @returns {string}
 */
export function encodeKey(key) {
  return encodeURIComponent(key)
    .replace(/[!'()~]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
    .replaceAll('%2F', '/');
}
