import { test } from 'node:test';

test('waits for what never comes', () => new Promise(() => setInterval(() => {}, 60_000)));
