import { UsageError } from '../errors.js';
import { printable } from '../printable.js';

/**
 * What `sluice serve` is told, with its defaults.
 *
 * @typedef {object} ServeLine
 * @property {'serve'} command
 * @property {string | undefined} database An address.
 * @property {string} schema
 * @property {string | null} anonymousRole
 * @property {string} host
 * @property {number} port 0: any that is free.
 * @property {string | undefined} jwtSecretFile A path.
 * @property {string | undefined} jwks An address.
 * @property {string | null} audience
 * @property {number} poolSize Connections to the database.
 * @property {number} maxStreams How many of them may be busy with long answers.
 * @property {number} statementTimeout Seconds until the first row.
 * @property {number} stallTimeout Seconds in which a client takes nothing.
 * @property {number} maxStreamTime Seconds for a whole answer.
 */

/**
 * @param {Record<string, string | boolean | undefined>} values As they were typed.
 * @param {(problem: string) => UsageError} usage
 * @returns {ServeLine}
 * @throws {UsageError} `usage/command-line`
 */
export function readServeOptions(values, usage) {
  const text = (/** @type {string} */ name) => /** @type {string | undefined} */ (values[name]);
  const whole = (
    /** @type {string} */ name,
    /** @type {number} */ byDefault,
    /** @type {number} */ min,
    max = MAX_POOL,
  ) => {
    const given = text(name);
    if (given === undefined) return byDefault;
    const number = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw usage(`--${name} is a whole number from ${min} to ${max}, not "${printable(given)}"`);
  };
  const seconds = (/** @type {string} */ name, /** @type {number} */ byDefault) => {
    const given = text(name);
    if (given === undefined) return byDefault;
    const number = /^\d{1,5}(\.\d{1,3})?$/.test(given) ? Number(given) : Number.NaN;
    if (number > 0 && number <= MAX_SECONDS) return number;
    throw usage(`--${name} is a number of seconds up to ${MAX_SECONDS}, not "${printable(given)}"`);
  };
  const jwks = text('jwks');
  if (jwks !== undefined && text('jwt-secret-file') !== undefined) {
    throw usage('tokens are checked by --jwt-secret-file or by --jwks; leave one of them out');
  }
  if (jwks !== undefined) checkKeysAddress(jwks, usage);
  const poolSize = whole('pool-size', DEFAULTS.poolSize, 2);
  return {
    command: 'serve',
    database: text('database'),
    schema: text('schema') ?? DEFAULTS.schema,
    anonymousRole: text('anonymous-role') ?? null,
    host: text('host') ?? DEFAULTS.host,
    port: whole('port', DEFAULTS.port, 0, MAX_PORT),
    jwtSecretFile: text('jwt-secret-file'),
    jwks,
    audience: text('audience') ?? null,
    poolSize,
    // One is left for short answers.
    maxStreams: whole('max-streams', Math.max(1, Math.floor(poolSize * DEFAULTS.streamShare)), 1, poolSize - 1),
    statementTimeout: seconds('statement-timeout', DEFAULTS.statementTimeout),
    stallTimeout: seconds('stall-timeout', DEFAULTS.stallTimeout),
    maxStreamTime: seconds('max-stream-time', DEFAULTS.maxStreamTime),
  };
}

/**
 * Keys that came without TLS could be anybody's.
 *
 * @param {string} address
 * @param {(problem: string) => UsageError} usage
 */
function checkKeysAddress(address, usage) {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isHere = url !== null && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  const isSafe = url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isHere));
  if (isSafe && url.username === '' && url.password === '') return;
  // It may have a password.
  throw usage(
    '--jwks is an address like https://issuer/.well-known/jwks.json, without a password (http: on this machine only)',
  );
}

/** The only place of these. */
export const DEFAULTS = Object.freeze({
  schema: 'public',
  host: '127.0.0.1',
  port: 3000,
  poolSize: 10,
  streamShare: 0.8,
  statementTimeout: 30,
  stallTimeout: 30,
  maxStreamTime: 3_600,
});

const MAX_POOL = 1_000;
const MAX_PORT = 65_535;
const MAX_SECONDS = 86_400;
/** The options of the command. */
export const SERVE_OPTIONS = [
  ...['database', 'schema', 'anonymous-role', 'host', 'port', 'jwt-secret-file', 'jwks', 'audience'],
  ...['pool-size', 'max-streams', 'statement-timeout', 'stall-timeout', 'max-stream-time'],
];
