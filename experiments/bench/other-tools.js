import { fileURLToPath } from 'node:url';
import { findProgram, firstLine } from './programs.js';

/** @import { Command, Contestant, Ground } from './contestants.js' */
/** @import { Rules } from './rules.js' */

/** @typedef {(ground: Ground) => Promise<Contestant>} MakeContestant */

/** @type {MakeContestant} */
export const mawk = ground =>
  behindUnzip(ground, { id: 'mawk', rules: 'all', args: ['-F', '|', MAWK], versionArgs: ['-W', 'version'] });

/** @type {MakeContestant} */
export const mlr = ground => behindUnzip(ground, { id: 'mlr', rules: 'all', args: MLR, versionArgs: ['--version'] });

/**
 * @param {'xsv' | 'qsv'} id qsv is a fork of xsv with the same arguments.
 * @returns {MakeContestant}
 */
export function xsv(id) {
  return ground => behindUnzip(ground, { id, rules: 'drop', args: XSV, versionArgs: ['--version'] });
}

/** @type {MakeContestant} */
export async function streamUnzip({ archive }) {
  const version = await moduleVersion('stream_unzip', 'stream-unzip');
  return {
    id: 'stream-unzip',
    name: 'Python, stream-unzip',
    rules: 'all',
    missing: version ? null : 'not installed: python3 with stream-unzip',
    lacking: version ? [] : ['stream-unzip'],
    version,
    commandInto: output => ({ command: 'python3', args: [STREAM_UNZIP, archive, output] }),
  };
}

/**
 * DuckDB writes the file itself, because it prints a progress bar to standard output when it takes long.
 *
 * @type {MakeContestant}
 */
export async function duckdb({ archive }) {
  const { missing, version, reader } = await findDuckdb();
  const hasUnzip = (await findProgram('unzip')) !== null;
  return {
    id: 'duckdb',
    name: 'unzip -p | duckdb',
    rules: 'all',
    missing: missing ?? (hasUnzip ? null : 'not installed: unzip'),
    lacking: [...(missing === null ? [] : ['duckdb']), ...(hasUnzip ? [] : ['unzip'])],
    version,
    commandInto: output =>
      inShell('archive=$1; shift; unzip -p "$archive" | "$@"', [archive, ...reader, duckdbStatement(output)]),
  };
}

/**
 * @returns {Promise<{ version: string | null, missing: string | null, reader: string[] }>} `reader`: program and arguments, to be
 *   followed by a statement.
 */
export async function findDuckdb() {
  const hasProgram = (await findProgram('duckdb')) !== null;
  const version = hasProgram ? await firstLine('duckdb', ['--version']) : await moduleVersion('duckdb', 'duckdb');
  return {
    version,
    missing: version === null ? 'not installed: duckdb, nor python3 with it' : null,
    reader: hasProgram ? ['duckdb', '-c'] : ['python3', '-c', 'import duckdb, sys; duckdb.sql(sys.argv[1])'],
  };
}

/**
 * A program that reads the entry from its standard input.
 *
 * @param {Ground} ground
 * @param {{ id: string, rules: Rules, args: string[], versionArgs: string[] }} program
 * @returns {Promise<Contestant>}
 */
async function behindUnzip(ground, { id, rules, args, versionArgs }) {
  const programs = await Promise.all(['unzip', id].map(async name => ({ name, found: await findProgram(name) })));
  const lacking = programs.filter(({ found }) => found === null).map(({ name }) => name);
  return {
    id,
    name: `unzip -p | ${id}`,
    rules,
    missing: lacking.length > 0 ? `not installed: ${lacking.join(', ')}` : null,
    lacking,
    version: lacking.length > 0 ? null : await firstLine(id, versionArgs),
    commandInto: output => unzipInto(ground, output, [id, ...args]),
  };
}

/**
 * @param {Ground} ground
 * @param {string} output
 * @param {string[]} reader Program and arguments.
 * @returns {Command}
 */
function unzipInto({ archive }, output, reader) {
  return inShell('archive=$1 output=$2; shift 2; unzip -p "$archive" | "$@" > "$output"', [archive, output, ...reader]);
}

/**
 * @param {string} script
 * @param {string[]} args `$1` and so on.
 * @returns {Command}
 */
export function inShell(script, args) {
  return { command: 'sh', args: ['-c', script, 'sh', ...args] };
}

/** @param {string} output */
function duckdbStatement(output) {
  return `
COPY (
  SELECT * EXCLUDE (notes, sentence) REPLACE (regexp_replace(phone, '[\\t-\\r x().-]', '', 'g') AS phone)
  FROM read_csv('/dev/stdin', delim = '|', header = true, all_varchar = true)
  WHERE email IS NOT NULL AND phone IS NOT NULL
) TO '${output.replaceAll("'", "''")}' (DELIMITER '|', HEADER)`;
}

/**
 * @param {string} module
 * @param {string} distribution
 */
function moduleVersion(module, distribution) {
  const program =
    `import ${module}, platform, importlib.metadata as m; ` +
    `print("${distribution}", m.version("${distribution}") + ", Python", platform.python_version())`;
  return firstLine('python3', ['-c', program]);
}

const MAWK = `
BEGIN { OFS = "|" }
NR == 1 { for (i = 1; i <= NF; i++) { at[$i] = i; if ($i != "notes" && $i != "sentence") kept[++n] = i } }
NR == 1 || $at["email"] != "" && $at["phone"] != "" {
  if (NR > 1) gsub(/[ \\t\\v\\f\\rx().-]/, "", $at["phone"])
  line = $kept[1]
  for (i = 2; i <= n; i++) line = line "|" $kept[i]
  print line
}`;

// -S: no type inference.
const MLR = [
  ...['-S', '--csv', '--fs', '|', 'filter', '$email != "" && $phone != ""'],
  ...['then', 'put', '$phone = gsub($phone, "[\\t\\v\\f\\r x().-]", "")', 'then', 'cut', '-x', '-f', 'notes,sentence'],
];

const XSV = ['select', '-d', '|', '!notes,sentence'];

const STREAM_UNZIP = fileURLToPath(new URL('stream-unzip.py', import.meta.url));
