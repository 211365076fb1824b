import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Makes a self-signed certificate with `openssl`, valid for a week.
 *
 * @param {string} folder For the certificate and its key.
 * @param {readonly string[]} [names] Whose it is.
 * @returns {Promise<{ certPath: string, keyPath: string, tls: { key: string, cert: string } }>} PEM.
 */
export async function makeCertificate(folder, names = ['IP:127.0.0.1']) {
  const [keyPath, certPath] = [join(folder, 'tls-key.pem'), join(folder, 'tls-cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', `subjectAltName=${names.join(',')}`];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-keyout', keyPath];
  await promisify(execFile)('openssl', ['req', '-x509', '-days', '7', ...subject, ...key, '-out', certPath]);
  return { certPath, keyPath, tls: { key: await readFile(keyPath, 'utf8'), cert: await readFile(certPath, 'utf8') } };
}
