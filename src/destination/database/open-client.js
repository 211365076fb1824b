import { readFile } from 'node:fs/promises';
import { getCACertificates } from 'node:tls';
import pg from 'pg';
import { hasCode } from '../../errors.js';
import { toStorageError } from '../../storage/storage-error.js';
import { toDatabaseError } from './database-error.js';
import { passwordFromFile } from './password-file.js';

/** @import { Socket } from 'node:net' */
/** @import { DatabaseSettings } from './settings.js' */

/**
 * Connects `pg`'s client, and logs in.
 *
 * @param {DatabaseSettings} settings
 * @param {AbortSignal} [stop] Ends the attempt at once.
 * @returns {Promise<{ client: pg.Client, socket: Socket }>}
 * @throws {SluiceError} `database/…`, `storage/…`
 */
export async function openClient(settings, stop) {
  try {
    return await openOnce(settings, stop);
  } catch (error) {
    // The password may have been changed since it was read.
    if (!hasCode(error, 'database/login-refused') || !(await settings.login?.renew())) throw error;
    return openOnce(settings, stop);
  }
}

/**
 * @param {DatabaseSettings} settings
 * @param {AbortSignal} [stop]
 */
async function openOnce(settings, stop) {
  const { host, port, database, uri } = settings;
  const { user, password } = (await settings.login?.current()) ?? settings;
  const client = new pg.Client({
    host,
    port,
    user,
    database,
    password: async () => password ?? (await passwordFromFile(settings)) ?? '',
    ssl: await tlsOptions(settings),
    application_name: settings.applicationName,
    connectionTimeoutMillis: CONNECT_MS,
    // Notices within seconds that the server is gone.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  // The query under way rejects with it. Without a listener, it would also be uncaught.
  client.on('error', () => {});
  const breakOff = () => void connectionOf(client).stream.destroy();
  stop?.addEventListener('abort', breakOff, { once: true });
  try {
    stop?.throwIfAborted();
    await client.connect();
  } catch (error) {
    breakOff();
    throw toDatabaseError(error, `connect to ${uri}`);
  } finally {
    stop?.removeEventListener('abort', breakOff);
  }
  return { client, socket: connectionOf(client).stream };
}

/**
 * Asks the server, by a connection for this alone, to cancel what a client's connection is doing. Never fails: the server does
 * not say either whether there was something to cancel.
 *
 * @param {DatabaseSettings} settings
 * @param {pg.Client} client
 * @returns {Promise<boolean>} Whether it has been dealt with: the server has closed the connection, or never got the request. false:
 *   it may still cancel what that client does next.
 */
export async function requestCancel(settings, client) {
  const { processID, secretKey } = /** @type {{ processID: number, secretKey: number }} */ (
    /** @type {unknown} */ (client)
  );
  const ssl = await tlsOptions(settings).catch(() => null);
  if (ssl === null) return true;
  const connection = /** @type {any} */ (new pg.Connection(/** @type {any} */ ({ ssl })));
  return new Promise(resolve => {
    let isSent = false;
    let isBroken = false;
    const send = () => {
      isSent = true;
      connection.cancel(processID, secretKey);
    };
    const breakOff = () => {
      isBroken = true;
      connection.stream.destroy();
    };
    const forced = setTimeout(breakOff, CONNECT_MS);
    connection.on('error', breakOff);
    connection.on('connect', () => {
      if (ssl === false) send();
      else connection.requestSsl();
    });
    connection.on('sslconnect', send);
    connection.on('end', () => {
      clearTimeout(forced);
      resolve(!isSent || !isBroken);
    });
    if (settings.host.startsWith('/')) connection.connect(`${settings.host}/.s.PGSQL.${settings.port}`);
    else connection.connect(settings.port, settings.host);
  });
}

/**
 * What of `pg`'s client its types do not have.
 *
 * @param {pg.Client} client
 * @returns {{ stream: Socket }}
 */
export function connectionOf(client) {
  return /** @type {{ connection: { stream: Socket } }} */ (/** @type {unknown} */ (client)).connection;
}

/** @param {DatabaseSettings} settings */
async function tlsOptions({ tls, rootCertificate, moreCertificates }) {
  if (tls === 'none') return false;
  const ca =
    rootCertificate === null ? await certificatesWith(moreCertificates) : await certificatesOf(rootCertificate);
  return {
    rejectUnauthorized: tls === 'verified',
    ...(ca !== undefined && { ca }),
  };
}

/** @param {string | null} path */
async function certificatesWith(path) {
  if (path === null) return undefined;
  const more = await readFile(path, 'utf8').catch(() => null);
  // Node's certificates verify that of an RDS proxy.
  return more === null ? undefined : [...getCACertificates('default'), more];
}

/** @param {string} path A file, or `system`. */
async function certificatesOf(path) {
  if (path === 'system') return getCACertificates('system');
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw toStorageError(error, "read the database's root certificates (sslrootcert)");
  }
}

const CONNECT_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
