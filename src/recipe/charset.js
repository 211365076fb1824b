import { RecipeError } from '../errors.js';
import { printable } from '../printable.js';
import { nearest } from './nearest.js';

/**
 * Checks the charset of file names.
 *
 * @param {string} label Any label that `TextDecoder` accepts, or `cp437` or `cp850`.
 * @param {string} path The path of the recipe's key, for the message.
 * @returns {string} The canonical name, the same for all labels of a charset.
 * @throws {RecipeError} `recipe/wrong-value`
 */
export function charsetOf(label, path) {
  const name = /^cp(437|850)$/i.test(label) ? label.toLowerCase() : decodableName(label);
  if (name !== undefined) return name;
  const meant = nearestCharset(label.toLowerCase(), NAMES);
  throw wrongValue(
    `${path} is ${shown(label)}, but must be "cp437" or a charset that TextDecoder knows, such as "cp866" or ` +
      `"shift_jis"${meant ? `; did you mean "${meant}"?` : ''}`,
  );
}

/**
 * Checks the charset of an entry's records.
 *
 * @param {string} label `auto`, or any label that `TextDecoder` accepts.
 * @param {string} path The path of the recipe's key, for the message.
 * @returns {string} `auto`, or the canonical name, the same for all labels of a charset.
 * @throws {RecipeError} `recipe/wrong-value`
 */
export function encodingOf(label, path) {
  const name = label === 'auto' ? label : decodableName(label);
  if (name !== undefined) return name;
  const meant = nearestCharset(label.toLowerCase(), ['auto', 'utf-16le', 'utf-16be', ...NAMES]);
  const hint = meant?.startsWith('cp') ? `${meant} is for "entryNames" only` : meant && `did you mean "${meant}"?`;
  throw wrongValue(
    `${path} is ${shown(label)}, but must be "auto" or a charset that TextDecoder knows, such as "windows-1252" or ` +
      `"shift_jis"${hint ? `; ${hint}` : ''}`,
  );
}

/** @param {string} label */
function decodableName(label) {
  try {
    return new TextDecoder(label, { fatal: true }).encoding;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} label In lower case.
 * @param {string[]} names
 */
function nearestCharset(label, names) {
  const [, number] = /^(?:cp|ibm|ms|windows-)?(\d+)$/.exec(label) ?? [];
  // Similar numbers are different charsets, so a number is not looked up by its spelling.
  return number === undefined ? (OTHER_NAMES.get(label) ?? nearest(label, names)) : CODE_PAGES.get(number);
}

/** @param {string} label */
function shown(label) {
  return printable(JSON.stringify(label));
}

/** @param {string} message */
function wrongValue(message) {
  return new RecipeError('recipe/wrong-value', message);
}

/** The default charset of zip archives, and that of MS-DOS in Western Europe: `TextDecoder` does not know them. */
const [CP437, CP850] = ['cp437', 'cp850'];

/** Code pages that have another name in the Encoding Standard. */
const CODE_PAGES = new Map([
  ['437', CP437],
  ['850', CP850],
  ['932', 'shift_jis'],
  ['936', 'gbk'],
  ['949', 'euc-kr'],
  ['950', 'big5'],
  ['65001', 'utf-8'],
]);

/** What spreadsheets, Python and others call a charset. */
const OTHER_NAMES = new Map([
  ['ansi', 'windows-1252'],
  ['mac-roman', 'macintosh'],
  ['macroman', 'macintosh'],
  ['utf-8-bom', 'utf-8'],
  ['utf-8-sig', 'utf-8'],
  ['utf16', 'utf-16le'],
]);

/** The charsets of the Encoding Standard that file names are written in, for suggestions. */
const NAMES = [
  ...['big5', 'euc-jp', 'euc-kr', 'gb18030', 'gb2312', 'gbk', 'shift_jis', 'koi8-r', 'koi8-u'],
  ...['macintosh', 'x-mac-cyrillic', 'utf-8', 'latin1', 'windows-874'],
  ...Array.from({ length: 9 }, (_, index) => `windows-125${index}`),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16].map(part => `iso-8859-${part}`),
];
