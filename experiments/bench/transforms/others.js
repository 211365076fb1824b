import { findDuckdb, inShell } from '../other-tools.js';
import { findProgram, firstLine } from '../programs.js';
import { duckdbStatements } from './duckdb.js';

/** @import { Command } from '../contestants.js' */

/**
 * Another tool that does the same as a case, from the inflated records.
 *
 * @typedef {object} Other
 * @property {string} tool
 * @property {string} version
 * @property {string} does The case's name.
 * @property {(files: { input: string, output: string }) => Command} commandWith
 */

/**
 * @returns {Promise<{ others: Other[], absent: { tool: string, missing: string }[] }>} `absent`: the tools that are not installed.
 */
export async function findOthers() {
  const found = await Promise.all([duckdb(), program('mlr', MILLER), program('qsv', QSV), program('xsv', QSV)]);
  return {
    others: found.flatMap(({ others }) => others),
    absent: found.flatMap(({ tool, missing }) => (missing === null ? [] : [{ tool, missing }])),
  };
}

/** @typedef {{ tool: string, missing: string | null, others: Other[] }} Found `others` is empty if it is missing. */

/** @returns {Promise<Found>} */
async function duckdb() {
  const { version, missing, reader } = await findDuckdb();
  const tool = 'duckdb';
  if (version === null) return { tool, missing, others: [] };
  const [command, ...args] = reader;
  const others = Array.from(duckdbStatements(), ([does, statement]) => ({
    ...{ tool, version, does },
    commandWith: (/** @type {Parameters<typeof statement>[0]} */ files) => ({
      command,
      args: [...args, statement(files)],
    }),
  }));
  return { tool, missing, others };
}

/**
 * @param {string} tool
 * @param {[does: string, script: string][]} scripts For a shell, with the input as `$1` and the output as `$2`.
 * @returns {Promise<Found>}
 */
async function program(tool, scripts) {
  if ((await findProgram(tool)) === null) return { tool, missing: `not installed: ${tool}`, others: [] };
  const version = (await firstLine(tool, ['--version'])) ?? 'unknown';
  const others = scripts.map(([does, script]) => ({
    ...{ tool, version, does },
    commandWith: (/** @type {{ input: string, output: string }} */ { input, output }) =>
      inShell(script.replaceAll('TOOL', tool), [input, output]),
  }));
  return { tool, missing: null, others };
}

/** @param {string} verbs Miller's. Without types (-S), values stay as they are. */
function miller(verbs) {
  return `TOOL -S --csv cut -x -f note then ${verbs} "$1" > "$2"`;
}

// Without phones' formats, HMAC and types to check.
/** @type {[does: string, script: string][]} */
const MILLER = [
  ['plain', 'TOOL -S --csv cut -x -f note "$1" > "$2"'],
  ['phones, strip, US', miller(`put '$us = gsub($us, "[ \\t\\v\\f\\rx().-]", "")'`)],
  ['trim', miller(`put 'for (k, v in $*) { $[k] = strip(v) }'`)],
  ['where, a text', miller(`filter '$plan == "pro" || $plan == "team"'`)],
  ['where, a number', miller(`filter 'float($amount) >= 100.5'`)],
  ['where, matches', miller(`filter '$email =~ "^[a-j].*[0-9]@example"'`)],
  ['dates', miller(`put '$born = sub($born, "^(..)[.](..)[.](....)$", "\\3-\\2-\\1")'`)],
  ['mask', miller(`put '$iban = gsub($iban[1:-5], ".", "*") . $iban[-4:-1]'`)],
  ['set', miller(`put '$source = "bench"'`)],
  ['rename', miller('rename us,phone')],
  ['another delimiter', 'TOOL -S --csv --ofs ";" cut -x -f note "$1" > "$2"'],
];

// Of qsv and xsv, which it is a fork of: none changes a value in both.
/** @type {[does: string, script: string][]} */
const QSV = [
  ['plain', `TOOL select '!note' "$1" > "$2"`],
  ['where, a text', `TOOL search -s plan '^(pro|team)$' "$1" | TOOL select '!note' > "$2"`],
  ['where, matches', `TOOL search -s email '^[a-j].*[0-9]@example' "$1" | TOOL select '!note' > "$2"`],
  ['another delimiter', `TOOL select '!note' "$1" | TOOL fmt --out-delimiter ';' > "$2"`],
];
