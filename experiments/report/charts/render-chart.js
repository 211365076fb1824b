import { createRequire } from 'node:module';
import { placeLabels } from './place-labels.js';
import { COLOURS } from './theme.js';

/** @import { EChartsCoreOption } from 'echarts/core' */

/**
 * @typedef {object} LineLabel A label at a line's end, instead of a legend.
 * @property {string} text
 * @property {string} note Below it, in grey.
 * @property {string} colour
 * @property {number} panel Index of the chart's grid.
 * @property {[x: number, y: number][]} line In values of the axes.
 *
 * @typedef {object} Drawing
 * @property {string} svg The content of an `<svg>` of this size.
 * @property {number} width
 * @property {number} height
 */

/**
 * Renders a chart without a browser. The same option gives the same bytes.
 *
 * @param {object} chart
 * @param {string} chart.id The prefix of its ids, because several charts may share a page.
 * @param {number} chart.width
 * @param {number} chart.height
 * @param {EChartsCoreOption} chart.option
 * @param {LineLabel[]} [chart.labels]
 * @returns {Drawing}
 */
export function renderChart({ id, width, height, option, labels = [] }) {
  core ??= loadCore();
  const chart = core.init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ animation: false, textStyle: { fontSize: FONT_SIZE, color: COLOURS.muted }, ...option });
    if (labels.length > 0) {
      const lines = labels.map(({ line, panel }) =>
        line.map(point => chart.convertToPixel({ xAxisIndex: panel, yAxisIndex: panel }, point)),
      );
      chart.setOption({ graphic: placeLabels(labels, /** @type {[number, number][][]} */ (lines), { width, height }) });
    }
    return { svg: tidy(chart.renderToSVGString(), id), width, height };
  } finally {
    chart.dispose();
  }
}

/**
 * Removes attributes for interaction, ids that count the charts of this process, and fonts, which the page sets.
 *
 * @param {string} svg
 * @param {string} id
 */
function tidy(svg, id) {
  return svg
    .replace(/^<svg[^>]*>\s*<rect[^>]*><\/rect>\n|<\/svg>\s*$/g, '')
    .replace(/<style >[\s\S]*?<\/style>\n?/g, '')
    .replace(/ (?:class|pointer-events|ecmeta_\w+|xml:space)="[^"]*"/g, '')
    .replace(/ fill="#000"(?=><\/path>\n<\/clipPath>)/g, '')
    .replace(/font-family:[^;"]*;/g, '')
    .replace(/\bzr\d+-/g, `${id}-`);
}

/**
 * Loaded with the first chart, since it has 585 files: a program that draws none starts in a third of the time.
 *
 * @returns {typeof import('echarts/core')}
 */
function loadCore() {
  const require = createRequire(import.meta.url);
  const { BarChart, CustomChart, LineChart, ScatterChart } = require('echarts/charts');
  const { GraphicComponent, GridComponent } = require('echarts/components');
  const { SVGRenderer } = require('echarts/renderers');
  const loaded = require('echarts/core');
  loaded.use([BarChart, CustomChart, GraphicComponent, GridComponent, LineChart, ScatterChart, SVGRenderer]);
  return loaded;
}

/** @type {typeof import('echarts/core') | undefined} */
let core;

const FONT_SIZE = 13;
