/** @import { Sample } from './take-sample.js' */

/**
 * Whether an entry that no rule edits may be CSV, by its name.
 *
 * @param {string} path
 * @returns {'surely' | 'maybe' | 'no'}
 */
export function isNamedLikeCsv(path) {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (name.startsWith('.') || path.startsWith('__MACOSX/')) return 'no';
  if (CSV_NAME.test(name)) return 'surely';
  return MAYBE_CSV_NAME.test(name) || !name.includes('.') ? 'maybe' : 'no';
}

/**
 * Whether the beginning of an entry is text, and none of the other formats that are text.
 *
 * @param {Buffer} bytes
 */
export function looksLikeText(bytes) {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const text = bytes.toString('latin1', 0, LOOKED_AT_BYTES);
  if (OTHER_FORMATS.test(isUtf16 ? text.replaceAll('\0', '') : text)) return false;
  const controls = text.match(isUtf16 ? CONTROLS_BUT_NUL : CONTROLS)?.length ?? 0;
  return controls <= text.length * MOST_CONTROLS;
}

/**
 * Whether what was found in an entry that no rule edits is a table.
 *
 * @param {Pick<Sample, 'names' | 'width' | 'recordsRead' | 'recordsBad'>} sample
 * @param {'surely' | 'maybe'} named
 */
export function looksLikeTable({ names, width, recordsRead, recordsBad }, named) {
  if (width === 0) return false;
  if (named === 'surely') return true;
  const good = recordsRead - recordsBad;
  return width > 1 && good >= (names === null ? 2 : 1) && good >= recordsRead * LEAST_GOOD;
}

const CSV_NAME = /\.(csv|tsv|tab|psv|ssv|scsv)$/;
/** An ending that says little, or a second one behind `.csv`. */
const MAYBE_CSV_NAME = /\.(txt|text|dat|data|asc|ascii|prn|del|dsv|lst|list|out|unl|exp|log)$|\.(csv|tsv)[._-]?[\w-]*$/;
/** JSON, XML and HTML, PDF, PostScript, RTF, scripts, archives, mail. */
const OTHER_FORMATS =
  /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*(\{\s*["}]|\[\s*[[{\]]|<[?!a-z]|%PDF|%!PS|\{\\rtf|#!|PK\x03\x04|-----BEGIN )/i;
const CONTROLS = /[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]/g;
const CONTROLS_BUT_NUL = /[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]/g;
const LOOKED_AT_BYTES = 4096;
const MOST_CONTROLS = 0.005;
const LEAST_GOOD = 0.9;
