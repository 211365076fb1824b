/**
 * A key as S3 writes it in events and under `encoding-type=url`: percent-encoded UTF-8 with `+` for a space, and
 * slashes left alone.
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
