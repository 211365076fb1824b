import { NO_ADDRESS, readAddress } from '../destination/database/address.js';
import { databaseSettings } from '../destination/database/settings.js';
import { UsageError } from '../errors.js';

/** @import { Address } from '../destination/database/address.js' */
/** @import { DatabaseSettings } from '../destination/database/settings.js' */
/** @import { Secret } from './read-secret.js' */

/**
 * Where the tables of recipes are, and how to log in there: with the password of the address, with a token of IAM, or with a
 * secret, in which case `address` has the parts that the secret lacks, and overrides it.
 *
 * @typedef {{ kind: 'address', settings: DatabaseSettings } | { kind: 'iam', settings: DatabaseSettings, region: string } |
 *   { kind: 'secret', secret: Secret, address: Address, env: Record<string, string | undefined> }} DatabaseConfig
 */

/**
 * @param {Record<string, string | undefined>} env
 * @param {Secret | null} secret
 * @returns {Readonly<DatabaseConfig> | null}
 * @throws {UsageError} `usage/config`, `usage/database`. No message contains a password.
 */
export function readDatabaseConfig(env, secret) {
  const url = env.SLUICE_DATABASE || null;
  const address = url === null ? NO_ADDRESS : readAddress(url, 'SLUICE_DATABASE');
  const isIam = readFlag(env.SLUICE_DATABASE_IAM);
  if (secret !== null) {
    if (isIam)
      throw refused('SLUICE_DATABASE_SECRET and SLUICE_DATABASE_IAM are both set; only one of them can log in');
    if (address.user || address.password) {
      throw refused(
        'SLUICE_DATABASE has a role or a password, and SLUICE_DATABASE_SECRET is to give both; leave them out of the address',
      );
    }
    return Object.freeze({ kind: 'secret', secret, address, env });
  }
  if (url === null) {
    if (isIam) throw refused('SLUICE_DATABASE_IAM is set without SLUICE_DATABASE, the address of the database');
    return null;
  }
  const settings = Object.freeze(settingsInFunction(address, env));
  return Object.freeze(
    isIam ? { kind: 'iam', settings, region: checkIam(address, settings, env) } : { kind: 'address', settings },
  );
}

/**
 * RDS has its own certificate authorities. Lambda's runtime has a file of them, which is as new as the runtime
 * (https://docs.aws.amazon.com/lambda/latest/dg/lambda-nodejs.html). They are trusted for RDS alone.
 *
 * @param {Address} address
 * @param {Record<string, string | undefined>} env
 * @returns {DatabaseSettings}
 * @throws {UsageError} `usage/database`
 */
export function settingsInFunction(address, env) {
  const settings = databaseSettings(address, env);
  const { LAMBDA_RUNTIME_DIR: folder } = env;
  return RDS.test(settings.host) && folder ? { ...settings, moreCertificates: `${folder}/ca-cert.pem` } : settings;
}

/**
 * @param {Address} address
 * @param {DatabaseSettings} settings
 * @param {Record<string, string | undefined>} env
 * @returns {string} The region that tokens are made for.
 */
function checkIam(address, { host, tls }, env) {
  if (address.password || !address.user) {
    throw refused(
      'SLUICE_DATABASE_IAM needs an address with a role and without a password: postgres://role@host:5432/database',
    );
  }
  if (tls === 'none') throw refused('SLUICE_DATABASE_IAM needs TLS, which SLUICE_DATABASE turns off');
  const { region = env.AWS_REGION } = REGION.exec(host)?.groups ?? {};
  if (region !== undefined) return region;
  throw refused('SLUICE_DATABASE_IAM needs the region, which neither the host in SLUICE_DATABASE nor AWS_REGION names');
}

/** @param {string | undefined} value */
function readFlag(value) {
  if (!value || value === 'false') return false;
  if (value === 'true') return true;
  throw refused('SLUICE_DATABASE_IAM is neither true nor false');
}

/** @param {string} message */
function refused(message) {
  return new UsageError('usage/config', message);
}

const RDS = /\.rds\.(amazonaws\.com|[a-z\d-]+\.amazonaws\.com\.cn)$/i;
/** `name.abcdefgh.eu-central-1.rds.amazonaws.com`; in China `name.abcdefgh.rds.cn-north-1.amazonaws.com.cn`. */
const REGION = /\.(?:(?<region>[a-z\d-]+)\.rds\.amazonaws\.com|rds\.(?<region>[a-z\d-]+)\.amazonaws\.com\.cn)$/i;
