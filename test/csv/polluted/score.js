import { parse } from 'csv-parse/sync';

/**
 * Ten measures, each from 0 to 1: whether the file was loaded at all, and precision, recall and their harmonic mean of the
 * header's names, of the records and of all cells, as multisets. It is the metric of the Pollock benchmark.
 *
 * @param {readonly string[][]} expected Rows, the header first.
 * @param {readonly string[][] | null} got null if there is no output.
 * @returns {number} Their sum, 0 to 10.
 */
export function scoreOf(expected, got) {
  if (got === null) return 0;
  if (expected.length === 0) return 10;
  const [header = [], ...records] = got.map(row => row.map(normalized));
  const [expectedHeader = [], ...expectedRecords] = expected.map(row => row.map(normalized));
  return (
    1 +
    agreement(expectedHeader, header) +
    agreement(expectedRecords.map(joined), records.map(joined)) +
    agreement([...expectedHeader, ...expectedRecords.flat()], [...header, ...records.flat()])
  );
}

/**
 * Reads an output as a lenient reader does: what is not RFC 4180 is taken literally.
 *
 * @param {Buffer} bytes In UTF-8, or in Latin-1 where it is none.
 * @returns {string[][]}
 */
export function readOutput(bytes) {
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    text = bytes.toString('latin1');
  }
  try {
    return parse(text, LENIENT);
  } catch {
    // A quote that is never closed takes the rest of the file with it.
    return parse(`${text}"`, LENIENT);
  }
}

/**
 * @param {string[]} expected
 * @param {string[]} got
 * @returns {number} Precision, recall and F1, added up.
 */
function agreement(expected, got) {
  const left = new Map();
  for (const item of expected) left.set(item, (left.get(item) ?? 0) + 1);
  let hits = 0;
  for (const item of got) {
    const count = left.get(item) ?? 0;
    if (count === 0) continue;
    left.set(item, count - 1);
    hits += 1;
  }
  if (expected.length === 0 && got.length === 0) return 3;
  const precision = got.length === 0 ? 0 : hits / got.length;
  const recall = expected.length === 0 ? 0 : hits / expected.length;
  return precision + recall + (hits === 0 ? 0 : (2 * precision * recall) / (precision + recall));
}

/**
 * Cells that differ only in case, in space around them or in how a number is written count as equal.
 *
 * @param {string} cell
 */
function normalized(cell) {
  const trimmed = cell.trim().toLowerCase().replace(/\r\n?/g, '\n');
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/.test(trimmed) ? String(Number(trimmed)) : trimmed;
}

/** @param {string[]} record */
function joined(record) {
  return record.join('');
}

const LENIENT = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  bom: true,
};
