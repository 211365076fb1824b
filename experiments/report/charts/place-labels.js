import { bestPlace, densely } from './label-places.js';
import { COLOURS } from './theme.js';

/** @import { Box, Point } from './label-places.js' */
/** @import { LineLabel } from './render-chart.js' */

/**
 * Finds each line's label a place close to its line where it covers no line and no other label.
 *
 * @param {LineLabel[]} labels
 * @param {Point[][]} lines In pixels, in the labels' order.
 * @param {{ width: number, height: number }} area
 * @returns {object[]} Elements for ECharts' `graphic`.
 */
export function placeLabels(labels, lines, area) {
  const dense = lines.map(densely);
  /** @type {Box[]} */
  const taken = [];
  return labels.flatMap(({ text, note, colour }, index) => {
    const size = { width: Math.max(textWidth(text, TEXT_SIZE) * BOLD, textWidth(note, NOTE_SIZE)), height: HEIGHT };
    const anchors = anchorsOf(dense[index]);
    const others = dense.filter((_, other) => other !== index);
    const { box, align } = bestPlace(anchors, size, { own: dense[index], others, taken, area });
    taken.push(box);
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
  });
}

/**
 * Where on its line a label may be: best at the end, else on the way.
 *
 * @param {Point[]} dense
 * @returns {Point[]} The best first.
 */
function anchorsOf(dense) {
  return [1, 0.8, 0.6, 0.4, 0.2].map(share => dense[Math.floor((dense.length - 1) * share)]);
}

/**
 * About how wide a text is: no font is at hand where there is no browser. Rather too wide than too narrow.
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
