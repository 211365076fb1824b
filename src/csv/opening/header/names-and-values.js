import { isData, isUnlikeAll, looseShapeOf } from './cell-shape.js';

/** @param {string[]} row */
export function areNames(row) {
  return row.every(cell => cell.trim() !== '' && !isData(cell));
}

/** @param {string[]} row */
export function isUnique(row) {
  const filled = row.map(cell => cell.trim()).filter(Boolean);
  return new Set(filled).size === filled.length;
}

/**
 * @param {string[][]} rows
 * @param {number} column
 * @returns {boolean} Whether nearly all its values are data.
 */
export function isTyped(rows, column) {
  const cells = rows.map(row => row[column] ?? '').filter(cell => cell.trim() !== '');
  return cells.length > 0 && cells.filter(isData).length >= cells.length * NEARLY_ALL;
}

/**
 * Whether a cell is data, or has digits and the shape of a value in its column.
 *
 * @param {string} cell
 * @param {string[][]} rows Those of the column.
 * @param {number} column
 */
export function isValue(cell, rows, column) {
  if (isData(cell)) return true;
  if (!DIGIT.test(cell)) return false;
  const shape = looseShapeOf(cell);
  return rows.some(row => looseShapeOf(row[column] ?? '') === shape);
}

/**
 * Whether the first column counts the records and has no name, as pandas writes it, while the others have names. Below the records, totals
 * and empty rows may stand.
 *
 * @param {string[][]} rows
 */
export function isIndexed([top, ...below]) {
  const [name, ...others] = top ?? [];
  if (name !== '' || below.length < 2 || others.length === 0 || !areNames(others)) return false;
  let next = below[0][0] === '0' ? 0 : 1;
  let counted = 0;
  for (const [cell] of below) {
    if (cell !== String(next)) continue;
    next += 1;
    counted += 1;
  }
  return counted >= below.length * NEARLY_ALL;
}

/**
 * Whether the values below the first row have a kind or a shape in one column that its value does not have.
 *
 * @param {string[][]} rows
 */
export function looksUnlike([top, ...below]) {
  if (isIndexed([top, ...below])) return true;
  return (top ?? []).some((name, column) => {
    if (isTyped(below, column)) return (isPlain(name) || NUMBERED.test(name)) && !isValue(name, below, column);
    return (
      below.length > 2 &&
      isUnlikeAll(
        name,
        below.map(row => row[column] ?? ''),
      )
    );
  });
}

/**
 * Whether a row has more digits in a column than a name would have, and all values below have some, as numbers of houses in addresses.
 *
 * @param {string[]} top
 * @param {string[][]} below
 */
export function holdsNumber(top, below) {
  return top.some((cell, column) => {
    if (cell.trim() === '' || isPlain(cell)) return false;
    const values = below.map(row => (row[column] ?? '').trim()).filter(Boolean);
    return values.length > 0 && values.every(value => DIGIT.test(value));
  });
}

/**
 * Whether a name has hardly any digits, as `Q1` and `01/2024`. Values have more, as `fe80::1` and `user1234`.
 *
 * @param {string} name
 */
function isPlain(name) {
  const digits = name.replace(YEAR, '').match(/\d/g)?.length ?? 0;
  return name.trim() !== '' && (digits === 0 || (digits < 3 && (/^\p{L}/u.test(name) || YEAR.test(name))));
}

const DIGIT = /\d/;
/**
 * A name with a number, as `visit_001`, `T850hPa`, `FY23/24` and `Price (1000 EUR)`. `Room 123` and `C123` do not count: among numbers, they
 * may be values.
 */
const NUMBERED = /^(?!\p{Lu}+\d+$)\p{L}(?:[\p{L} ]* \([^()]*\)$|[\p{L}_]*\d{1,3}(?:[_/]\d{1,3})?[\p{L}_]*$)/u;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;
const NEARLY_ALL = 0.8;
