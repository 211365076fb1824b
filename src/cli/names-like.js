import { printable, quoteName } from '../printable.js';

/** @import { LikelyCharset } from '../archive/open-archive.js' */

/**
 * Says that the names of entries read better in a charset that the recipe could name.
 *
 * @param {LikelyCharset | null | undefined} namesLike Perhaps from a manifest that was changed.
 * @returns {string[]}
 */
export function describeNames(namesLike) {
  if (!namesLike) return [];
  const [charset, example] = [namesLike.charset, namesLike.example].map(String);
  return [
    `names of entries were read as code page 437, but look like ${printable(charset)}, as in ${quoteName(example)}:`,
    `  add this to the recipe, beside "entries":  "entryNames": ${JSON.stringify(printable(charset))}`,
  ];
}
