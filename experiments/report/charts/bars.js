import { formatSpread } from '../figures.js';
import { textWidth } from './place-labels.js';
import { renderChart } from './render-chart.js';
import { COLOURS } from './theme.js';

/** @import { Spread } from '../summary.js' */
/** @import { Chart } from './frame.js' */
/** @import { Drawing } from './render-chart.js' */

/**
 * @typedef {object} Bar
 * @property {string} label
 * @property {Spread | null} value null if there is none; then `words` say why.
 * @property {string} [words] Instead of the value beside the bar.
 * @property {'buffer' | 'rowByRow' | 'stream'} [role] Its colour: what is warned of, what is only compared (the default), what
 *   is recommended.
 * @property {string} [group] A heading above the first bar that has it.
 *
 * @typedef {object} BarsOptions
 * @property {string} name For its files and ids.
 * @property {string} title The finding.
 * @property {string} subtitle What is drawn, and the unit.
 * @property {Bar[]} bars
 * @property {(value: number) => string} format A number, a space and a unit.
 */

/**
 * A chart of medians and ranges as horizontal bars, each with its figures beside it.
 *
 * @param {BarsOptions} options
 * @returns {Chart | null} null if no bar has a value.
 */
export function barChart({ name, title, subtitle, bars, format }) {
  if (bars.every(({ value }) => value === null)) return null;
  const figures = bars.map(bar => `${bar.group ? `${bar.group}, ` : ''}${bar.label} ${valueText(bar, format)}`);
  return {
    ...{ name, title, subtitle },
    description: `${subtitle}: ${figures.join('; ')}.`,
    draw: (id, width) => draw(id, width, bars, format),
  };
}

/**
 * @param {Bar} bar
 * @param {(value: number) => string} format
 * @returns {string}
 */
function valueText({ value, words }, format) {
  if (words !== undefined) return words;
  if (value === null) return '–';
  return formatSpread(value, format);
}

/**
 * @param {string} id
 * @param {number} width
 * @param {Bar[]} bars
 * @param {(value: number) => string} format
 * @returns {Drawing}
 */
function draw(id, width, bars, format) {
  const isNarrow = width < 500;
  const texts = bars.map(bar => valueText(bar, format));
  const left = isNarrow ? 0 : Math.min(280, Math.max(...bars.map(({ label }) => textWidth(label, LABEL_SIZE))) + 12);
  const right = Math.max(...texts.map(text => textWidth(text, VALUE_SIZE))) + 10;
  const most = Math.max(...bars.map(({ value }) => value?.max ?? 0)) || 1;
  const scale = (/** @type {number} */ value) => left + (value / most) * (width - left - right);
  /** @type {object[]} */
  const elements = [];
  let y = 4;
  for (const [index, bar] of bars.entries()) {
    const { label, value, role = 'rowByRow', group } = bar;
    if (group !== undefined && group !== bars[index - 1]?.group) {
      if (index > 0) y += 12;
      elements.push(text(group, { x: 0, y, fill: COLOURS.ink, fontSize: 14, fontWeight: 600 }));
      y += 24;
    }
    const top = isNarrow ? y + 18 : y;
    const middle = top + BAR_HEIGHT / 2;
    const ink = { fill: COLOURS.ink, fontSize: LABEL_SIZE };
    elements.push(
      isNarrow
        ? text(label, { x: 0, y, ...ink })
        : text(label, { x: left - 12, y: middle, align: 'right', verticalAlign: 'middle', ...ink }),
    );
    const end = value === null ? left : scale(value.max);
    if (value !== null) {
      const shape = { x: left, y: top, width: Math.max(1, scale(value.median) - left), height: BAR_HEIGHT };
      elements.push({ type: 'rect', silent: true, shape, style: { fill: COLOURS[role] } });
      if (value.max > value.min) elements.push(rangeLine(scale(value.min), end, middle));
    }
    const muted = { fill: COLOURS.muted, fontSize: VALUE_SIZE };
    elements.push(text(texts[index], { x: end + 6, y: middle, verticalAlign: 'middle', ...muted }));
    y = top + BAR_HEIGHT + (isNarrow ? 8 : 10);
  }
  return renderChart({ id, width, height: y, option: { graphic: elements } });
}

/**
 * @param {number} from
 * @param {number} to
 * @param {number} y
 */
function rangeLine(from, to, y) {
  const shape = { x1: from, y1: y, x2: to, y2: y };
  return { type: 'line', silent: true, shape, style: { stroke: COLOURS.ink, lineWidth: 1.5 } };
}

/**
 * @param {string} content
 * @param {object} style
 */
function text(content, style) {
  return { type: 'text', silent: true, style: { text: content, ...style } };
}

const BAR_HEIGHT = 16;
const LABEL_SIZE = 13;
const VALUE_SIZE = 12;
