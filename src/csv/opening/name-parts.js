import { looseName } from '../../recipe/field-names.js';

/**
 * Whether a name is made of several, of which one is wanted: `CODE}AREA` holds `AREA`.
 *
 * @param {string} name
 * @param {readonly string[]} wanted In the form in which names match loosely.
 */
export function holdsName(name, wanted) {
  // What joins names is no letter, digit, single space, `.`, `-` or `_`.
  return [name, ...name.split(/[^\p{L}\p{N}\s_.-]+|\s{2,}/u)].some(part => wanted.includes(looseName(part)));
}
