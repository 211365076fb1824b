import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { readArguments, typedPath } from '../../scripts/command-line/command.js';
import { UsageError } from '../../src/errors.js';
import { printable } from '../../src/printable.js';
import { MAX_SECONDS } from '../lambda/prices.js';
import { LAMBDA_CPU_SECONDS } from './limits.js';

/**
 * @returns {{ archivePath: string, recipePath: string, cpuSeconds: number, sha256: string | undefined, out: string }}
 * @throws {UsageError} `usage/arguments`, `usage/no-such-file`
 */
export function readCommand() {
  const options = /** @type {const} */ ({
    recipe: { type: 'string' },
    budget: { type: 'string' },
    sha256: { type: 'string' },
    out: { type: 'string', default: 'results/turns' },
  });
  const { values, positionals } = readArguments(options, { usage: USAGE, maxPositionals: 1 });
  if (positionals.length === 0 || values.recipe === undefined)
    throw new UsageError('usage/arguments', `usage: ${USAGE}`);
  const archivePath = typedPath(positionals[0]);
  if (!existsSync(archivePath)) throw new UsageError('usage/no-such-file', `there is no ${printable(archivePath)}`);
  const cpuSeconds = values.budget === undefined ? LAMBDA_CPU_SECONDS : Number(values.budget);
  if (!(cpuSeconds >= 2 && cpuSeconds <= MAX_SECONDS)) {
    throw new UsageError(
      'usage/arguments',
      `--budget is "${printable(String(values.budget))}"; it must be a number of seconds from 2 to ${MAX_SECONDS}`,
    );
  }
  return {
    archivePath,
    recipePath: typedPath(values.recipe),
    cpuSeconds,
    sha256: values.sha256,
    out: typedPath(values.out),
  };
}

/** @returns {string} The command to repeat the run, without folders of this machine. */
export function commandLine() {
  return [
    'npm run measure:turns --',
    ...process.argv.slice(2).map(argument => (argument.startsWith('/') ? basename(argument) : argument)),
  ].join(' ');
}

const USAGE = 'npm run measure:turns -- ARCHIVE.zip --recipe my.json';

export const HELP = `Usage: ${USAGE}

Measures how many turns the function takes for an archive with one large entry. Runs it from S3 to S3 in Lambda's
container, with 128 MB and the CPU seconds that Lambda gives that size in 15 minutes, and redelivers the message until the
archive is done. Compares the output with that of Node's zlib and writes a report. The archive is not copied; the output
is stored in TMPDIR.

  --recipe FILE     what to do with the entry (JSON)
  --budget SECONDS  CPU seconds per invocation; a smaller budget takes more turns (default: 65.1)
  --sha256 HEX      the expected output, if known; otherwise it is computed
  --out FOLDER      for turns.json, turns.md and log.jsonl (default: results/turns)
`;
