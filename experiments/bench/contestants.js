import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { devNull } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputFolderOf } from '../../src/source/output-folder.js';
import { duckdb, inShell, mawk, mlr, streamUnzip, xsv } from './other-tools.js';
import { findProgram, firstLine } from './programs.js';
import { wrapAsGzip } from './wrap-as-gzip.js';

/** @import { Rules } from './rules.js' */

/** @typedef {{ command: string, args: string[], env?: NodeJS.ProcessEnv }} Command */

/**
 * @typedef {object} Contestant
 * @property {string} id
 * @property {string} name
 * @property {Rules} rules
 * @property {string | null} missing What is not installed, in words; null if nothing is missing.
 * @property {string[]} [lacking] The same, as names for `installCommands`.
 * @property {string | null} version As its tool reports it.
 * @property {(output: string) => Command} commandInto Writes the output of the archive's only entry to that path.
 * @property {Command} [timed] To measure instead, if `commandInto` does more than what is to be measured.
 * @property {() => Promise<void>} [prepare] Called before each run.
 * @property {(output: string) => Promise<void>} [collect] Called after each run: moves the output to that path.
 */

/**
 * @typedef {object} Ground
 * @property {string} archive
 * @property {string} entry The name of its only entry.
 * @property {Record<Rules, string>} recipes Paths.
 * @property {string} folder For temporary files.
 */

/**
 * The contestants without S3: Sluice, the inflaters as lower bounds, and common alternatives.
 *
 * @param {Ground} ground
 * @returns {Promise<Contestant[]>}
 */
export async function listContestants(ground) {
  return [
    { id: 'sluice', name: 'sluice run', ...sluiceBy('all', ground) },
    zlib(ground),
    await igzip(ground),
    ...(await Promise.all([mawk, xsv('xsv'), xsv('qsv'), mlr, streamUnzip, duckdb].map(make => make(ground)))),
  ];
}

/**
 * Sluice's command line by any of the rules. Its output is the reference for the others.
 *
 * @param {Rules} rules
 * @param {Ground} ground
 * @returns {Omit<Contestant, 'id' | 'name'> & Required<Pick<Contestant, 'collect'>>}
 */
export function sluiceBy(rules, { archive, entry, recipes }) {
  const args = [CLI, 'run', archive, '--recipe', recipes[rules], '--quiet', '--to'];
  const folderOf = (/** @type {string} */ output) => `${output}.folder`;
  return {
    rules,
    missing: null,
    version: `Node ${process.versions.node}`,
    commandInto: output => ({ command: process.execPath, args: [...args, folderOf(output)] }),
    collect: async output => {
      await rename(join(folderOf(output), outputFolderOf(basename(archive)), entry), output);
      await rm(folderOf(output), { recursive: true });
    },
  };
}

/**
 * @param {Ground} ground
 * @returns {Contestant}
 */
function zlib({ archive }) {
  const commandInto = (/** @type {string} */ output) => ({
    command: process.execPath,
    args: [INFLATE_ONLY, archive, output],
  });
  return {
    id: FLOOR,
    name: 'Node’s zlib, inflating',
    rules: 'none',
    missing: null,
    version: `Node ${process.versions.node}, zlib ${process.versions.zlib}`,
    commandInto,
    timed: commandInto(devNull),
  };
}

/**
 * @param {Ground} ground
 * @returns {Promise<Contestant>}
 */
async function igzip({ archive, folder }) {
  const missing = (await findProgram('igzip')) ? null : 'igzip is not installed';
  const gzip = join(folder, 'entry.gz');
  const commandInto = (/** @type {string} */ output) => inShell('igzip -d -c "$1" > "$2"', [gzip, output]);
  return {
    id: 'igzip',
    name: 'igzip, inflating',
    rules: 'none',
    missing,
    lacking: missing ? ['igzip'] : [],
    version: missing ? null : await firstLine('igzip', ['--version']),
    commandInto,
    timed: commandInto(devNull),
    prepare: async () => {
      if (!existsSync(gzip)) await wrapAsGzip(archive, gzip);
    },
  };
}

/** The contestant that the others are compared with. */
export const FLOOR = 'zlib';

const CLI = fileURLToPath(new URL('../../src/cli.js', import.meta.url));
const INFLATE_ONLY = fileURLToPath(new URL('inflate-only.js', import.meta.url));
