import { keepUnits } from '../figures.js';
import { textWidth } from './place-labels.js';
import { COLOURS, FONTS, paint } from './theme.js';

/** @import { Drawing } from './render-chart.js' */

/**
 * @typedef {object} Chart
 * @property {string} name For its files and ids.
 * @property {string} title Its finding.
 * @property {string} subtitle What is drawn, and the unit.
 * @property {string} description The alternative text.
 * @property {(id: string, width: number) => Drawing} draw
 */

/** Of the renderings for desktop and phone, without margins. */
export const WIDTHS = Object.freeze({ wide: 760, narrow: 358 });

/**
 * Renders a chart as standalone files, with its title.
 *
 * @param {Chart} chart
 * @param {keyof typeof WIDTHS} format
 * @returns {{ light: string, dark: string }}
 */
export function standaloneSvgs(chart, format) {
  const { svg, width, height } = drawingOf(chart, format, chart.name);
  const size = format === 'wide' ? TITLE_SIZE : NARROW_TITLE_SIZE;
  const titles = wrapEvenly(keepUnits(chart.title), width, size);
  const subtitles = wrapEvenly(keepUnits(chart.subtitle), width, SUBTITLE_SIZE);
  const lines = [
    ...titles.map((text, index) => line(text, MARGIN + (index + 1) * size * LEADING, size, COLOURS.ink, 650)),
    ...subtitles.map((text, index) => {
      const y = MARGIN + 6 + titles.length * size * LEADING + (index + 1) * SUBTITLE_SIZE * LEADING;
      return line(text, y, SUBTITLE_SIZE, COLOURS.muted, 400);
    }),
  ];
  const top = Math.ceil(MARGIN + 16 + (titles.length * size + subtitles.length * SUBTITLE_SIZE) * LEADING);
  const [outerWidth, outerHeight] = [width + 2 * MARGIN, top + height + MARGIN / 2];
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${outerWidth}" height="${outerHeight}" viewBox="0 0 ${outerWidth} ${outerHeight}" role="img" aria-label="${escapeXml(chart.description)}" font-family="${FONTS}">
<rect width="${outerWidth}" height="${outerHeight}" rx="8" fill="${COLOURS.surface}"/>
${lines.join('\n')}
<g transform="translate(${MARGIN} ${top})">
${svg}</g>
</svg>
`;
  return { light: paint(drawn, 'light'), dark: paint(drawn, 'dark') };
}

/**
 * Renders a chart for a page that has its title and sets its colours.
 *
 * @param {Chart} chart
 * @param {keyof typeof WIDTHS} format
 * @returns {string}
 */
export function inlineSvg(chart, format) {
  const { svg, width, height } = drawingOf(chart, format, `${chart.name}-${format}`);
  return paint(
    `<svg class="${format}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(chart.description)}">\n${svg}</svg>`,
    'page',
  );
}

/**
 * A chart stands in a page and in files of its own, and is drawn once for both.
 *
 * @param {Chart} chart
 * @param {keyof typeof WIDTHS} format
 * @param {string} id The prefix of its ids.
 * @returns {Drawing}
 */
function drawingOf(chart, format, id) {
  const drawings = DRAWN.get(chart) ?? {};
  DRAWN.set(chart, drawings);
  drawings[format] ??= chart.draw(ANY_ID, WIDTHS[format]);
  return { ...drawings[format], svg: drawings[format].svg.replaceAll(ANY_ID, id) };
}

/** @type {WeakMap<Chart, Partial<Record<keyof typeof WIDTHS, Drawing>>>} */
const DRAWN = new WeakMap();
const ANY_ID = 'ID_OF_THE_CHART';

/**
 * @param {string} text
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 * @param {number} weight
 */
function line(text, y, size, colour, weight) {
  return `<text x="${MARGIN}" y="${Number(y.toFixed(1))}" font-size="${size}" font-weight="${weight}" fill="${colour}">${escapeXml(text)}</text>`;
}

/**
 * Wraps text to as few lines as possible, of about the same length.
 *
 * @param {string} text
 * @param {number} room
 * @param {number} size
 */
function wrapEvenly(text, room, size) {
  const lines = wrap(text, room, size);
  for (let narrower = room - 10; narrower > room / 2; narrower -= 10) {
    const other = wrap(text, narrower, size);
    if (other.length > lines.length || other.some(line => textWidth(line, size) > narrower)) break;
    lines.splice(0, lines.length, ...other);
  }
  return lines;
}

/**
 * @param {string} text
 * @param {number} room
 * @param {number} size
 */
function wrap(text, room, size) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(longer, size) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/**
 * @param {string} text
 * @returns {string} Safe in an element's text or a quoted attribute, in XML and HTML.
 */
export function escapeXml(text) {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}

const TITLE_SIZE = 20;
const NARROW_TITLE_SIZE = 17;
const SUBTITLE_SIZE = 13;
const LEADING = 1.3;
const MARGIN = 16;
