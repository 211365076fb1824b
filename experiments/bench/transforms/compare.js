import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { ExperimentError } from '../../experiment-error.js';
import { FIELDS, records } from './records.js';

/** @import { Case, Row } from './cases.js' */

/**
 * Compares the first records that were written with the reference.
 *
 * @param {Case} player
 * @param {string} path Of the output.
 * @param {number} rows
 * @throws {ExperimentError} `experiment/cannot-run`
 */
export async function compare({ name, csv, expect }, path, rows) {
  const delimiter = csv.output?.delimiter ?? ',';
  const input = createReadStream(path);
  try {
    const lines = createInterface({ input })[Symbol.asyncIterator]();
    await lines.next();
    for (const record of records(Math.min(rows, COMPARED_RECORDS))) {
      const row = /** @type {Row} */ (Object.fromEntries(FIELDS.map((field, index) => [field, record[index]])));
      const expected = expect(row);
      if (expected === null) continue;
      const { value } = await lines.next();
      const wanted = Object.values(expected).join(delimiter);
      if (value === wanted) continue;
      const what = `record ${record[0]} is ${JSON.stringify(value)}, not ${JSON.stringify(wanted)}`;
      throw new ExperimentError('experiment/cannot-run', `${name}: ${what}`);
    }
  } finally {
    input.destroy();
  }
}

const COMPARED_RECORDS = 2_000;
