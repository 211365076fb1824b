import { lineEndsOf } from './table/sniff.js';

/** @import { Sample, Table } from './table/table.js' */

/**
 * Finds how an entry is to be read that may be cut within its last line end. Where all other lines end with CRLF, or there are none,
 * a CR at the entry's end is one too: it must not be part of a value, nor speak for another reading.
 *
 * @param {Sample} sample
 * @param {(sample: Sample) => Table} sniff
 * @returns {{ sample: Sample, table: Table }} The sample with the LF that lacks, if it does.
 */
export function sniffCut(sample, sniff) {
  const { text, whole } = sample;
  const isOnly = text.indexOf('\r') === text.length - 1;
  if (whole && text.endsWith('\r') && (isOnly || text.includes('\r\n'))) {
    const completed = { text: `${text}\n`, whole };
    const table = sniff(completed);
    const others = table.records.filter(({ after }) => after <= text.length);
    if (
      (others.length === 0 && table.records.length === 1) ||
      isCrlf(lineEndsOf(completed, { ...table, records: others }))
    )
      return { sample: completed, table };
  }
  const table = sniff(sample);
  const isAlone = table.records.length === 1 && !table.reading.cr;
  if (!isAlone || !whole || !text.endsWith('\r')) return { sample, table };
  // No other line end says anything else.
  const completed = { text: `${text}\n`, whole };
  return { sample: completed, table: sniff(completed) };
}

/** @param {readonly string[]} lineEnds */
function isCrlf(lineEnds) {
  return lineEnds.join() === 'crlf';
}
