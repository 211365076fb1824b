import { formatBytes } from '../../../src/cli/units.js';
import { formatExponent, VARIANT_NAMES } from '../figures.js';
import { formatByteTick, horizontalAxis, sparseTicks, verticalAxis } from './axes.js';
import { renderChart } from './render-chart.js';
import { spreadBars } from './spread-bars.js';
import { COLOURS, VARIANT_STYLES } from './theme.js';

/** @import { Input } from '../../results.js' */
/** @import { Summary, VariantSummary } from '../summary.js' */
/** @import { Chart } from './frame.js' */

/**
 * A chart of peak memory by input size, both axes logarithmic, with the fitted power law.
 *
 * @param {Input[]} inputs
 * @param {Summary} summary
 * @returns {Chart | null} null if there is nothing to compare.
 */
export function memoryGrowth(inputs, { variants }) {
  const grown = variants.filter(({ growth }) => growth !== null);
  if (grown.length === 0) return null;
  const exponents = grown.map(
    ({ variant, growth }) => `${VARIANT_NAMES[variant]} ${formatExponent(growth?.exponent ?? 0)}`,
  );
  return {
    name: 'memory-growth',
    title: titleOf(grown),
    subtitle: 'Peak resident memory by inflated size, medians and ranges; both axes logarithmic',
    description: `Peak memory against input size, both axes logarithmic, from ${formatBytes(inputs[0].bytes)} to ${formatBytes(inputs[inputs.length - 1].bytes)}. Exponents of growth: ${exponents.join(', ')}. 0 does not grow, 1 grows in proportion.`,
    draw: (id, width) => draw(id, width, inputs, grown),
  };
}

/** @param {VariantSummary[]} grown */
function titleOf(grown) {
  const [buffer, stream] = ['buffer', 'stream'].map(name => grown.find(({ variant }) => variant === name)?.growth);
  if (stream && stream.exponent < HARDLY) {
    const does = stream.exponent < FLAT ? 'does not' : 'hardly does';
    return buffer && buffer.exponent > GROWING
      ? `The buffer grows with the archive, the stream ${does}`
      : `The stream ${does === 'does not' ? 'does not grow' : 'hardly grows'} with the archive`;
  }
  return 'How peak memory grows with the archive';
}

/**
 * @param {string} id
 * @param {number} width
 * @param {Input[]} inputs
 * @param {VariantSummary[]} grown
 */
function draw(id, width, inputs, grown) {
  const isNarrow = width < 500;
  const sizes = inputs.map(({ bytes }) => Math.log2(bytes));
  const peaks = grown.flatMap(({ measured }) =>
    measured.flatMap(cell => (cell ? Object.values(cell.peakRssBytes) : [])),
  );
  const lowest = Math.floor(Math.log2(Math.min(...peaks) / TICK_BYTES) - 0.3);
  const highest = Math.ceil(Math.log2(Math.max(...peaks) / TICK_BYTES) - 0.02);
  const at = (/** @type {number} */ bytes) => Math.log2(bytes / TICK_BYTES);
  const reach = [Math.min(...sizes), Math.max(...sizes)];
  const pad = (reach[1] - reach[0]) * 0.04;
  const labelled = sparseTicks(sizes, ((reach[1] - reach[0]) * 64) / (width - 90));
  const lines = grown.map(({ variant, growth }) => ({
    variant,
    exponent: growth?.exponent ?? 0,
    line: reach.map(
      size =>
        /** @type {[number, number]} */ ([size, at((growth?.factor ?? 1) * 2 ** (size * (growth?.exponent ?? 0)))]),
    ),
  }));
  return renderChart({
    id,
    width,
    height: isNarrow ? 320 : 400,
    option: {
      grid: { left: 60, right: isNarrow ? 20 : 130, top: isNarrow ? 30 : 14, bottom: 34 },
      xAxis: horizontalAxis({
        min: reach[0] - pad,
        max: reach[1] + pad,
        axisTick: { show: true, length: 4, lineStyle: { color: COLOURS.axis }, customValues: sizes },
        axisLabel: { customValues: labelled, formatter: (/** @type {number} */ size) => formatByteTick(2 ** size) },
      }),
      yAxis: verticalAxis({
        min: lowest,
        max: Math.max(highest, lowest + 1),
        interval: Math.max(1, Math.ceil((highest - lowest) / 8)),
        axisLabel: { formatter: (/** @type {number} */ power) => formatByteTick(TICK_BYTES * 2 ** power) },
      }),
      series: grown.flatMap(({ variant, measured }, index) => {
        const { colour, symbol, dash } = VARIANT_STYLES[variant];
        const points = measured.flatMap((cell, input) => (cell ? [{ x: sizes[input], ...cell.peakRssBytes }] : []));
        return [
          {
            type: 'line',
            data: lines[index].line,
            showSymbol: false,
            lineStyle: { color: colour, width: 1.75, type: dash },
          },
          spreadBars(
            points.map(({ x, min, max }) => [x, at(min), at(max)]),
            colour,
          ),
          {
            type: 'scatter',
            data: points.map(({ x, median }) => [x, at(median)]),
            symbol,
            symbolSize: 9,
            itemStyle: { color: colour, borderColor: COLOURS.surface, borderWidth: 1.5, opacity: 1 },
          },
        ];
      }),
    },
    labels: lines.map(({ variant, exponent, line }) => ({
      text: VARIANT_NAMES[variant],
      note: `exponent ${formatExponent(exponent)}`,
      colour: VARIANT_STYLES[variant].colour,
      panel: 0,
      line,
    })),
  });
}

/** Exponents: ten times the archive takes at most 12 % more memory; at most 41 %. */
const FLAT = 0.05;
const HARDLY = 0.15;
const GROWING = 0.5;
/** The vertical axis has ticks at its doublings. */
const TICK_BYTES = 100e6;
