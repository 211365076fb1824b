import { SERVE_OPTIONS } from './read-serve-options.js';

/**
 * @typedef {object} Command
 * @property {'run' | 'resume' | 'inspect' | 'check' | 'serve'} name
 * @property {string | null} subject What it takes.
 * @property {string[]} options Those that belong to it.
 * @property {string} example For messages.
 */

/** @type {[Command, ...Command[]]} */
export const COMMANDS = [
  {
    name: 'run',
    subject: 'ARCHIVE',
    options: [
      'to',
      'recipe',
      'database',
      'password-file',
      'hash-key-file',
      'json',
      'quiet',
      'force',
      'dry-run',
      'checkpoint',
      'budget',
    ],
    example: 'sluice run ARCHIVE --to DESTINATION',
  },
  {
    name: 'resume',
    subject: 'FILE',
    options: ['database', 'password-file', 'hash-key-file', 'budget', 'json', 'quiet'],
    example: 'sluice resume FILE',
  },
  {
    name: 'inspect',
    subject: 'ARCHIVE',
    options: ['recipe', 'write-recipe', 'password-file', 'json'],
    example: 'sluice inspect ARCHIVE',
  },
  { name: 'check', subject: 'RECIPE', options: [], example: 'sluice check RECIPE' },
  {
    name: 'serve',
    subject: null,
    options: SERVE_OPTIONS,
    example: 'sluice serve --database URL --anonymous-role NAME',
  },
];

/** The options of all commands, for `parseArgs`. */
export const OPTIONS = /** @type {const} */ ({
  to: { type: 'string' },
  recipe: { type: 'string' },
  database: { type: 'string' },
  'password-file': { type: 'string' },
  'hash-key-file': { type: 'string' },
  schema: { type: 'string' },
  'anonymous-role': { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  'jwt-secret-file': { type: 'string' },
  jwks: { type: 'string' },
  audience: { type: 'string' },
  'pool-size': { type: 'string' },
  'max-streams': { type: 'string' },
  'statement-timeout': { type: 'string' },
  'stall-timeout': { type: 'string' },
  'max-stream-time': { type: 'string' },
  'write-recipe': { type: 'string' },
  checkpoint: { type: 'string' },
  budget: { type: 'string' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean' },
  force: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
});
