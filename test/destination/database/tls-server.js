import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../../../experiments/bench/programs.js';
import { makeCertificate } from '../../../experiments/bench/self-signed.js';
import { sharedTmpdir } from '../../../scripts/local-postgres/shared-tmpdir.js';
import { startLocalPostgres } from '../../../scripts/local-postgres/start-local-postgres.js';

/** Options for tests with a certificate. */
export const WITH_OPENSSL = {
  timeout: 120_000,
  skip: (await findProgram('openssl')) === null ? 'openssl is not installed' : false,
};

/** The name of a database in RDS, which no test connects to. */
export const RDS_HOST = 'db.abcdefghijkl.eu-central-1.rds.amazonaws.com';

/**
 * Starts a server with TLS, which asks roles named `iam` for their password as RDS asks for tokens: as it is, and only with TLS.
 *
 * @param {string} [host] Another address of this machine to listen on, of which it has the name.
 * @returns {Promise<{ url: string, folder: string, certPath: string, stop: () => Promise<void> }>} `certPath`: its certificate,
 *   for 127.0.0.1, `db.example.com` and `RDS_HOST`, which nobody trusts. `folder`: for files.
 */
export async function startTlsServer(host) {
  // Others may enter it: where root runs the tests, somebody else runs the server.
  const folder = await mkdtemp(join(await sharedTmpdir(), 'sluice-tls-'));
  try {
    await chmod(folder, 0o755);
    const { certPath, keyPath } = await makeCertificate(folder, [
      'IP:127.0.0.1',
      'DNS:db.example.com',
      `DNS:${RDS_HOST}`,
      ...(host === undefined ? [] : [`IP:${host}`]),
    ]);
    await chmod(keyPath, 0o600);
    if (process.getuid?.() === 0) await chown(keyPath, 65_534, 65_534);
    const hba = join(folder, 'hba.conf');
    await writeFile(hba, 'hostssl all iam 127.0.0.1/32 password\nhost all all all scram-sha-256\n');
    const { url, stop } = await startLocalPostgres({
      settings: {
        ssl: 'on',
        ssl_cert_file: certPath,
        ssl_key_file: keyPath,
        hba_file: hba,
        listen_addresses: ['127.0.0.1', ...(host === undefined ? [] : [host])].join(),
      },
    });
    return {
      ...{ url, folder, certPath },
      stop: async () => {
        await stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
