import { readFile } from 'node:fs/promises';
import { createHandler } from '../../src/handler.js';

// Runs the function for one event: `node function-once.js EVENT.json`, with its settings in the environment.

const TIMEOUT_MS = 900_000;
const event = JSON.parse(await readFile(process.argv[2], 'utf8'));
const handler = createHandler({ log: line => process.stdout.write(`${line}\n`) });
await handler(event, { getRemainingTimeInMillis: () => TIMEOUT_MS - performance.now() });
// Explicitly, because keep-alive connections to S3 would keep the process running.
process.exit();
