import { openDatabase } from '../destination/database/open.js';
import { printable } from '../printable.js';
import { toStorageError } from '../storage/storage-error.js';
import { settingsInFunction } from './database-config.js';
import { addressInSecret, wrongSecret } from './database-secret.js';
import { readSecret } from './read-secret.js';
import { waitFor } from './wait-for.js';

/** @import { Config } from './config.js' */
/** @import { DatabaseConfig } from './database-config.js' */
/** @import { Database } from '../destination/database/open.js' */
/** @import { Address } from '../destination/database/address.js' */
/** @import { DatabaseSettings } from '../destination/database/settings.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { SecretsFactory } from './read-secret.js' */

/**
 * Makes a token that logs a role in for 15 minutes.
 *
 * @typedef {(login: { hostname: string, port: number, username: string, region: string }) => Promise<string>} TokenFactory
 */

/** The database of a recipe's tables. A secret is read once, and again when the server refuses the password that it had. */
export class DatabaseAccess {
  #config;
  #secrets;
  #token;
  /** @type {Address | null} In the secret, as it was read last. */
  #found = null;

  /**
   * @param {Pick<Config, 'database'>} config
   * @param {{ secrets: SecretsFactory, token: TokenFactory }} services
   */
  constructor({ database }, { secrets, token }) {
    this.#config = database;
    this.#secrets = secrets;
    this.#token = token;
  }

  /**
   * @param {Pick<Recipe, 'needsDatabase'>} recipe
   * @param {AbortSignal} [signal] The deadline's.
   * @returns {Promise<Database | null>} Null if the recipe has no table, or the function no database; then nothing is read.
   * @throws {SluiceError} `usage/database-secret`, `storage/…`. No error contains a password.
   */
  async open({ needsDatabase }, signal) {
    if (this.#config === null || !needsDatabase) return null;
    return openDatabase(await this.#settings(this.#config, signal));
  }

  /**
   * @param {DatabaseConfig} config
   * @param {AbortSignal} [signal]
   * @returns {Promise<DatabaseSettings>}
   */
  async #settings(config, signal) {
    switch (config.kind) {
      case 'address':
        return config.settings;
      case 'iam':
        return { ...config.settings, login: { current: () => this.#signIn(config, signal), renew: async () => false } };
      case 'secret':
        return this.#fromSecret(config, signal);
    }
  }

  /**
   * @param {Extract<DatabaseConfig, { kind: 'iam' }>} config
   * @param {AbortSignal} [signal]
   */
  async #signIn({ settings: { host, port, user }, region }, signal) {
    try {
      const sign = () => this.#token({ hostname: host, port, username: user, region });
      return { user, password: await waitFor(`a token for the database ${printable(host)}`, signal, sign) };
    } catch (error) {
      throw toStorageError(error, `make a token for the database ${host}`);
    }
  }

  /**
   * @param {Extract<DatabaseConfig, { kind: 'secret' }>} config
   * @param {AbortSignal} [signal]
   * @returns {Promise<DatabaseSettings>}
   */
  async #fromSecret(config, signal) {
    const { secret, address, env } = config;
    this.#found ??= await this.#read(config, signal);
    let found = this.#found;
    const given = Object.fromEntries(Object.entries(address).filter(([, value]) => value !== ''));
    const merged = { ...found, ...given };
    if (!merged.host && !env.PGHOST) throw wrongSecret(secret.arn, 'has no host, and SLUICE_DATABASE names none');
    const login = {
      current: async () => {
        const { user, password } = found;
        return { user, password };
      },
      renew: async () => {
        const before = found;
        found = await this.#read(config, signal);
        this.#found = found;
        return found.user !== before.user || found.password !== before.password;
      },
    };
    // Secrets Manager connects to this one when it rotates a secret without a name.
    const database = merged.database || env.PGDATABASE || 'postgres';
    return { ...settingsInFunction({ ...merged, database }, env), login };
  }

  /**
   * @param {Extract<DatabaseConfig, { kind: 'secret' }>} config
   * @param {AbortSignal} [signal]
   */
  async #read({ secret }, signal) {
    return addressInSecret(
      String(await readSecret(secret, 'SLUICE_DATABASE_SECRET', this.#secrets, signal)),
      secret.arn,
    );
  }
}

/**
 * Makes tokens of IAM with the function's own role. The SDK's signer is loaded with the first one.
 *
 * @returns {TokenFactory}
 */
export function tokenFactory() {
  return async login => {
    const { Signer } = await import('@aws-sdk/rds-signer');
    return new Signer(login).getAuthToken();
  };
}
