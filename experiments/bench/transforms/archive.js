import { NewFile } from '../../../scripts/generate-data/new-file.js';
import { ZipWriter } from '../../../scripts/generate-data/zip-writer.js';
import { FIELDS, records } from './records.js';

/**
 * Makes an archive of one entry, `records.csv`.
 *
 * @param {string} path
 * @param {{ rows: number, charset: 'utf8' | 'utf16le' | 'latin1', signal: AbortSignal }} options
 * @returns {Promise<{ path: string, bytes: number, zipBytes: number }>} `bytes`: inflated.
 */
export async function makeArchive(path, { rows, charset, signal }) {
  const file = await NewFile.create(path);
  try {
    const zip = new ZipWriter(bytes => file.write(bytes));
    await zip.begin('records.csv');
    let bytes = 0;
    /** @param {string[]} lines */
    const write = async lines => {
      signal.throwIfAborted();
      const block = Buffer.from(`${lines.join('\n')}\n`, charset);
      bytes += block.length;
      await zip.part(block);
    };
    let lines = [(charset === 'utf16le' ? BYTE_ORDER_MARK : '') + FIELDS.join(',')];
    for (const record of records(rows)) {
      if (lines.push(record.join(',')) < LINES_IN_BLOCK) continue;
      await write(lines);
      lines = [];
    }
    if (lines.length > 0) await write(lines);
    await zip.end();
    await zip.finish();
    await file.commit();
    return { path, bytes, zipBytes: file.bytes };
  } finally {
    await file.discard();
  }
}

const BYTE_ORDER_MARK = '\ufeff';
const LINES_IN_BLOCK = 8_192;
