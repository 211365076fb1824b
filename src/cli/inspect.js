import { access } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../errors.js';
import { inspectArchive } from '../inspect/inspect-archive.js';
import { printable, printableJson } from '../printable.js';
import { parseRecipe } from '../recipe/read-recipe.js';
import { openSource } from '../source/open-source.js';
import { readRecipe } from './command.js';
import { createProgressLine } from './progress-line.js';
import { readPassword } from './read-password.js';
import { stopOnSignals } from './stop-signals.js';
import { formatCount } from './units.js';
import { writeNewFile } from './write-new-file.js';

/** @import { InspectProgress } from '../inspect/find-kinds.js' */
/** @import { Inspection } from '../inspect/inspection.js' */
/** @import { InspectLine } from './read-command-line.js' */

/**
 * Looks into an archive and prints what is in it. An entry that a job would refuse is no failure.
 *
 * @param {Omit<InspectLine, 'command'>} line
 * @returns {Promise<number>} The exit code: 1 if the archive is refused as a whole.
 * @throws {import('../errors.js').SluiceError} `usage/file-exists`, `usage/recipe-unreadable`, `usage/password-unreadable`, `recipe/…`, `storage/…`
 */
export async function runInspect({ archive, recipe: recipePath, writeRecipe, passwordFile, json }) {
  const recipe = recipePath === undefined ? null : await parseRecipe(await readRecipe(recipePath), recipePath);
  const password = await readPassword(passwordFile);
  // Before an archive is read for nothing.
  if (writeRecipe !== undefined) await refuseExisting(writeRecipe);
  const { signal, forget } = stopOnSignals({ pauses: false, budget: undefined });
  const progress = process.stderr.isTTY ? showProgress : undefined;
  const firstPass = process.stderr.isTTY ? createProgressLine(process.stderr) : null;
  try {
    const source = await openSource(archive, { signal });
    /** @type {Inspection} */
    let inspection;
    try {
      inspection = await inspectArchive({
        source,
        recipe,
        recipePath: recipePath ?? null,
        password: password?.current ?? null,
        signal,
        onProgress: progress,
        onFirstPass: firstPass?.showFirstPass,
      });
    } finally {
      if (progress) process.stderr.write('\r\u001b[K');
      await source.close();
    }
    await print(inspection, json, writeRecipe);
    if (inspection.error !== null) return 1;
    if (writeRecipe !== undefined) await writeStarter(writeRecipe, inspection);
    return 0;
  } finally {
    forget();
  }
}

/**
 * @param {Inspection} inspection
 * @param {boolean} json
 * @param {string | undefined} writeRecipe
 */
async function print(inspection, json, writeRecipe) {
  const { error } = inspection;
  if (error !== null) process.stderr.write(`sluice: ${error.code}: ${printable(error.message)}\n`);
  if (json) {
    for (const line of formatJson(inspection)) process.stdout.write(printableJson(line));
  } else if (error === null) {
    const { formatInspection } = await import('./inspect-report.js');
    process.stdout.write(formatInspection(inspection, writeRecipe));
  }
}

/**
 * @param {Inspection} inspection
 * @returns {Generator<string, void>} JSON, with each entry and each kind on a line of its own.
 */
export function* formatJson(inspection) {
  let separator = '{\n';
  for (const [name, value] of Object.entries(inspection)) {
    yield `${separator}  ${JSON.stringify(name)}: `;
    separator = ',\n';
    if (!Array.isArray(value) || value.length === 0) {
      yield JSON.stringify(value);
      continue;
    }
    for (const [index, item] of value.entries()) yield `${index === 0 ? '[' : ','}\n    ${JSON.stringify(item)}`;
    yield '\n  ]';
  }
  yield '\n}\n';
}

/**
 * @param {string} file
 * @param {Inspection} inspection
 */
async function writeStarter(file, inspection) {
  const { starterRecipe } = await import('../inspect/starter-recipe.js');
  const schema = relative(dirname(resolve(file)), SCHEMA)
    .split(sep)
    .join('/');
  const recipe = starterRecipe(inspection, schema.startsWith('..') ? undefined : `./${schema}`);
  if (!(await writeNewFile(file, `${printableJson(JSON.stringify(recipe, null, 2))}\n`))) throw fileExists(file);
  process.stderr.write(`sluice: wrote ${printable(file)}\n`);
}

/** @param {string} file */
async function refuseExisting(file) {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) throw fileExists(file);
}

/** @param {string} file */
function fileExists(file) {
  const message = `--write-recipe ${printable(file)}: this file exists already; name another one, or remove it`;
  return new UsageError('usage/file-exists', message);
}

/** @param {InspectProgress} progress */
function showProgress({ entriesDone, entriesTotal }) {
  if (entriesDone % SHOWN_EVERY !== 0) return;
  process.stderr.write(`\rlooked at ${formatCount(entriesDone)} of ${formatCount(entriesTotal)} entries\u001b[K`);
}

/** For editors, beside the code that runs. */
const SCHEMA = fileURLToPath(new URL('../recipe/recipe.schema.json', import.meta.url));
const SHOWN_EVERY = 100;
