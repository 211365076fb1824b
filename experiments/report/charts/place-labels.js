import { COLOURS } from './theme.js';

/** @import { LineLabel } from './render-chart.js' */

/**
 * @typedef {[x: number, y: number]} Point
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Box
 */

/**
 * Finds each line's label a place close to the line's end where it covers no line and no other label.
 *
 * @param {LineLabel[]} labels
 * @param {Point[][]} lines In pixels, in the labels' order.
 * @param {{ width: number, height: number }} area
 * @returns {object[]} Elements for ECharts' `graphic`.
 */
export function placeLabels(labels, lines, area) {
  /** @type {Box[]} */
  const taken = [];
  const dense = lines.map(densely);
  return labels.flatMap(({ text, note, colour }, index) => {
    const width = Math.max(textWidth(text, TEXT_SIZE) * 1.08, textWidth(note ?? '', NOTE_SIZE));
    const size = { width, height: note === undefined ? LINE_HEIGHT : 2 * LINE_HEIGHT - 2 };
    const end = lines[index][lines[index].length - 1];
    const ends = lines.filter((_, other) => other !== index).map(line => line[line.length - 1]);
    const { box, align } = bestPlace(end, size, { taken, lines: dense, ends, area });
    taken.push(box);
    const x = align === 'left' ? box.left : align === 'right' ? box.right : (box.left + box.right) / 2;
    const style = { x, align, verticalAlign: 'top', stroke: COLOURS.surface, lineWidth: 4 };
    return [
      {
        id: `label-${index}`,
        type: 'text',
        silent: true,
        z: 100,
        style: { ...style, text, y: box.top, fill: colour, fontSize: TEXT_SIZE, fontWeight: 600 },
      },
      ...(note === undefined
        ? []
        : [
            {
              id: `note-${index}`,
              type: 'text',
              silent: true,
              z: 100,
              style: { ...style, text: note, y: box.top + LINE_HEIGHT, fill: COLOURS.muted, fontSize: NOTE_SIZE },
            },
          ]),
    ];
  });
}

/**
 * @param {Point} end
 * @param {{ width: number, height: number }} size
 * @param {object} around
 * @param {Box[]} around.taken
 * @param {Point[][]} around.lines
 * @param {Point[]} around.ends Of the other lines.
 * @param {{ width: number, height: number }} around.area
 */
function bestPlace([x, y], { width, height }, { taken, lines, ends, area }) {
  /** @type {{ box: Box, align: 'left' | 'center' | 'right', cost: number } | undefined} */
  let best;
  for (const [align, left] of /** @type {const} */ ([
    ['left', x + GAP],
    ['center', x - width / 2],
    ['right', x - GAP - width],
  ])) {
    for (let shift = -MAX_SHIFT; shift <= MAX_SHIFT; shift += 4) {
      const top = y - height / 2 + shift;
      const box = { left, top, right: left + width, bottom: top + height };
      const isOutside = left < 0 || box.right > area.width || top < 0 || box.bottom > area.height - FOOT;
      const cost =
        (isOutside ? 1e6 : 0) +
        1e4 * taken.filter(other => overlap(box, other)).length +
        1e3 * lines.filter(line => crosses(line, box)).length +
        // A label beyond another line's end would be taken for that line's.
        40 * ends.filter(([, endY]) => Math.sign(endY - y) * (y + shift - endY) >= 0 && endY !== y).length +
        Math.abs(shift) +
        (align === 'left' ? 0 : align === 'center' ? 6 : 12);
      if (best === undefined || cost < best.cost) best = { box, align, cost };
    }
  }
  return /** @type {NonNullable<typeof best>} */ (best);
}

/**
 * @param {Box} a
 * @param {Box} b
 */
function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/**
 * Whether a line passes through a box, or closer than is pleasant.
 *
 * @param {Point[]} line With a point every few pixels.
 * @param {Box} box
 */
function crosses(line, { left, top, right, bottom }) {
  return line.some(([x, y]) => x > left - 3 && x < right + 3 && y > top - 3 && y < bottom + 3);
}

/**
 * @param {Point[]} line
 * @returns {Point[]} The same line, with a point every few pixels.
 */
function densely(line) {
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
const LINE_HEIGHT = 17;
const GAP = 10;
const MAX_SHIFT = 120;
/** Where the horizontal axis has its numbers. */
const FOOT = 40;
