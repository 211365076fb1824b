import { NewFile } from '../../../scripts/generate-data/new-file.js';
import { ZipWriter } from '../../../scripts/generate-data/zip-writer.js';
import { INPUTS } from './inputs.js';
import { FIELDS, records } from './records.js';

/** @import { InputName } from './inputs.js' */

/**
 * Makes an archive of one entry, `records.csv`.
 *
 * @param {string} path
 * @param {{ rows: number, input: InputName, signal: AbortSignal }} options
 * @returns {Promise<{ path: string, bytes: number, zipBytes: number }>} `bytes`: inflated.
 */
export async function makeArchive(path, { rows, input, signal }) {
  return write(path, async file => {
    const zip = new ZipWriter(bytes => file.write(bytes));
    await zip.begin('records.csv');
    let bytes = 0;
    for (const block of blocks(rows, input)) {
      signal.throwIfAborted();
      bytes += block.length;
      await zip.part(block);
    }
    await zip.end();
    await zip.finish();
    return { path, bytes, zipBytes: file.bytes };
  });
}

/**
 * Writes the plain records without an archive.
 *
 * @param {string} path
 * @param {{ rows: number, signal: AbortSignal }} options
 * @returns {Promise<void>}
 */
export async function writeRecords(path, { rows, signal }) {
  await write(path, async file => {
    for (const block of blocks(rows, 'plain')) {
      signal.throwIfAborted();
      await file.write(block);
    }
  });
}

/**
 * @template T
 * @param {string} path
 * @param {(file: NewFile) => Promise<T>} fill
 */
async function write(path, fill) {
  const file = await NewFile.create(path);
  try {
    const result = await fill(file);
    await file.commit();
    return result;
  } finally {
    await file.discard();
  }
}

/**
 * @param {number} rows
 * @param {InputName} input
 * @returns {Generator<Buffer, void, void>}
 */
function* blocks(rows, input) {
  const { charset, lineOf } = INPUTS[input];
  let lines = [(charset === 'utf16le' ? BYTE_ORDER_MARK : '') + lineOf([...FIELDS])];
  for (const record of records(rows)) {
    if (lines.push(lineOf(record)) < LINES_IN_BLOCK) continue;
    yield Buffer.from(`${lines.join('\n')}\n`, charset);
    lines = [];
  }
  if (lines.length > 0) yield Buffer.from(`${lines.join('\n')}\n`, charset);
}

const BYTE_ORDER_MARK = '\ufeff';
const LINES_IN_BLOCK = 8_192;
