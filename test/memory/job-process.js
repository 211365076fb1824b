import { createHandler } from '../../src/handler.js';
import { s3ClientFactory } from '../../src/storage/s3-client.js';
import { settings } from '../support/cloud.js';

// The function in a process of its own, for one event. Sends the archive's log line.
process.once('message', async (/** @type {{ connection: any, event: unknown, env: Record<string, string> }} */ job) => {
  const client = await s3ClientFactory(job.connection)();
  /** @type {any[]} */
  const lines = [];
  const handler = createHandler({
    config: () => settings(job.env),
    s3: () => client,
    log: line => lines.push(JSON.parse(line)),
  });
  await handler(job.event, { awsRequestId: 'request-1', getRemainingTimeInMillis: () => 600_000 });
  process.send?.(lines.find(({ outcome }) => typeof outcome === 'string'));
  process.disconnect();
});
