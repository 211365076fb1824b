import { readArguments, runScript, typedPath, wholeNumber } from '../scripts/command-line/command.js';
import { UsageError } from '../src/errors.js';

/** @import { Options } from './bench/run-bench.js' */

const USAGE = 'npm run bench -- [--rows 500000] [--runs 7] [--out results/bench] [--database | --serve | --transforms]';
const HELP = `Usage: ${USAGE}

Compares Sluice with other tools that do the same work on the same archive, in turns. Then measures how time and memory grow:
with 1 to 16 times the size, 1 to 10,000 entries, and 1 to 1,000 columns.

  --rows N      of the archive of generated people, which is made in data/ if missing; the archives for growth start at a
                tenth of it
  --runs N      how often each tool is measured (for growth, at most 3 times), after a warm-up run whose output is
                verified
  --out FOLDER  for bench.json (all runs), bench.md and charts; with --transforms, for transforms.json and so on
  --database    compares something else: rows into a table of a PostgreSQL that it starts, in turns with psql; prints a
                table, and keeps nothing
  --serve       compares something else: rows out of a PostgreSQL by sluice serve, in turns with psql and a plain Fastify
                server; also its memory, and its time over a slow network. By default with 1,000,000 rows
  --transforms  measures something else: what each transform of a recipe costs, beside a rule without it, and what other
                tools take for the same. By default with 200,000 rows and 3 runs, which take four minutes, and
                --out results/transforms

Prints first how long it will take. Tools that are not installed are left out and listed with the commands to install
them. Exit code 0: all others wrote the same. 1: one did not, or failed. 2: the command is wrong. 130: stopped.
`;
// Enough for every axis of growth to have several points.
const MIN_ROWS = 50;
const MAX_ROWS = 100_000_000;
const MAX_RUNS = 1_000;

await runScript(bench, { help: HELP, exitCodeWhenStopped: 130 });

/**
 * @param {AbortSignal} stop
 * @returns {Promise<number>} The exit code.
 */
async function bench(stop) {
  const options = readOptions();
  // Only now, since it loads much: a wrong command is refused at once.
  const { runBench } = await import('./bench/run-bench.js');
  return runBench(options, stop);
}

/** @returns {Options} */
function readOptions() {
  const { values } = readArguments(
    {
      rows: { type: 'string' },
      runs: { type: 'string' },
      out: { type: 'string' },
      database: { type: 'boolean', default: false },
      serve: { type: 'boolean', default: false },
      transforms: { type: 'boolean', default: false },
    },
    { usage: USAGE, maxPositionals: 0 },
  );
  const { database, serve, transforms } = values;
  const modes = Object.entries({ database, serve, transforms }).flatMap(([mode, isChosen]) =>
    isChosen ? [`--${mode}`] : [],
  );
  if (modes.length > 1) {
    throw new UsageError('usage/arguments', `${modes.join(' or ')}, not both; usage: ${USAGE}`);
  }
  if (modes.length > 0 && !transforms && values.out !== undefined) {
    throw new UsageError('usage/arguments', `--out is not for ${modes[0]}, which keeps nothing; usage: ${USAGE}`);
  }
  const rows = serve ? '1000000' : transforms ? '200000' : '500000';
  return {
    rows: wholeNumber('rows', values.rows ?? rows, MIN_ROWS, MAX_ROWS),
    runs: wholeNumber('runs', values.runs ?? (transforms ? '3' : '7'), 1, MAX_RUNS),
    out: typedPath(values.out ?? (transforms ? 'results/transforms' : 'results/bench')),
    database,
    serve,
    transforms,
  };
}
