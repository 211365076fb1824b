import { LF } from '../records/record-scanner.js';
import { SAMPLE_BYTES } from './sample.js';
import { afterLine, behindMarks, lineEndLength } from './text/text-lines.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */

/**
 * The lines that are skipped whatever follows: as many as the rule says, or Excel's line with `sep=`, which also says the
 * delimiter.
 *
 * @param {Buffer} text
 * @param {boolean} whole Whether the entry ends with it.
 * @param {CsvRule} rule
 * @returns {{ end: number, complete: boolean, delimiter: string | null }}
 */
export function openingLines(text, whole, { skipLines, delimiter: given }) {
  const found = SEP.exec(text.toString('latin1', 0, SEP_BYTES));
  const sep = given === 'auto' || given === found?.[1] ? found : null;
  if (skipLines === 'auto') return { end: sep?.[0].length ?? 0, complete: true, delimiter: sep?.[1] ?? null };
  const delimiter = skipLines > 0 && sep ? sep[1] : null;
  if (skipLines > 0 && !whole && text.length <= SAMPLE_BYTES) return { end: 0, complete: false, delimiter };
  const cr = !text.subarray(0, SAMPLE_BYTES).includes(LF);
  const lines = cr ? text.toString('latin1') : '';
  let end = 0;
  for (let line = 0; line < skipLines; line++) {
    const after = cr ? afterLine(lines, end, true) : text.indexOf(LF, end) + 1;
    if (after === 0 || (after === text.length && !text.subarray(-1).equals(LAST_LF))) {
      return { end: text.length, complete: false, delimiter };
    }
    end = after;
  }
  return { end, complete: true, delimiter };
}

/**
 * @typedef {{ lines: { from: number, to: number }[], count: number, end: number }} Lines The lines that are not empty;
 *   how many lines there are to the last of them; and where it ends.
 *
 * @param {string} text
 * @param {number} start Where a line begins.
 * @param {number} to
 * @param {boolean} cr
 * @returns {Lines}
 */
export function linesBetween(text, start, to, cr) {
  const lines = [];
  let count = 0;
  let end = start;
  for (let from = start, number = 1; from < to; number++) {
    const after = Math.min(afterLine(text, from, cr), to);
    if (lineEndLength(text, behindMarks(text, from), cr) === 0) {
      lines.push({ from, to: after });
      count = number;
      end = after;
    }
    from = after;
  }
  return { lines, count, end };
}

const LAST_LF = Buffer.from([LF]);
const SEP = /^sep=([^\r\n"])(?:\r\n|[\r\n]|$)/i;
const SEP_BYTES = 16;
