// An event may come from anybody, so its values may be anything.

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export function isObject(value) {
  return typeof value === 'object' && value !== null;
}

/**
 * @param {unknown} value
 * @returns {value is string} A string that is not empty.
 */
export function isName(value) {
  return typeof value === 'string' && value !== '';
}

/** @param {unknown} value */
export function nameOrNull(value) {
  return isName(value) ? value : null;
}
