import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSource } from '../../src/source/open-source.js';
import { localS3 } from '../support/s3.js';

test('a HEAD that is refused is repeated if the object can be read, even an empty one', async t => {
  const { s3, put, requests } = await localS3(t);
  for (const [key, content] of [
    ['full', 'some bytes'],
    ['empty', ''],
  ]) {
    await put(key, content);
    for (const refusal of [{ status: 404, code: 'NoSuchKey' }, DENIED, { status: 400, code: 'BadRequest' }]) {
      const faults = [refusal];
      requests.fault = ({ operation }) => (operation === 'HeadObject' ? faults.shift() : undefined);
      const source = await openSource(`s3://bucket/${key}`, { s3 });
      assert.equal(source.bytes, content.length);
      await source.close();
    }
  }
  requests.fault = ({ operation }) => (operation === 'HeadObject' ? DENIED : undefined);
  await assert.rejects(openSource('s3://bucket/full', { s3 }), { code: 'storage/access-denied' });
});

const DENIED = { status: 403, code: 'AccessDenied' };
