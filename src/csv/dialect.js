/**
 * How an entry's records are written: as the recipe says, or as the first records show. Plain data, kept in checkpoints and
 * shown in the manifest, in the terms of the recipe.
 *
 * @typedef {object} Dialect
 * @property {string} encoding As `TextDecoder` names it.
 * @property {string} delimiter One character, or several.
 * @property {'"' | "'" | 'none'} quote
 * @property {'double' | 'backslash' | 'loose'} escape With `loose`, a quote closes a field only before a delimiter or a line end;
 *   elsewhere it is a plain character, and two are one. The recipe cannot ask for that.
 * @property {boolean} spaces Whether space around a field, outside of its quotes, is not part of it.
 * @property {('lf' | 'crlf' | 'cr')[]} lineEnds Those that were found, in this order. A CR ends a record only if `cr` is
 *   among them.
 * @property {number} skipLines How many lines stand before the header or the first record.
 * @property {number} headerRows How many rows the header has; 0 if there is none in the entry.
 * @property {number} footerLines How many lines stand below the last record, empty ones not counted. They are found only in an
 *   entry that the sample holds as a whole.
 * @property {string | null} comments What lines to be skipped begin with, if the recipe says so. (Without that, a line with
 *   `#` is skipped only where it is no sound record.)
 * @property {boolean} trailingDelimiter Whether each record ends with a delimiter that the header lacks.
 */

/**
 * Whether records can be edited as they are: RFC 4180 in UTF-8 (or another superset of ASCII), with any delimiter of one
 * byte, and LF or CRLF. Entries in any other dialect are translated first.
 *
 * @param {Dialect} dialect
 */
export function isNative(dialect) {
  return dialect.encoding === 'utf-8' && isNativeText(dialect);
}

/**
 * Whether records can be edited as they are once they are decoded.
 *
 * @param {Dialect} dialect
 */
export function isNativeText(dialect) {
  const { delimiter } = dialect;
  return (
    delimiter.length === 1 &&
    delimiter.charCodeAt(0) < 0x80 &&
    dialect.quote === '"' &&
    dialect.escape === 'double' &&
    !dialect.spaces &&
    !dialect.lineEnds.includes('cr') &&
    dialect.comments === null
  );
}

/**
 * Whether a CR at the end of the entry ends its last record: all other lines end with CRLF, so the entry was cut in the last one.
 *
 * @param {Pick<Dialect, 'lineEnds'>} dialect
 */
export function endsWithCrlf({ lineEnds }) {
  return lineEnds.join() === 'crlf';
}

/**
 * The delimiter of the records once they are RFC 4180: the entry's if that is one ASCII character other than a quote,
 * otherwise a comma.
 *
 * @param {Pick<Dialect, 'delimiter'>} dialect
 */
export function nativeDelimiter({ delimiter }) {
  return delimiter.length === 1 && delimiter.charCodeAt(0) < 0x80 && delimiter !== '"' ? delimiter : ',';
}

/** @type {Readonly<Dialect>} */
export const RFC_4180 = Object.freeze({
  encoding: 'utf-8',
  delimiter: ',',
  quote: '"',
  escape: 'double',
  spaces: false,
  lineEnds: [],
  skipLines: 0,
  headerRows: 1,
  footerLines: 0,
  comments: null,
  trailingDelimiter: false,
});
