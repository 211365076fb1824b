import { standaloneSvgs, WIDTHS } from './frame.js';

/** @import { Chart } from './frame.js' */

/**
 * @param {Chart[]} charts
 * @returns {[path: string, svg: string][]} Each in its widths and themes, below `charts/`.
 */
export function chartFiles(charts) {
  const formats = /** @type {(keyof typeof WIDTHS)[]} */ (Object.keys(WIDTHS));
  return charts.flatMap(chart =>
    formats.flatMap(format =>
      Object.entries(standaloneSvgs(chart, format)).map(([theme, svg]) => {
        return /** @type {[string, string]} */ ([`charts/${chart.name}-${format}-${theme}.svg`, svg]);
      }),
    ),
  );
}
