import { openAccess } from './access/open-access.js';
import { loadCatalog } from './catalog/load-catalog.js';
import { openCatalog } from './catalog/open-catalog.js';
import { createMetrics } from './metrics.js';
import { describeApi } from './openapi.js';
import { openRows } from './rows/rows.js';
import { listen } from './server.js';
import { createService } from './service.js';

/** @import { DatabaseSettings } from '../destination/database/settings.js' */

/**
 * @typedef {object} ServeOptions
 * @property {DatabaseSettings} database
 * @property {string} schema
 * @property {string | null} anonymousRole The role of requests without a token; null: they are refused.
 * @property {Buffer | null} secret What tokens are signed with.
 * @property {string | null} jwks The address of the keys that they are signed with instead.
 * @property {string | null} audience
 * @property {string} host
 * @property {number} port 0: any.
 * @property {number} poolSize
 * @property {number} maxStreams
 * @property {number} statementTimeoutMs To a query's first row.
 * @property {number} stallTimeoutMs For which a client may take nothing.
 * @property {number} maxStreamMs For a long answer.
 * @property {number} [drainMs] What answers under way may take when the service is closed.
 */

/**
 * Serves a schema's tables over HTTP.
 *
 * @param {ServeOptions} options
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startServer(options) {
  const { database, schema, poolSize, statementTimeoutMs } = options;
  const access = openAccess({ ...options, log });
  access.prepare();
  const rows = openRows(database, {
    ...{ poolSize, statementTimeoutMs },
    onEvent: event => {
      if (event === 'cancel') metrics.numbers.cancels += 1;
      else metrics.numbers.timeouts += 1;
    },
  });
  const metrics = createMetrics(() => rows.stats);
  const catalog = openCatalog({ load: () => loadCatalog(rows.query, schema) });
  try {
    await catalog.current();
    const service = createService({
      ...{ catalog, access, rows, metrics, log },
      describe: async ({ role }) => describeApi(rows.query, await catalog.current(), role),
      ...{ maxStreams: options.maxStreams, maxStreamMs: options.maxStreamMs },
    });
    const server = await listen(service, { ...options, metrics, log });
    return {
      url: server.url,
      async close() {
        await server.close(options.drainMs ?? DRAIN_MS);
        await rows.close();
      },
    };
  } catch (error) {
    rows.destroy();
    throw error;
  }
}

/** @param {unknown} error */
function log(error) {
  process.stderr.write(`sluice: ${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
}

const DRAIN_MS = 10_000;
