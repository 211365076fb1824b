/** @import { Box, Point } from './label-positions.js' */

/**
 * Whether a line has a point within a box that meets a condition. A line may have thousands of points, of which few are near.
 *
 * @param {Point[]} line Never changes.
 * @param {Box} box Without its edges.
 * @param {(point: Point) => boolean} [condition]
 */
export function hasPointIn(line, box, condition = () => true) {
  const { squares, first, last } = squaresOf(line);
  const columns = [Math.max(first.column, squareAt(box.left)), Math.min(last.column, squareAt(box.right))];
  const rows = [Math.max(first.row, squareAt(box.top)), Math.min(last.row, squareAt(box.bottom))];
  for (let column = columns[0]; column <= columns[1]; column++) {
    for (let row = rows[0]; row <= rows[1]; row++) {
      if (squares.get(keyOf(column, row))?.some(point => isIn(box, point) && condition(point))) return true;
    }
  }
  return false;
}

/**
 * @typedef {object} Squares
 * @property {Map<number, Point[]>} squares
 * @property {{ column: number, row: number }} first
 * @property {{ column: number, row: number }} last
 */

/**
 * @param {Point[]} line
 * @returns {Squares} Its points by the square that they lie in.
 */
function squaresOf(line) {
  const known = KNOWN.get(line);
  if (known !== undefined) return known;
  /** @type {Squares['squares']} */
  const squares = new Map();
  const first = { column: Number.POSITIVE_INFINITY, row: Number.POSITIVE_INFINITY };
  const last = { column: Number.NEGATIVE_INFINITY, row: Number.NEGATIVE_INFINITY };
  for (const point of line) {
    const [column, row] = point.map(squareAt);
    // Nowhere, as the logarithm of 0 is.
    if (!Number.isFinite(column + row)) continue;
    Object.assign(first, { column: Math.min(first.column, column), row: Math.min(first.row, row) });
    Object.assign(last, { column: Math.max(last.column, column), row: Math.max(last.row, row) });
    const points = squares.get(keyOf(column, row));
    if (points === undefined) squares.set(keyOf(column, row), [point]);
    else points.push(point);
  }
  KNOWN.set(line, { squares, first, last });
  return { squares, first, last };
}

/** @param {number} pixels */
function squareAt(pixels) {
  return Math.floor(pixels / SIDE);
}

/**
 * @param {number} column
 * @param {number} row
 */
function keyOf(column, row) {
  return column * 2 ** 20 + row;
}

/**
 * @param {Box} box
 * @param {Point} point
 */
function isIn({ left, top, right, bottom }, [x, y]) {
  return x > left && x < right && y > top && y < bottom;
}

/** @type {WeakMap<Point[], Squares>} */
const KNOWN = new WeakMap();
const SIDE = 24;
