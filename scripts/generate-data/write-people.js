import { NewFile } from './new-file.js';
import { peopleBlocks } from './people-blocks.js';
import { FIELD_NAMES } from './people-rows.js';
import { ZipWriter } from './zip-writer.js';

/**
 * Writes people to a CSV file and, in the same pass, to a zip archive with that file as its only entry `people.csv`, in
 * constant memory. Both files get their names when both are complete.
 *
 * @param {object} options
 * @param {string} options.csvPath
 * @param {string} options.zipPath
 * @param {number} options.rows
 * @param {number} options.seed
 * @param {string} options.delimiter One ASCII character.
 * @param {boolean} options.header Whether the first record is a header.
 * @param {number} [options.workers]
 * @param {AbortSignal} [options.signal]
 * @param {(rows: number) => void} [options.onProgress] Called with the rows written so far.
 * @returns {Promise<{ csvBytes: number, zipBytes: number }>}
 */
export async function writePeople({ csvPath, zipPath, header, onProgress, ...what }) {
  const csv = await NewFile.create(csvPath);
  const archive = await NewFile.create(zipPath);
  try {
    const zip = new ZipWriter(bytes => archive.write(bytes));
    await zip.begin('people.csv');
    if (header) {
      const names = headerLine(what.delimiter);
      await Promise.all([csv.write(names), zip.part(names)]);
    }
    let written = 0;
    for await (const { bytes, deflated, rows } of peopleBlocks(what)) {
      await Promise.all([csv.write(bytes), zip.part(bytes, deflated)]);
      written += rows;
      onProgress?.(written);
    }
    await zip.end();
    await zip.finish();
    await csv.commit();
    await archive.commit();
    return { csvBytes: csv.bytes, zipBytes: archive.bytes };
  } finally {
    await csv.discard();
    await archive.discard();
  }
}

/** @param {string} delimiter */
export function headerLine(delimiter) {
  return Buffer.from(`${FIELD_NAMES.map(name => (name.includes(delimiter) ? `"${name}"` : name)).join(delimiter)}\n`);
}
