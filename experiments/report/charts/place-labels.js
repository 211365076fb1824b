import { bestPosition, CROSSING, densely } from './label-positions.js';
import { COLOURS } from './theme.js';

/** @import { Position, Point } from './label-positions.js' */
/** @import { LineLabel } from './render-chart.js' */

/**
 * Positions each line's label close to its line, where it covers no line and no other label. The order matters, because an
 * earlier label may take a position that a later one needs: tries all orders within a panel.
 *
 * @param {LineLabel[]} labels
 * @param {Point[][]} lines In pixels, in the labels' order.
 * @param {{ width: number, height: number }} area
 * @returns {object[]} Elements for ECharts' `graphic`.
 */
export function placeLabels(labels, lines, area) {
  const dense = lines.map(densely);
  /** @type {Map<number, Position>} */
  let positions = new Map();
  for (const panel of new Set(labels.map(label => label.panel))) {
    const own = [...labels.keys()].filter(index => labels[index].panel === panel);
    let best = { positions, cost: Number.POSITIVE_INFINITY };
    for (const order of ordersOf(own)) {
      const other = placeInOrder(order, positions);
      if (other.cost < best.cost) best = other;
      // Good enough: nothing is covered and no line is in between.
      if (best.cost < CROSSING) break;
    }
    positions = best.positions;
  }
  return labels.flatMap((label, index) => draw(label, index, /** @type {Position} */ (positions.get(index))));

  /**
   * @param {number[]} order
   * @param {Map<number, Position>} before
   */
  function placeInOrder(order, before) {
    const found = new Map(before);
    let sum = 0;
    for (const index of order) {
      const { text, note } = labels[index];
      const size = { width: Math.max(textWidth(text, TEXT_SIZE) * BOLD, textWidth(note, NOTE_SIZE)), height: HEIGHT };
      const others = dense.filter((_, other) => other !== index);
      const taken = Array.from(found.values(), ({ box }) => box);
      const { position, cost } = bestPosition(anchorsOf(dense[index]), size, {
        own: dense[index],
        others,
        taken,
        area,
      });
      found.set(index, position);
      sum += cost;
    }
    return { positions: found, cost: sum };
  }
}

/**
 * @template T
 * @param {T[]} items Few.
 * @returns {T[][]}
 */
function ordersOf(items) {
  if (items.length < 2) return [items];
  return items.flatMap(first => ordersOf(items.filter(item => item !== first)).map(rest => [first, ...rest]));
}

/**
 * @param {LineLabel} label
 * @param {number} index
 * @param {Position} position
 */
function draw({ text, note, colour }, index, { box, align }) {
  const x = align === 'left' ? box.left : align === 'right' ? box.right : (box.left + box.right) / 2;
  const style = { x, align, verticalAlign: 'top', stroke: COLOURS.surface, lineWidth: 4 };
  const element = { type: 'text', silent: true, z: 100 };
  return [
    {
      id: `label-${index}`,
      ...element,
      style: { ...style, text, y: box.top, fill: colour, fontSize: TEXT_SIZE, fontWeight: 600 },
    },
    {
      id: `note-${index}`,
      ...element,
      style: { ...style, text: note, y: box.top + LINE_HEIGHT, fill: COLOURS.muted, fontSize: NOTE_SIZE },
    },
  ];
}

/**
 * The points of a line at which its label may be: preferably at the end.
 *
 * @param {Point[]} dense
 * @returns {Point[]} Best first.
 */
function anchorsOf(dense) {
  return [1, 0.8, 0.6, 0.4, 0.2].map(share => dense[Math.floor((dense.length - 1) * share)]);
}

/**
 * Estimates the width of a text, rather too wide than too narrow. Without a browser there are no font metrics.
 *
 * @param {string} text
 * @param {number} fontSize
 */
export function textWidth(text, fontSize) {
  return text.length * fontSize * 0.58;
}

const TEXT_SIZE = 14;
const NOTE_SIZE = 12;
const BOLD = 1.08;
const LINE_HEIGHT = 17;
const HEIGHT = 2 * LINE_HEIGHT - 2;
