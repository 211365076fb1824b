import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** @import { Ancestor } from './results.js' */

/**
 * Repeats what the article's two programs did, on generated people, to explain a difference that the article could not:
 * outputs of 237 MB and 236 MB. There, every row ended with a delimiter after its last field. The program with buffers kept
 * it; the one with streams removed it, one byte per row. Both joined the fields by commas, without quoting fields that
 * contain one.
 *
 * @param {string} csvPath A file of `npm run generate-data`, with `|` and a header.
 * @returns {Promise<Ancestor>}
 */
export async function measureAncestor(csvPath) {
  const found = { rows: 0, keptRows: 0, bufferBytes: 0, streamBytes: 0, brokenRows: 0 };
  let isHeader = true;
  for await (const line of createInterface({ input: createReadStream(csvPath), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (isHeader) {
      isHeader = false;
      continue;
    }
    const row = `${line}|`;
    const fields = row.split('|');
    found.rows += 1;
    if (fields[EMAIL] === '' || fields[PHONE] === '') continue;
    found.keptRows += 1;
    if (line.includes(',')) found.brokenRows += 1;
    fields[PHONE] = fields[PHONE].replace(PHONE_PATTERN, '');
    found.bufferBytes += Buffer.byteLength(`${fields.join(',')}\n`);
    found.streamBytes += Buffer.byteLength(`${fields.slice(0, -1).join(',')}\n`);
  }
  return found;
}

const EMAIL = 2;
const PHONE = 4;
const PHONE_PATTERN = /[\sx().-]/g;
