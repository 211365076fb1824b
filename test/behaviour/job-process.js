import { createHandler } from '../../src/handler.js';
import { s3ClientFactory } from '../../src/storage/s3-client.js';
import { settings } from '../support/cloud.js';
import { withoutRetryDelays } from './without-retry-delays.js';

/**
 * @typedef {{ id: number, event: unknown, env: Record<string, string> }} Delivery
 * @typedef {{ id: number, outcome: string | null, error: string | null }} Answer `error` is a code.
 */

const connection = JSON.parse(process.argv[2] ?? '');

process.on('disconnect', () => process.exit());
process.on('message', (/** @type {Delivery} */ delivery) => serve(delivery));

/**
 * The function in a process that may be killed at any time. It takes any number of events concurrently, each with its own
 * client, whose requests name the job.
 *
 * @param {Delivery} delivery
 */
async function serve({ id, event, env }) {
  const client = await s3ClientFactory({ ...connection, customUserAgent: `job-${id}` })();
  await withoutRetryDelays(client);
  /** @type {string | null} */
  let outcome = null;
  const handler = createHandler({
    config: () => settings(env),
    s3: () => client,
    log: line => {
      const logged = JSON.parse(line);
      outcome = logged.error?.code ?? logged.outcome;
    },
  });
  /** @type {string | null} */
  let error = null;
  try {
    await handler(event, { awsRequestId: `request-${id}`, getRemainingTimeInMillis: () => 600_000 });
  } catch (caught) {
    error = /** @type {any} */ (caught).code ?? String(caught);
  }
  client.destroy();
  process.send?.({ id, outcome, error });
}
