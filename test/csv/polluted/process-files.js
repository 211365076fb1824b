import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { writeZip } from '../../support/zip-writer.js';

/**
 * What became of a file.
 *
 * @typedef {object} Processed
 * @property {Buffer | null} output null if its entry failed.
 * @property {{ read: number, written: number, bad: number, skipped?: number }} records
 * @property {any} dialect What was found, where the manifest says so.
 * @property {string | null} error A code.
 */

/**
 * Sends files through the command line, in archives of at most 1,000 entries.
 *
 * @param {readonly { bytes: Buffer }[]} files
 * @param {object} csv The recipe for all of them.
 * @param {string} checkout A folder with Sluice.
 * @returns {Promise<Processed[]>} In the order of the files.
 */
export async function processFiles(files, csv, checkout) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-polluted-'));
  try {
    const processed = [];
    await writeFile(join(folder, 'recipe.json'), JSON.stringify({ entries: [{ match: '**', csv }] }));
    for (let start = 0; start < files.length; start += MOST_ENTRIES) {
      const entries = files.slice(start, start + MOST_ENTRIES).map(({ bytes }, index) => ({
        name: `${index}.csv`,
        content: bytes,
        raw: deflateRawSync(bytes, { level: 1 }),
        crc32: crc32(bytes),
      }));
      await writeFile(join(folder, 'x.zip'), writeZip(entries));
      processed.push(...(await processArchive(folder, checkout)));
    }
    return processed;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder With an archive and a recipe.
 * @param {string} checkout
 * @returns {Promise<Processed[]>}
 */
async function processArchive(folder, checkout) {
  const out = join(folder, 'out');
  await mkdir(out);
  const args = ['run', 'x.zip', '--to', 'out', '--recipe', 'recipe.json', '--json', '--force'];
  const { stdout, stderr } = await runNode([join(checkout, 'src/cli.js'), ...args], folder);
  if (stdout === '') throw new Error(`sluice failed: ${stderr}`);
  const { entries, error } = JSON.parse(stdout);
  if (error) throw new Error(`the archive failed: ${error.code}: ${error.message}`);
  const processed = await Promise.all(
    entries.map(async (/** @type {any} */ entry) => ({
      output: entry.status === 'written' ? await readFile(join(out, 'x', entry.path)) : null,
      records: entry.records,
      dialect: entry.dialect ?? null,
      error: entry.error?.code ?? null,
    })),
  );
  await rm(out, { recursive: true });
  return processed;
}

/**
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<{ stdout: string, stderr: string }>} Whatever its exit code.
 */
function runNode(args, cwd) {
  return new Promise(resolve =>
    execFile(process.execPath, args, { cwd, maxBuffer: 1 << 28 }, (_error, stdout, stderr) =>
      resolve({ stdout, stderr }),
    ),
  );
}

const MOST_ENTRIES = 1000;
