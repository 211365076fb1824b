/** @import { Random } from '../../support/random.js' */

/**
 * How fields are written.
 *
 * @param {Random} random
 */
export function drawStyle({ chance, weighted }) {
  const delimiter =
    weighted([
      [4, ','],
      [4, ';'],
      [2, '\t'],
      [2, '|'],
      [0.3, '^'],
      [0.3, '~'],
    ]) ?? ',';
  const newline =
    weighted([
      [6, '\n'],
      [4, '\r\n'],
      [0.4, '\r'],
    ]) ?? '\n';
  const quoting =
    weighted([
      [8, 'minimal'],
      [3, 'all'],
      [0.7, 'single'],
      [0.7, 'backslash'],
      [0.7, 'spaced'],
    ]) ?? 'minimal';
  const style = quoting === 'spaced' && delimiter === '\t' ? 'minimal' : quoting;
  const quote = style === 'single' ? "'" : '"';
  const quotesAll = style === 'all' || style === 'spaced' || (style !== 'minimal' && chance(0.5));
  const escaped = style === 'backslash' ? `\\${quote}` : quote + quote;
  /** @param {string} cell */
  const field = cell => {
    const must = cell.includes(delimiter) || cell.includes(quote) || /[\r\n]/.test(cell) || /^\s|\s$/.test(cell);
    return must || (quotesAll && cell !== '') ? quote + cell.replaceAll(quote, escaped) + quote : cell;
  };
  const separator = style === 'spaced' ? `${delimiter} ` : delimiter;
  return {
    kind: ['minimal', 'all'].includes(style) ? '' : style,
    delimiter,
    newline,
    /** @param {string} character */
    quotes: character => quote === character,
    isRare: delimiter === '^' || delimiter === '~',
    /**
     * What a backslash within quotes means, cannot be known of a file in which no quote is escaped.
     *
     * @param {string} cell
     */
    holds: cell => (style === 'backslash' ? cell.replaceAll('\\', '/') : cell),
    /** @param {readonly string[]} cells */
    write: cells => {
      const line = cells.map(field).join(separator);
      return line === '' || line.startsWith('#') ? `${quote}${line}${quote}` : line;
    },
  };
}
