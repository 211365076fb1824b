import { hasPointIn } from './points-near.js';

/**
 * @typedef {[x: number, y: number]} Point In pixels.
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Box
 * @typedef {{ box: Box, align: 'left' | 'center' | 'right' }} Position
 *
 * @typedef {object} Around What a label should not cover.
 * @property {Point[]} own Its own line, with a point every few pixels.
 * @property {Point[][]} others The other lines, likewise.
 * @property {Box[]} taken Other labels.
 * @property {{ width: number, height: number }} area
 */

/**
 * The position of least cost: within the area, not on labels or lines, on its own line's side of the others, and close to it.
 *
 * @param {Point[]} anchors The points of its line to place it at, best first.
 * @param {{ width: number, height: number }} size
 * @param {Around} around
 * @returns {{ position: Position, cost: number }}
 */
export function bestPosition(anchors, size, around) {
  let best = { position: positionAt(anchors[0], 'left', 0, size), cost: Number.POSITIVE_INFINITY };
  for (const [rank, anchor] of anchors.entries()) {
    for (const align of /** @type {const} */ (['left', 'center', 'right'])) {
      for (let shift = -MAX_SHIFT; shift <= MAX_SHIFT; shift += 4) {
        // A lower bound of the cost.
        const least = rank * 25 + Math.abs(shift) + ASIDE[align];
        if (least >= best.cost) continue;
        const position = positionAt(anchor, align, shift, size);
        const cost = least + costOf(position.box, anchor, around, best.cost - least);
        if (cost < best.cost) best = { position, cost };
      }
    }
  }
  return best;
}

/**
 * @param {Point[]} line
 * @returns {Point[]} The same line, with a point every few pixels.
 */
export function densely(line) {
  return line.flatMap(([x, y], index) => {
    const [fromX, fromY] = line[Math.max(0, index - 1)];
    const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x - fromX), Math.abs(y - fromY)) / 3));
    return Array.from({ length: steps }, (_, step) => {
      const share = (step + 1) / steps;
      return /** @type {Point} */ ([fromX + (x - fromX) * share, fromY + (y - fromY) * share]);
    });
  });
}

/**
 * @param {Point} anchor
 * @param {Position['align']} align
 * @param {number} shift
 * @param {{ width: number, height: number }} size
 * @returns {Position}
 */
function positionAt([x, y], align, shift, { width, height }) {
  const left = align === 'left' ? x + GAP : align === 'right' ? x - GAP - width : x - width / 2;
  const top = y - height / 2 + shift;
  return { align, box: { left, top, right: left + width, bottom: top + height } };
}

/**
 * @param {Box} box
 * @param {Point} anchor
 * @param {Around} around
 * @param {number} enough The cost at which the computation may stop.
 */
function costOf(box, anchor, { own, others, taken, area }, enough) {
  const isOutside = box.left < 0 || box.right > area.width || box.top < 0 || box.bottom > area.height - FOOT;
  const middle = (box.top + box.bottom) / 2;
  const soFar =
    (isOutside ? 1e6 : 0) +
    1e4 * taken.filter(other => overlap(box, other)).length +
    CROSSING * others.filter(line => isBetween(line[line.length - 1][1], anchor[1], middle)).length;
  if (soFar >= enough) return soFar;
  const covered = grown(box);
  const cost = soFar + 1e3 * [own, ...others].filter(line => hasPointIn(line, covered)).length;
  if (cost >= enough) return cost;
  const end = nearest(box, anchor);
  /** @type {Point[] | undefined} */
  let leader;
  const around = grown(boxAround(anchor, end, TOUCH));
  const isCrossed = (/** @type {Point[]} */ line) =>
    hasPointIn(line, around, ([x, y]) => {
      leader ??= densely([anchor, end]);
      return leader.some(([a, b]) => Math.abs(x - a) + Math.abs(y - b) < TOUCH);
    });
  // With another line in between, it would look like that line's label.
  return cost + 500 * others.filter(isCrossed).length;
}

/**
 * @param {Point} one
 * @param {Point} other
 * @param {number} distance
 * @returns {Box}
 */
function boxAround([x, y], [a, b], distance) {
  return {
    left: Math.min(x, a) - distance,
    right: Math.max(x, a) + distance,
    top: Math.min(y, b) - distance,
    bottom: Math.max(y, b) + distance,
  };
}

/**
 * @param {Box} box
 * @param {Point} point
 * @returns {Point}
 */
function nearest({ left, right, top, bottom }, [x, y]) {
  return [Math.min(Math.max(x, left), right), Math.min(Math.max(y, top), bottom)];
}

/**
 * @param {Box} a
 * @param {Box} b
 */
function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/**
 * @param {Box} box
 * @returns {Box} With the margin that a label keeps from lines.
 */
function grown({ left, top, right, bottom }) {
  return { left: left - 3, top: top - 3, right: right + 3, bottom: bottom + 3 };
}

/**
 * @param {number} value
 * @param {number} a
 * @param {number} b
 */
function isBetween(value, a, b) {
  return value !== a && (value - a) * (value - b) <= 0;
}

const GAP = 10;
/** How near a line comes to a leader that it touches. */
const TOUCH = 4;
const ASIDE = { left: 0, center: 6, right: 12 };
const MAX_SHIFT = 120;
/** For the horizontal axis and its numbers. */
const FOOT = 34;
/** The cost of another line between a label and its own: the smallest of the defects. */
export const CROSSING = 150;
