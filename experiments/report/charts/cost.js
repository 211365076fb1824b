import { PRICES } from '../../lambda/prices.js';
import { formatDollars, formatFactor, formatMemorySize, VARIANT_NAMES } from '../figures.js';
import { dollarTick, horizontalAxis, roundScale, verticalAxis } from './axes.js';
import { renderChart } from './render-chart.js';
import { COLOURS, VARIANT_STYLES } from './theme.js';

/** @import { VariantCosts } from '../costs.js' */
/** @import { Chart } from './frame.js' */

/**
 * A chart of dollars per terabyte on Lambda by memory size, for variants that survive it.
 *
 * @param {VariantCosts[]} costs
 * @returns {Chart | null} null if no variant survives.
 */
export function cost(costs) {
  const paid = costs.filter(({ sizes }) => sizes.length > 0);
  if (paid.length === 0) return null;
  const named = paid.map(({ variant, sizes }) => {
    const each = sizes.map(
      ({ memoryMegabytes, dollarsPerTerabyte }) =>
        `${formatDollars(dollarsPerTerabyte)} at ${formatMemorySize(memoryMegabytes)}`,
    );
    return `${VARIANT_NAMES[variant]} ${each.join(', ')}`;
  });
  return {
    name: 'cost',
    title: titleOf(paid),
    subtitle: `US dollars per terabyte (inflated) by the function’s memory in MB, for sizes that it survives; ${PRICES.region}, x86`,
    description: `Cost per terabyte by memory size: ${named.join('; ')}.`,
    draw: (id, width) => draw(id, width, paid, costs),
  };
}

/** @param {VariantCosts[]} paid */
function titleOf(paid) {
  const cheapest = paid.map(({ variant, sizes }) => ({
    variant,
    dollars: Math.min(...sizes.map(({ dollarsPerTerabyte }) => dollarsPerTerabyte)),
  }));
  const stream = cheapest.find(({ variant }) => variant === 'stream')?.dollars;
  const buffer = cheapest.find(({ variant }) => variant === 'buffer')?.dollars;
  if (stream === undefined) return 'What a terabyte costs on Lambda';
  const isMuchCheaper = buffer !== undefined && buffer / stream >= 1.1;
  return `A terabyte costs ${formatDollars(stream)} to stream${isMuchCheaper ? `, ${formatFactor(buffer / stream)} times that to buffer` : ''}`;
}

/**
 * @param {string} id
 * @param {number} width
 * @param {VariantCosts[]} paid
 * @param {VariantCosts[]} costs
 */
function draw(id, width, paid, costs) {
  const isNarrow = width < 500;
  const all = [...new Set(costs.flatMap(({ sizes }) => sizes.map(({ memoryMegabytes }) => memoryMegabytes)))];
  const sizes = all.toSorted((a, b) => a - b);
  const largest = Math.max(...paid.flatMap(({ sizes }) => sizes.map(({ dollarsPerTerabyte }) => dollarsPerTerabyte)));
  const scale = roundScale(largest * 1.05);
  const lines = paid.map(({ variant, sizes: own }) => ({
    variant,
    line: own.map(
      ({ memoryMegabytes, dollarsPerTerabyte }) =>
        /** @type {[number, number]} */ ([sizes.indexOf(memoryMegabytes), dollarsPerTerabyte]),
    ),
  }));
  return renderChart({
    id,
    width,
    height: isNarrow ? 300 : 320,
    option: {
      grid: { left: 56, right: isNarrow ? 16 : 130, top: isNarrow ? 40 : 14, bottom: 34 },
      xAxis: horizontalAxis({
        min: -0.3,
        max: sizes.length - 0.7,
        axisTick: {
          show: true,
          length: 4,
          lineStyle: { color: COLOURS.axis },
          customValues: sizes.map((_, index) => index),
        },
        axisLabel: {
          customValues: sizes.map((_, index) => index),
          hideOverlap: false,
          formatter: (/** @type {number} */ index) =>
            formatMemorySize(sizes[Math.round(index)]).replace(isNarrow ? ' MB' : /^$/, ''),
        },
      }),
      yAxis: verticalAxis({
        ...scale,
        axisLabel: { formatter: dollarTick(scale.interval) },
      }),
      series: lines.map(({ variant, line }) => {
        const { colour, symbol, dash } = VARIANT_STYLES[variant];
        return {
          type: 'line',
          data: line,
          symbol,
          symbolSize: 9,
          showSymbol: true,
          itemStyle: { color: colour, borderColor: COLOURS.surface, borderWidth: 1.5 },
          lineStyle: { color: colour, width: 2, type: dash },
        };
      }),
    },
    labels: lines.map(({ variant, line }) => ({
      text: VARIANT_NAMES[variant],
      note: `from ${formatDollars(Math.min(...line.map(([, dollars]) => dollars)))}`,
      colour: VARIANT_STYLES[variant].colour,
      panel: 0,
      line,
    })),
  });
}
