import { formatCount } from '../../../src/cli/units.js';
import { describeSize, formatMemorySize, formatSeconds, VARIANT_NAMES } from '../figures.js';
import { textWidth } from './place-labels.js';
import { renderChart } from './render-chart.js';
import { COLOURS, VARIANT_STYLES } from './theme.js';

/** @import { Summary, VariantSummary } from '../summary.js' */
/** @import { Chart } from './frame.js' */

/**
 * A chart of the memory sizes in which each variant finished: filled with a tick, or empty with a cross.
 *
 * @param {Summary} summary
 * @returns {Chart | null} null if no limit was tried.
 */
export function survival({ variants, largest, isLimited }) {
  if (!isLimited) return null;
  const outcomes = variants.map(({ variant, trials }) => {
    const named = trials.flatMap(({ memoryMegabytes, outcome }) =>
      outcome ? `${formatMemorySize(memoryMegabytes)} ${outcome}` : [],
    );
    return `${VARIANT_NAMES[variant]}: ${named.join(', ')}`;
  });
  return {
    name: 'survival',
    title: titleOf(variants),
    subtitle: `Each variant with limited memory, ${describeSize(largest)}; wall time if it finished`,
    description: `Which memory sizes each variant survives. ${outcomes.join('. ')}.`,
    draw: (id, width) => draw(id, width, variants),
  };
}

/** @param {VariantSummary[]} variants */
function titleOf(variants) {
  const [buffer, stream] = ['buffer', 'stream'].map(name => variants.find(({ variant }) => variant === name));
  const needs = (/** @type {VariantSummary | undefined} */ summary) =>
    summary?.smallestMegabytes ? `needs ${formatMemorySize(summary.smallestMegabytes)}` : 'survives in none of them';
  return `The stream ${needs(stream)}, the buffer ${needs(buffer)}`;
}

/**
 * @param {string} id
 * @param {number} width
 * @param {VariantSummary[]} variants
 */
function draw(id, width, variants) {
  const isNarrow = width < 500;
  const sizes = variants[0].trials.map(({ memoryMegabytes }) => memoryMegabytes);
  const left = isNarrow ? 0 : 104;
  const gap = isNarrow ? 4 : 8;
  const cell = { width: (width - left + gap) / sizes.length - gap, height: 46 };
  const rowHeight = cell.height + (isNarrow ? 32 : 12);
  const top = 34;
  const elements = sizes.map((size, column) =>
    text(isNarrow && column > 0 ? formatCount(size) : formatMemorySize(size), {
      x: left + column * (cell.width + gap) + cell.width / 2,
      y: 10,
      fill: COLOURS.muted,
      fontSize: 12,
      align: 'center',
    }),
  );
  variants.forEach(({ variant, trials }, row) => {
    const y = top + row * rowHeight + (isNarrow ? 22 : 0);
    const { colour } = VARIANT_STYLES[variant];
    elements.push(
      text(VARIANT_NAMES[variant], {
        x: isNarrow ? left : left - 12,
        y: isNarrow ? y - 19 : y + cell.height / 2 - 8,
        fill: colour,
        fontSize: 14,
        fontWeight: 600,
        align: isNarrow ? 'left' : 'right',
      }),
    );
    trials.forEach((trial, column) => {
      elements.push(...drawTrial(trial, colour, { x: left + column * (cell.width + gap), y, ...cell }));
    });
  });
  return renderChart({ id, width, height: top + variants.length * rowHeight + 6, option: { graphic: elements } });
}

/**
 * @param {VariantSummary['trials'][number]} trial
 * @param {string} colour
 * @param {{ x: number, y: number, width: number, height: number }} cell
 * @returns {object[]}
 */
function drawTrial({ outcome, wallSeconds }, colour, { x, y, width, height }) {
  const shape = { x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1, r: 5 };
  const middle = x + width / 2;
  if (outcome === null) {
    return [
      text('not tried', { x: middle, y: y + height / 2 - 6, fill: COLOURS.muted, fontSize: 11, align: 'center' }),
    ];
  }
  const isFinished = outcome === 'finished';
  const ink = isFinished ? COLOURS.surface : COLOURS.muted;
  const mark = isFinished ? TICK : CROSS;
  const words = isFinished ? formatSeconds(wallSeconds ?? 0) : outcome;
  const isRoomy = textWidth(words, FONT_SIZE) <= width;
  return [
    {
      type: 'rect',
      silent: true,
      shape,
      style: isFinished ? { fill: colour } : { fill: COLOURS.killed, stroke: COLOURS.axis, lineDash: [4, 3] },
    },
    ...mark.map(points => ({
      type: 'polyline',
      silent: true,
      shape: { points: points.map(([dx, dy]) => [middle + dx, y + (isRoomy ? 15 : height / 2) + dy]) },
      style: { stroke: ink, lineWidth: 2.25, lineCap: 'round', lineJoin: 'round', fill: 'none' },
    })),
    ...(isRoomy ? [text(words, { x: middle, y: y + 26, fill: ink, fontSize: FONT_SIZE, align: 'center' })] : []),
  ];
}

/**
 * @param {string} content
 * @param {object} style
 * @returns {object}
 */
function text(content, style) {
  return { type: 'text', silent: true, style: { text: content, ...style } };
}

const FONT_SIZE = 12;
const TICK = [
  [
    [-5, 0],
    [-1.5, 4],
    [5, -4],
  ],
];
const CROSS = [
  [
    [-4, -4],
    [4, 4],
  ],
  [
    [-4, 4],
    [4, -4],
  ],
];
