import { RESERVED_NAMES } from '../reserved-names.js';
import { guardName } from './entry-name.js';

/**
 * @param {unknown} name
 * @returns {name is string} Whether an entry with outputs can have this name.
 */
export function isEntryPath(name) {
  if (typeof name !== 'string') return false;
  try {
    guardName(name);
  } catch {
    return false;
  }
  const parts = name.split('/');
  return !RESERVED_NAMES.some(reserved => parts.includes(reserved));
}
