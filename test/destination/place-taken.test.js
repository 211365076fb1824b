import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeTaken } from '../../src/destination/place-taken.js';

test('usage/place-taken: the other archive’s folder is escaped, because anybody may have written it into an object’s metadata', () => {
  const { code, message } = placeTaken('s3://b/x/f', 'x\u001b[2J\u202ey');
  assert.equal(code, 'usage/place-taken');
  assert.match(
    message,
    /^s3:\/\/b\/x\/f came out of another archive, whose outputs go to "x\\u\{1b\}\[2J\\u\{202e\}y"; /,
  );
});
