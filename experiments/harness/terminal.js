import { styleText } from 'node:util';
import { claimLines } from '../report/claim-lines.js';
import { fitRows, layOut, wrapProse } from '../report/text-layout.js';

/** @import { Paint } from '../report/claim-lines.js' */
/** @import { NamedReport } from './shape.js' */

/**
 * A named experiment's report for a terminal.
 *
 * @param {NamedReport} report
 * @param {{ columns: number, isColoured: boolean }} terminal
 * @returns {string} Lines of at most its width, or of 40 columns if it is narrower.
 */
export function terminalReport({ findings, overview, assertions, claims, words }, { columns, isColoured }) {
  const width = Math.max(40, Math.min(columns, MAX_COLUMNS));
  /** @type {Paint} */
  const paint = (format, text) => (isColoured ? styleText(format, text, { validateStream: false }) : text);
  const cells = [overview.headings, ...overview.rows];
  const spare = fitRows(cells)
    .map((_, column) => column)
    .slice(1)
    .toReversed();
  const [headings, ...rows] = layOut(cells, {
    width,
    spare,
    leftAligned: Array.from({ length: overview.textColumns }, (_, column) => column),
  });
  const blocks = [
    [...wrapProse(findings.headline, width).map(line => paint('bold', line)), ...wrapProse(findings.lede, width)],
    [paint('bold', headings), ...rows.map(row => row.slice(0, width))],
    claimLines(words.claims, claims, width, paint),
    assertions.flatMap(({ holds, claim, seen }) =>
      wrapProse(`${holds ? '✓' : '✗'} ${claim}: ${seen}`, width).map(line => paint(holds ? 'dim' : 'yellow', line)),
    ),
  ];
  return `${blocks
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`;
}

const MAX_COLUMNS = 120;
