import { RecipeError } from '../errors.js';
import { printable } from '../printable.js';
import { nearest } from './nearest.js';

/**
 * @param {string} label Any label that `TextDecoder` accepts, or `cp437`.
 * @param {string} path The path of the recipe's key, for the message.
 * @returns {string} The canonical name, the same for all labels of a charset.
 * @throws {RecipeError} `recipe/wrong-value`
 */
export function charsetOf(label, path) {
  // The default charset of zip archives, which `TextDecoder` does not support.
  if (/^cp437$/i.test(label)) return 'cp437';
  try {
    return new TextDecoder(label, { fatal: true }).encoding;
  } catch {
    const meant = meantBy(label.toLowerCase());
    throw new RecipeError(
      'recipe/wrong-value',
      `${path} is ${printable(JSON.stringify(label))}, but must be "cp437" or a charset that TextDecoder knows, such as ` +
        `"cp866" or "shift_jis"${meant ? `; did you mean "${meant}"?` : ''}`,
    );
  }
}

/** @param {string} label In lower case. */
function meantBy(label) {
  const [, number] = /^(?:cp|ibm|ms|windows-)?(\d+)$/.exec(label) ?? [];
  // Similar numbers are different charsets, so a number is not looked up by its spelling.
  return number === undefined ? nearest(label, NAMES) : CODE_PAGES.get(number);
}

/** Code pages that have another name in the Encoding Standard. */
const CODE_PAGES = new Map([
  ['437', 'cp437'],
  ['932', 'shift_jis'],
  ['936', 'gbk'],
  ['949', 'euc-kr'],
  ['950', 'big5'],
  ['65001', 'utf-8'],
]);

/** The charsets of the Encoding Standard that file names are written in, for suggestions. */
const NAMES = [
  ...['big5', 'euc-jp', 'euc-kr', 'gb18030', 'gb2312', 'gbk', 'shift_jis', 'iso-2022-jp', 'koi8-r', 'koi8-u'],
  ...['macintosh', 'x-mac-cyrillic', 'utf-8', 'latin1', 'windows-874'],
  ...Array.from({ length: 9 }, (_, index) => `windows-125${index}`),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16].map(part => `iso-8859-${part}`),
];
