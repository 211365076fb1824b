import { looseName } from '../../recipe/field-names.js';
import { isData } from '../opening/header/cell-shape.js';
import { holdsName } from '../opening/header/name-parts.js';

/** @import { Field } from '../../recipe/recipe.js' */

/**
 * What in the recipe would find a field, judged by the names that were found instead: a header that was not found, or read
 * wrongly, is more likely than a missing field.
 *
 * @param {Field} field
 * @param {readonly string[] | null} names
 * @returns {string | null} null if nothing is odd about the names.
 */
export function cureOf(field, names) {
  if (typeof field !== 'string') return 'if something else stands between the fields, set "delimiter"';
  if (names === null) return 'if the first record has the names, set "header" to true; otherwise list them in "header"';
  const compared = names.slice(0, COMPARED_NAMES);
  if (compared.some(name => name.includes('\ufffd')))
    return 'its names are not UTF-8: name their charset in "encoding"';
  const filled = compared.filter(name => name.trim() !== '');
  if (filled.length * 2 <= compared.length) return 'if the names stand further down, set "skipLines"';
  if (filled.filter(isData).length * 2 > filled.length) {
    return 'if the names stand further down, set "skipLines"; if the entry has none, list them in "header"';
  }
  const wanted = looseName(field);
  if (names.length === 1 || compared.some(name => looseName(name) !== wanted && holdsName(name, [wanted]))) {
    return 'if one name holds several, set "delimiter" to what stands between them';
  }
  return null;
}

/** How many of a header's names are looked at. */
const COMPARED_NAMES = 1000;
