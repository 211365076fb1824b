import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../run-script.js';

/** @import { TestContext } from 'node:test' */
/** @import { FileResult } from '../../support/run-file.js' */

/**
 * Runs cases as the files of a suite, in one process if there are several, and then each by itself, as `.ci/run` repeats what failed.
 *
 * @param {TestContext} t
 * @param {string[]} names
 * @param {number} [limitMs]
 * @returns {Promise<{ first: FileResult[], again: FileResult[] }>}
 */
export async function runTwice(t, names, limitMs = 240_000) {
  const folder = await temporaryFolder(t);
  const program = `
    import { writeFile } from 'node:fs/promises';
    import { runFile, runTogether } from ${JSON.stringify(new URL('../../support/run-file.js', import.meta.url).href)};
    const [path, limit, ...files] = process.argv.slice(2);
    const { signal: stop } = new AbortController();
    const options = { limitMs: Number(limit), skip: [], isQuick: true, stop };
    const first = files.length > 1 ? await runTogether(files, options) : [await runFile(files[0], options)];
    const again = [];
    for (const file of files) again.push(await runFile(file, { ...options, isQuick: false }));
    await writeFile(path, JSON.stringify({ first, again }));`;
  const script = join(folder, 'twice.mjs');
  const path = join(folder, 'results.json');
  await writeFile(script, program);
  const files = names.map(name => fileURLToPath(new URL(`cases/${name}.js`, import.meta.url)));
  // The runner refuses to run files from within a test.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const options = { env: { ...env, FIRST_RUN_MARK: join(folder, 'mark') } };
  await promisify(execFile)(process.execPath, [script, path, String(limitMs), ...files], options);
  return JSON.parse(await readFile(path, 'utf8'));
}
