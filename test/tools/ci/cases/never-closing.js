import { test } from 'node:test';

test('passes', () => {});
setInterval(() => {}, 60_000);
