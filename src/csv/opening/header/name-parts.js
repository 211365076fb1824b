import { looseName } from '../../../recipe/field-names.js';

/**
 * Whether a name is made of several, of which one is wanted: `CODE}AREA` holds `AREA`. What joins names is no letter, digit, space, `.`, `-`
 * or `_`. What stands around a name is none of it, as in `- Area`, `1. Area` and `table.area`, nor is what is not seen, such as a line break
 * or a soft hyphen.
 *
 * @param {string} name
 * @param {readonly string[]} wanted In the form in which names match loosely.
 */
export function holdsName(name, wanted) {
  const seen = name.replace(UNSEEN, '');
  const words = seen.split(JOINTS);
  const columns = words.map(word => word.slice(word.lastIndexOf('.') + 1));
  const parts = [seen, seen.replace(BREAKS, ''), seen.replace(BREAKS, ' '), ...words, ...columns];
  return parts.some(part => wanted.includes(looseName(part)) || wanted.includes(looseName(part.replace(AROUND, ''))));
}

/**
 * Whether a name has the words of one that is wanted, joined in another way, as `First Name` and `first_name`.
 *
 * @param {string} name
 * @param {readonly string[]} wanted In the form in which names match loosely.
 */
export function joinsWords(name, wanted) {
  const joined = looseName(name).replace(BETWEEN, '');
  return joined !== '' && wanted.some(one => one.replace(BETWEEN, '') === joined);
}

const BETWEEN = /[\s_.-]+/g;
const UNSEEN = /\p{Cf}/gu;
const BREAKS = /[\r\n\t]+/g;
const JOINTS = /[^\p{L}\p{N} \u00a0_.-]+| {2,}/u;
/** In front of a name, or behind it. */
const AROUND = /^(?:\d{1,6}[.)]? )?[\s_.-]{0,9}|[_.-]{1,9}$/gu;
