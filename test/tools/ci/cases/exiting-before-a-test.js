import { test } from 'node:test';

test('passes', () => {});
await new Promise(resolve => setImmediate(resolve));
process.exit(0);
