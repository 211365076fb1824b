import { parseArgs } from 'node:util';
import { UsageError } from '../errors.js';
import { printable } from '../printable.js';

/**
 * The command line, read and checked.
 *
 * @typedef {object} CommandLine
 * @property {JobCommand | null} job Null for `sluice resume`, which takes the job from the checkpoint.
 * @property {string | undefined} checkpoint A path.
 * @property {number | undefined} budget Seconds.
 * @property {boolean} json
 * @property {boolean} quiet
 * @property {boolean} force
 *
 * @typedef {{ archive: string, to: string, recipe: string | undefined }} JobCommand `recipe` is a path.
 */

/**
 * @param {string[]} args
 * @returns {CommandLine | null} Null for `--help`.
 * @throws {UsageError} `usage/command-line`
 */
export function readCommandLine(args) {
  let parsed;
  try {
    parsed = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw usage(/** @type {Error} */ (error).message.split('. ')[0]);
  }
  const { values, positionals } = parsed;
  if (values.help) return null;
  const { to, recipe, checkpoint, json = false, quiet = false, force = false } = values;
  const [name, subject, ...others] = positionals;
  if (name !== 'run' && name !== 'resume') {
    throw usage(name === undefined ? 'no command' : `unknown command "${printable(name)}"`);
  }
  const what = name === 'run' ? 'ARCHIVE' : 'FILE';
  if (!subject) throw usage(`no ${what}`);
  if (others.length > 0) throw usage(`one ${what} at a time; what is "${printable(others[0])}"?`);
  if (checkpoint === '') throw usage('--checkpoint names no FILE');
  const budget = readBudget(values.budget, name === 'resume' || checkpoint !== undefined);
  if (name === 'run') {
    if (!to) throw usage('no destination: --to DESTINATION is missing');
    return { job: { archive: subject, to, recipe }, checkpoint, budget, json, quiet, force };
  }
  for (const [option, value] of Object.entries({ to, recipe, checkpoint, force: values.force })) {
    if (value !== undefined) throw usage(`--${option} is for sluice run; what is resumed stands in the checkpoint`);
  }
  return { job: null, checkpoint: subject, budget, json, quiet, force };
}

/**
 * @param {string | undefined} value
 * @param {boolean} hasCheckpoint
 * @returns {number | undefined} Seconds.
 */
function readBudget(value, hasCheckpoint) {
  if (value === undefined) return undefined;
  if (!hasCheckpoint) throw usage('--budget SECONDS goes with --checkpoint FILE, which the job goes on from');
  // The limit of a timer is 24 days.
  if (/^\d{1,6}(\.\d{1,3})?$/.test(value) && Number(value) > 0) return Number(value);
  throw usage(`--budget is a number of seconds below 1,000,000, not "${printable(value)}"`);
}

/** @param {string} problem */
function usage(problem) {
  return new UsageError(
    'usage/command-line',
    `${problem}; try: sluice run ARCHIVE --to DESTINATION, or sluice resume FILE (or --help)`,
  );
}

const OPTIONS = /** @type {const} */ ({
  to: { type: 'string' },
  recipe: { type: 'string' },
  checkpoint: { type: 'string' },
  budget: { type: 'string' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean' },
  force: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
});
