import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inShell } from '../other-tools.js';
import { findProgram } from '../programs.js';

/**
 * Somebody who fills the table `people`.
 *
 * @typedef {object} Loader
 * @property {string} name
 * @property {Mode} mode
 * @property {boolean} isOurs
 * @property {string | null} missing Which programs are not installed; null if all are.
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} env
 */

/** @typedef {'append' | 'replace' | 'merge'} Mode */

/** Of the rows that it will have, how many the table has before, by the mode. */
export const SHARE_BEFORE = Object.freeze({ append: 0, replace: 1, merge: 0.5 });

const MODES = /** @type {const} */ (['append', 'replace', 'merge']);
const DROPPED = ['notes', 'sentence'];

/**
 * The rule of all: two fields are dropped, records without an address or a phone are left out, phones are stripped, and each
 * record's number is added as `id`.
 *
 * @param {Mode | null} mode null: into a file.
 */
export function recipeFor(mode) {
  const key = mode === 'merge' ? { key: ['id'] } : {};
  const table = mode === null ? {} : { columns: { id: 'bigint' }, table: { name: 'people', mode, ...key } };
  const csv = {
    delimiter: '|',
    require: ['email', 'phone'],
    phones: [{ field: 'phone', format: 'strip' }],
    drop: DROPPED,
    set: { id: '$record' },
  };
  return { entries: [{ match: '**', csv: { ...csv, ...table } }] };
}

/** @param {readonly string[]} fields Of the archive's entry. */
export function columnsOf(fields) {
  return fields.filter(name => !DROPPED.includes(name));
}

/**
 * @param {object} ground
 * @param {string} ground.archive
 * @param {string} ground.folder For our outputs; emptied before each run. `run` there has what is to be left alone.
 * @param {string} ground.cleaned The CSV file that `recipeFor(null)` makes.
 * @param {Record<Mode, string>} ground.recipes
 * @param {string} ground.url The server's.
 * @param {readonly string[]} ground.columns
 * @returns {Promise<Loader[]>} Ours is the first of each mode.
 */
export async function loaders({ archive, folder, cleaned, recipes, url, columns }) {
  const psql = await findPsql();
  const env = { ...process.env, ...connectionOf(url) };
  const others = async (/** @type {string[]} */ names) => {
    const found = await Promise.all(names.map(name => (name === 'psql' ? psql : findProgram(name))));
    const lacking = names.filter((_, index) => found[index] === null);
    return lacking.length === 0 ? null : `not installed: ${lacking.join(', ')}`;
  };
  const ours = MODES.map(mode => ({
    ...{ name: 'sluice run', mode, isOurs: true, missing: null, command: process.execPath },
    args: [CLI, 'run', archive, '--to', folder, '--recipe', recipes[mode], '--quiet'],
    env: { ...process.env, SLUICE_DATABASE: url },
  }));
  const copy = (/** @type {string} */ into, /** @type {string} */ from) =>
    `\\copy ${into} FROM ${from} ${FORMAT(columns)}`;
  const file = `'${cleaned.replaceAll("'", "''")}'`;
  const byHand = (/** @type {Mode} */ mode, /** @type {string[]} */ statements) => ({
    ...{ mode, isOurs: false, env, command: psql ?? 'psql' },
    args: [...PSQL, ...statements.flatMap(statement => ['-c', statement])],
  });
  const updates = columns.map(name => `${name} = excluded.${name}`).join(', ');
  return [
    ours[0],
    {
      ...byHand('append', [copy('people', file)]),
      name: 'psql \\copy, of the cleaned CSV',
      missing: await others(['psql']),
    },
    {
      ...{ name: 'unzip -p | mawk | psql \\copy', mode: 'append', isOurs: false, env },
      missing: await others(['unzip', 'mawk', 'psql']),
      ...inShell('unzip -p "$1" | mawk -F "|" "$2" | "$3" -X -q -v ON_ERROR_STOP=1 -c "$4"', [
        ...[archive, MAWK, psql ?? 'psql', copy('people', 'pstdin')],
      ]),
    },
    ours[1],
    {
      ...byHand('replace', ['BEGIN', 'DELETE FROM people', copy('people', file), 'COMMIT']),
      ...{ name: 'psql, DELETE and \\copy', missing: await others(['psql']) },
    },
    ours[2],
    {
      ...byHand('merge', [
        'BEGIN',
        'CREATE TEMPORARY TABLE rows ON COMMIT DROP AS TABLE people WITH NO DATA',
        copy('rows', file),
        `INSERT INTO people SELECT * FROM rows ON CONFLICT (id) DO UPDATE SET ${updates}`,
        'COMMIT',
      ]),
      ...{ name: 'psql, \\copy and ON CONFLICT', missing: await others(['psql']) },
    },
  ];
}

/** @returns {Promise<string | null>} The newest psql itself, not Debian's script that starts it. */
export async function findPsql() {
  const versions = await readdir(DEBIAN).catch(() => /** @type {string[]} */ ([]));
  const newest = versions.toSorted((one, other) => Number(other) - Number(one));
  const folders = newest.map(version => join(DEBIAN, version, 'bin'));
  return findProgram('psql', [...folders, process.env.PATH ?? ''].join(delimiter));
}

/**
 * @param {string} url
 * @returns {NodeJS.ProcessEnv} For libpq.
 */
export function connectionOf(url) {
  const { hostname, port, username, password, pathname } = new URL(url);
  return { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password, PGDATABASE: pathname.slice(1) };
}

const CLI = fileURLToPath(new URL('../../../src/cli.js', import.meta.url));
const DEBIAN = '/usr/lib/postgresql';
const PSQL = ['-X', '-q', '-v', 'ON_ERROR_STOP=1'];

/** @param {readonly string[]} columns An empty one is the empty text, as in ours. */
const FORMAT = columns => `(FORMAT csv, HEADER, DELIMITER '|', FORCE_NOT_NULL (${columns.join(', ')}))`;

/** As the other bench's, with the number of the record behind the fields. */
const MAWK = `
BEGIN { OFS = "|" }
NR == 1 { for (i = 1; i <= NF; i++) { at[$i] = i; if ($i != "notes" && $i != "sentence") kept[++n] = i } }
NR == 1 || $at["email"] != "" && $at["phone"] != "" {
  if (NR > 1) gsub(/[ \\t\\v\\f\\rx().-]/, "", $at["phone"])
  line = $kept[1]
  for (i = 2; i <= n; i++) line = line "|" $kept[i]
  print line "|" (NR == 1 ? "id" : NR - 1)
}`;
