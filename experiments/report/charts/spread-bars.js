/**
 * The range of several runs, as a thin vertical line behind the median's mark.
 *
 * @param {[x: number, min: number, max: number][]} ranges
 * @param {string} colour
 * @param {number} [panel]
 * @returns {object} A series for ECharts.
 */
export function spreadBars(ranges, colour, panel = 0) {
  return {
    type: 'custom',
    xAxisIndex: panel,
    yAxisIndex: panel,
    data: ranges,
    renderItem: (/** @type {unknown} */ _, /** @type {any} */ api) => {
      const [x, bottom] = api.coord([api.value(0), api.value(1)]);
      const [, top] = api.coord([api.value(0), api.value(2)]);
      return {
        type: 'line',
        shape: { x1: x, y1: bottom, x2: x, y2: top },
        style: { stroke: colour, lineWidth: 2, fill: 'none' },
      };
    },
  };
}
