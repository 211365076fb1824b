import { parseArgs } from 'node:util';
import { UsageError } from '../errors.js';
import { printable } from '../printable.js';
import { nearest } from '../recipe/nearest.js';
import { COMMANDS, OPTIONS } from './commands.js';
import { readServeOptions } from './read-serve-options.js';

/** @import { Command } from './commands.js' */
/** @import { ServeLine } from './read-serve-options.js' */

/**
 * The command line, read and checked. Every FILE is a path, undefined if it is not given.
 *
 * @typedef {RunLine | ResumeLine | InspectLine | CheckLine | ServeLine | { command: 'help' } | { command: 'version' }} CommandLine
 *
 * @typedef {object} RunLine
 * @property {'run'} command
 * @property {string} archive
 * @property {string} to
 * @property {string | undefined} recipe
 * @property {string | undefined} checkpoint
 * @property {number | undefined} budget Seconds.
 * @property {string | undefined} database An address.
 * @property {string | undefined} passwordFile
 * @property {string | undefined} hashKeyFile
 * @property {boolean} json
 * @property {boolean} quiet
 * @property {boolean} force
 * @property {boolean} dryRun
 *
 * @typedef {object} ResumeLine The job is in the checkpoint.
 * @property {'resume'} command
 * @property {string} checkpoint
 * @property {number | undefined} budget Seconds.
 * @property {string | undefined} database An address.
 * @property {string | undefined} passwordFile
 * @property {string | undefined} hashKeyFile
 * @property {boolean} json
 * @property {boolean} quiet
 *
 * @typedef {object} InspectLine
 * @property {'inspect'} command
 * @property {string} archive
 * @property {string | undefined} recipe
 * @property {string | undefined} writeRecipe
 * @property {string | undefined} passwordFile
 * @property {boolean} json
 *
 * @typedef {{ command: 'check', recipe: string }} CheckLine
 */

/**
 * @param {string[]} args
 * @returns {CommandLine}
 * @throws {UsageError} `usage/command-line`
 */
export function readCommandLine(args) {
  const { values, positionals } = parse(args);
  if (values.help) return { command: 'help' };
  if (values.version) return { command: 'version' };
  const [name, subject = '', ...others] = positionals;
  const command = COMMANDS.find(command => command.name === name);
  if (command === undefined) throw unknownCommand(name);
  if (command.name === 'serve') {
    if (subject !== '') throw usage(`what is "${printable(subject)}"?`, command);
    refuseOptions(values, command);
    return readServeOptions(values, problem => usage(problem, command));
  }
  if (!subject) throw usage(`no ${command.subject}`, command);
  if (others.length > 0) throw usage(`one ${command.subject} at a time; what is "${printable(others[0])}"?`, command);
  refuseOptions(values, command);

  const { to, recipe, database, checkpoint, 'password-file': passwordFile, 'hash-key-file': hashKeyFile } = values;
  const { json = false, quiet = false, force = false, 'dry-run': dryRun = false } = values;
  const budget = readBudget(values.budget, command);
  switch (command.name) {
    case 'run':
      if (to === undefined) throw usage('no destination: --to DESTINATION is missing', command);
      if (budget !== undefined && checkpoint === undefined) {
        throw usage('--budget SECONDS goes with --checkpoint FILE, from which the job is resumed', command);
      }
      if (dryRun && checkpoint !== undefined) {
        throw usage(
          '--dry-run writes nothing, so there is no --checkpoint to resume from; leave one of them out',
          command,
        );
      }
      return {
        command: 'run',
        archive: subject,
        to,
        recipe,
        checkpoint,
        budget,
        database,
        passwordFile,
        hashKeyFile,
        json,
        quiet,
        force,
        dryRun,
      };
    case 'resume':
      return { command: 'resume', checkpoint: subject, budget, database, passwordFile, hashKeyFile, json, quiet };
    case 'inspect':
      return { command: 'inspect', archive: subject, recipe, writeRecipe: values['write-recipe'], passwordFile, json };
    case 'check':
      return { command: 'check', recipe: subject };
  }
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({ args, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    const command = COMMANDS.find(({ name }) => args.includes(name));
    throw usage(/** @type {Error} */ (error).message.split('. ')[0], command);
  }
}

/** @param {string | undefined} name */
function unknownCommand(name) {
  if (name === undefined) return usage('no command');
  const meant = nearest(
    name,
    COMMANDS.map(command => command.name),
  );
  const problem = `unknown command "${printable(name)}"${meant ? `; did you mean "${meant}"?` : ''}`;
  return usage(
    problem,
    COMMANDS.find(command => command.name === meant),
  );
}

/**
 * Refuses the options of other commands, and empty values.
 *
 * @param {Record<string, string | boolean | undefined>} values
 * @param {Command} command
 */
function refuseOptions(values, command) {
  for (const [option, value] of Object.entries(values)) {
    if (!command.options.includes(option)) {
      const others = COMMANDS.filter(({ options }) => options.includes(option)).map(({ name }) => `sluice ${name}`);
      const more = command.name === 'resume' ? '; the checkpoint has the rest' : '';
      throw usage(`--${option} is for ${others.join(' and ')}, not for sluice ${command.name}${more}`, command);
    }
    if (value === '') throw usage(`--${option} has no value`, command);
  }
}

/**
 * @param {string | undefined} value
 * @param {Command} command
 * @returns {number | undefined} Seconds.
 */
function readBudget(value, command) {
  if (value === undefined) return undefined;
  // The limit of a timer is 24 days.
  if (/^\d{1,6}(\.\d{1,3})?$/.test(value) && Number(value) > 0) return Number(value);
  throw usage(`--budget is a number of seconds below 1,000,000, not "${printable(value)}"`, command);
}

/**
 * @param {string} problem
 * @param {Command} [command] The one to give an example of.
 */
function usage(problem, { example } = COMMANDS[0]) {
  return new UsageError('usage/command-line', `${problem}; try: ${example} (or sluice --help)`);
}
