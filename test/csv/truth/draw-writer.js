/** @import { Random } from '../../support/random.js' */

/** @typedef {ReturnType<typeof drawWriter>} Writer */

/**
 * How programs write fields.
 *
 * @param {Random} random
 */
export function drawWriter({ chance, weighted }) {
  const delimiter =
    weighted([
      [5, ','],
      [5, ';'],
      [3, '\t'],
      [1, '|'],
    ]) ?? ',';
  const newline = chance(0.5) ? '\r\n' : '\n';
  const quoting =
    weighted([
      [10, 'minimal'],
      [3, 'all'],
      [2, 'text'],
      [1, 'lenient'],
      [delimiter === '\t' ? 3 : 0.3, 'none'],
    ]) ?? 'minimal';
  const quotesNames = quoting === 'text' ? chance(0.5) : quoting === 'all' && chance(0.9);
  /**
   * @param {string} cell
   * @param {boolean} all
   */
  const field = (cell, all) => {
    const isOpen = cell.includes(delimiter) || cell.startsWith('"') || /[\r\n]/.test(cell);
    const must =
      isOpen || (quoting !== 'lenient' && cell.includes('"')) || (quoting === 'text' && /[^\d.,-]/.test(cell));
    if (quoting === 'none' || !(must || (all && cell !== ''))) return cell;
    return `"${cell.replaceAll('"', '""')}"`;
  };
  let isOdd = false;
  /**
   * @param {readonly string[]} cells
   * @param {boolean} all
   */
  const write = (cells, all) => {
    if (quoting === 'lenient' || quoting === 'none') isOdd ||= cells.some(cell => cell.includes('"'));
    const line = cells.map(cell => field(cell, all)).join(delimiter);
    return line || '""';
  };
  return {
    delimiter,
    newline,
    /** Whether quotes are written that RFC 4180 does not know. */
    get isOdd() {
      return isOdd;
    },
    /**
     * @param {string} cell
     * @returns {string} What can be written of it: without quotes, neither delimiters nor line ends, nor quotes at both ends.
     */
    holds: cell => (quoting === 'none' ? bare(cell.replaceAll(delimiter, '/').replaceAll('\n', ' ')) : cell),
    /** @param {readonly string[]} cells */
    write: cells => write(cells, quoting === 'all'),
    /** @param {readonly string[]} names */
    writeNames: names => write(names, quotesNames),
  };
}

/** @param {string} cell */
function bare(cell) {
  return cell.replace(/^"(.*)"$/, '$1');
}
