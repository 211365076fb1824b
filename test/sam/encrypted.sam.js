import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startLocalSecrets } from '../../scripts/local-stack/local-secrets.js';
import { encrypted } from '../support/encrypt.js';
import { writeZip } from '../support/zip-writer.js';
import { startSam } from './start-sam.js';

/** @type {import('./start-sam.js').Sam} */
let sam;
before(
  async () => {
    sam = await startSam();
  },
  { timeout: 600_000 },
);
after(() => sam?.close());

it('decrypts an archive in Lambda’s container, with the password from Secrets Manager', {
  timeout: 600_000,
}, async () => {
  const passwords = JSON.stringify({ 'in/other/**': 'no', 'in/**': PASSWORD });
  const secrets = await startLocalSecrets(Buffer.from(passwords), { host: sam.hostAddress, region: 'us-east-1' });
  try {
    const variables = {
      SLUICE_PASSWORD_SECRET: secrets.arn,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
    };
    const entries = [
      encrypted({ name: 'a.txt', content: TEXT }, 'ae2-256', PASSWORD),
      encrypted({ name: 'b.txt', content: TEXT }, 'zipcrypto', PASSWORD),
      encrypted({ name: 'c.txt', content: TEXT }, 'ae1-128', 'another'),
    ];
    const { etag } = await sam.upload('in/encrypted.zip', writeZip(entries));
    const replaced = { [CUSTOMERS]: etag, 'in/customers.zip': 'in/encrypted.zip' };
    const { summaries, output } = await sam.invoke('s3-put', replaced, { variables });
    assert.deepEqual([summaries[0]?.outcome, summaries[0]?.status], ['processed', 'partial'], output);
    assert.equal(await sam.read('in/encrypted/a.txt'), TEXT);
    assert.equal(await sam.read('in/encrypted/b.txt'), TEXT);
    const manifest = await sam.read('in/encrypted/_manifest.json');
    assert.equal(JSON.parse(manifest).entries[2].error.code, 'archive/wrong-password');
    for (const text of [output, manifest]) assert.ok(!text.includes(PASSWORD));
  } finally {
    await secrets.close();
  }
});

/** The ETag in the sample event. */
const CUSTOMERS = 'd41d8c5f9a0b204e98009982ecf8427e';
const PASSWORD = 'Tr0ub4dor-and-3';
const TEXT = 'some text, '.repeat(100_000);
