import { UsageError } from '../../errors.js';
import { printable } from '../../printable.js';

/**
 * The parts of an address, each of which may be empty.
 *
 * @typedef {Record<'host' | 'port' | 'user' | 'password' | 'database' | 'sslmode' | 'sslrootcert' | 'application_name' | 'service', string>} Address
 */

/**
 * @param {string} url `postgres://user@host:port/database`; each part may be missing.
 * @param {string} where Where it comes from, for messages.
 * @returns {Address}
 * @throws {UsageError} `usage/database`. No message contains a password.
 */
export function readAddress(url, where) {
  const text = url.replace(WITHOUT_HOST, `$<before>${NO_HOST}`);
  const parsed = URL.canParse(text) ? new URL(text) : null;
  // Not the value: it may have a password.
  if (parsed === null || !['postgres:', 'postgresql:'].includes(parsed.protocol)) {
    throw new UsageError(
      'usage/database',
      `${where} is not the address of a database; it has to be like postgres://user@host:5432/database`,
    );
  }
  // A URL's host ends at the first of these, so the rest of a password would become a database or a parameter.
  if (parsed.hash !== '' || `${parsed.pathname}${parsed.search}`.includes('@')) {
    throw new UsageError(
      'usage/database',
      `${where} has a "#", or an "@" behind its host; in a password or a name, write %23 for "#", %2F for "/", %3F for "?" ` +
        'and %40 for "@"',
    );
  }
  const { hostname } = parsed;
  return {
    ...NO_ADDRESS,
    host: hostname === NO_HOST ? '' : decode(hostname).replace(/^\[|\]$/g, ''),
    port: parsed.port,
    user: decode(parsed.username),
    password: decode(parsed.password),
    database: decode(parsed.pathname.slice(1)),
    ...readParameters(parsed.searchParams, where),
  };
}

/**
 * Reads what libpq calls parameters, by its names.
 *
 * @param {Iterable<[string, string]>} parameters
 * @param {string} where Where they come from, for messages.
 * @returns {Partial<Address>}
 * @throws {UsageError} `usage/database`
 */
export function readParameters(parameters, where) {
  const named = [...parameters].filter(([name]) => !WITHOUT_EFFECT.includes(name));
  const unknown = named.find(([name]) => !PARAMETERS.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(
      'usage/database',
      `${where} has the parameter "${printable(unknown[0])}"; known are ${PARAMETERS.join(', ')}`,
    );
  }
  return Object.fromEntries(named.map(([name, value]) => [name === 'dbname' ? 'database' : name, value]));
}

/**
 * @param {string} url
 * @returns {boolean} Whether it has a password.
 */
export function hasPassword(url) {
  // Text that is no URL may have one, too.
  return URL.canParse(url) ? readAddress(url, "the database's address").password !== '' : /:[^/]*@|password=/.test(url);
}

/** @param {string} part */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @type {Address} */
export const NO_ADDRESS = {
  ...{ host: '', port: '', user: '', password: '', database: '' },
  ...{ sslmode: '', sslrootcert: '', application_name: '', service: '' },
};

/** libpq takes a role or a port without a host, which no other URL has. */
const WITHOUT_HOST = /^(?<before>postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?=$|[/?]|:\d+(?:$|[/?]))/;
const NO_HOST = 'no-host.invalid';

const PARAMETERS = [
  ...['host', 'port', 'user', 'password', 'dbname', 'sslmode', 'sslrootcert', 'application_name', 'service'],
];
/** Those that do not matter here: keep-alives and time limits are our own, and so is the encoding. */
const WITHOUT_EFFECT = [
  ...['connect_timeout', 'client_encoding', 'fallback_application_name', 'gssencmode', 'tcp_user_timeout'],
  ...['keepalives', 'keepalives_idle', 'keepalives_interval', 'keepalives_count'],
];
