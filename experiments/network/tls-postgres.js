import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedTmpdir } from '../../scripts/local-postgres/shared-tmpdir.js';
import { startLocalPostgres } from '../../scripts/local-postgres/start-local-postgres.js';
import { findProgram } from '../bench/programs.js';
import { makeCertificate } from '../bench/self-signed.js';

/**
 * Starts a PostgreSQL that speaks TLS to those who ask for it, with a self-signed certificate, where `openssl` is installed.
 *
 * @param {Record<string, string>} [settings]
 * @returns {Promise<{ url: string, certPath: string | null, stop: () => Promise<void> }>}
 */
export async function startTlsPostgres(settings = {}) {
  if ((await findProgram('openssl')) === null) return { ...(await startLocalPostgres({ settings })), certPath: null };
  // Where root runs this, somebody else runs the server, and must reach the key.
  const folder = await mkdtemp(join(await sharedTmpdir(), 'sluice-tls-'));
  try {
    await chmod(folder, 0o755);
    const { certPath, keyPath } = await makeCertificate(folder, ['IP:127.0.0.1', 'DNS:localhost']);
    await chmod(keyPath, 0o600);
    if (process.getuid?.() === 0) await chown(keyPath, 65_534, 65_534);
    const files = { ssl: 'on', ssl_cert_file: certPath, ssl_key_file: keyPath };
    const server = await startLocalPostgres({ settings: { ...files, ...settings } });
    return {
      ...{ url: server.url, certPath },
      async stop() {
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
