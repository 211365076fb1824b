import { UsageError } from '../errors.js';
import { printable } from '../printable.js';
import { readServedDatabase } from './read-database.js';
import { readJwtSecret } from './read-jwt-secret.js';
import { stopOnSignals } from './stop-signals.js';

/** @import { ServeLine } from './read-serve-options.js' */

/**
 * Serves a schema's tables until a signal comes; answers that are under way are then completed. A second signal ends it at once.
 *
 * @param {ServeLine} line
 * @returns {Promise<number>} The exit code.
 */
export async function runServe(line) {
  const database = readServedDatabase(line.database);
  const secret = await readJwtSecret(line.jwtSecretFile);
  const { schema, anonymousRole, jwks = null, audience, host, port, poolSize, maxStreams } = line;
  requireAccess(secret, line);
  const { checkDatabase } = await import('../serve/check-database.js');
  const { startServer } = await import('../serve/serve.js');
  for (const warning of await checkDatabase(database, { schema, anonymousRole })) {
    process.stderr.write(`sluice: warning: ${warning}\n`);
  }
  const { signal, forget } = stopOnSignals({ pauses: false, budget: undefined });
  try {
    const server = await startServer({
      ...{ database, schema, anonymousRole, secret, jwks, audience, host, port, poolSize, maxStreams },
      statementTimeoutMs: line.statementTimeout * 1000,
      stallTimeoutMs: line.stallTimeout * 1000,
      maxStreamMs: line.maxStreamTime * 1000,
    }).catch(error => {
      throw toListenError(error, line);
    });
    process.stdout.write(`${describe(server.url, database.uri, line, secret !== null)}\n`);
    if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve));
    process.stderr.write('sluice: stopping; answers under way are completed (a second signal ends them)\n');
    await server.close();
    return 0;
  } finally {
    forget();
  }
}

/**
 * Refuses a service that could answer nobody.
 *
 * @param {Buffer | null} secret
 * @param {ServeLine} line
 */
function requireAccess(secret, { anonymousRole, jwks, audience }) {
  if (secret !== null && jwks !== undefined) {
    throw new UsageError(
      'usage/command-line',
      'tokens are checked by SLUICE_JWT_SECRET or by --jwks; leave one of them out',
    );
  }
  const hasKeys = secret !== null || jwks !== undefined;
  if (audience !== null && !hasKeys) {
    throw new UsageError(
      'usage/command-line',
      '--audience is for tokens, and there is no --jwt-secret-file and no --jwks',
    );
  }
  if (anonymousRole !== null || hasKeys) return;
  throw new UsageError(
    'usage/no-access',
    'nobody could read anything: name the role for requests without a token by --anonymous-role NAME, or what tokens are ' +
      'checked with by --jwt-secret-file FILE (or SLUICE_JWT_SECRET) or --jwks URL',
  );
}

/**
 * @param {NodeJS.ErrnoException} error
 * @param {ServeLine} line
 */
function toListenError(error, { host, port }) {
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') return error;
  const reason = LISTEN_REASONS[error.code ?? ''] ?? error.message;
  return new UsageError('usage/port', `cannot listen on ${printable(host)}, port ${port}: ${printable(reason)}`, {
    cause: error,
  });
}

/**
 * @param {string} url
 * @param {string} database Its address, without credentials.
 * @param {ServeLine} line
 * @param {boolean} hasSecret
 */
function describe(url, database, { schema, anonymousRole, jwks }, hasSecret) {
  const tokens =
    jwks !== undefined ? `checked with the keys at ${jwks}` : hasSecret ? 'checked with the secret' : 'refused';
  const others = anonymousRole === null ? 'refused' : `read as ${anonymousRole}`;
  return printable(
    `${url} serves schema ${schema} of ${database}; requests without a token are ${others}, tokens are ${tokens}`,
  );
}

/** @type {Record<string, string>} */
const LISTEN_REASONS = {
  EADDRINUSE: 'another program uses it; choose another one with --port',
  EACCES: 'that needs more permissions; choose a --port from 1024 on',
  EADDRNOTAVAIL: 'this machine does not have that address; choose another --host',
  ENOTFOUND: 'there is no such host; choose another --host',
};
