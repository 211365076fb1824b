import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startLocalSecrets } from '../../scripts/local-stack/local-secrets.js';
import { freshDatabase } from '../destination/database/fixture.js';
import { startTlsServer, WITH_OPENSSL } from '../destination/database/tls-server.js';
import { repeatedTable } from './repeated-table.js';
import { startSam } from './start-sam.js';

describe('with 128 MB, enforced, rows go into a table', { ...WITH_OPENSSL, timeout: 600_000 }, () => {
  /** @type {import('./start-sam.js').Sam} */
  let sam;
  /** @type {Awaited<ReturnType<typeof startTlsServer>>} */
  let server;
  before(
    async () => {
      sam = await startSam();
      server = await startTlsServer(sam.hostAddress);
      // The container sees nothing else of this machine.
      await copyFile(server.certPath, join(sam.packageFolder, 'ca.pem'));
    },
    { timeout: 600_000 },
  );
  after(async () => {
    await server?.stop();
    await sam?.close();
  });

  it('from S3, with TLS and the login from Secrets Manager, in the same memory whatever the size', async t => {
    const { url, query } = await freshDatabase(t, server.url);
    const { username, password, port, pathname } = new URL(url);
    const login = { username, password, host: sam.hostAddress, port: Number(port), dbname: pathname.slice(1) };
    const secrets = await startLocalSecrets(Buffer.from(JSON.stringify(login)), {
      host: sam.hostAddress,
      region: 'us-east-1',
    });
    t.after(() => secrets.close());
    const variables = {
      SLUICE_RECIPE: JSON.stringify({ entries: [{ match: '**/*.csv', csv: { table: 'public.people' } }] }),
      SLUICE_DATABASE: 'postgres://?sslmode=require&sslrootcert=/var/task/ca.pem',
      SLUICE_DATABASE_SECRET: secrets.arn,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
    };
    const peaks = [];
    for (const megabytes of [20, 100]) {
      const key = `in/${megabytes}.zip`;
      const { archive, bytes } = repeatedTable(megabytes * 1e6);
      const { etag } = await sam.upload(key, archive);
      const { summaries, output } = await sam.invoke(
        's3-put',
        { [CUSTOMERS]: etag, 'in/customers.zip': key },
        { variables, memoryMegabytes: 128, timeoutSeconds: 400 },
      );
      assert.equal(summaries[0]?.status, 'complete', output);
      assert.equal(summaries[0].bytes, bytes);
      assert.ok(!output.includes(password));
      const manifest = JSON.parse(await sam.read(`in/${megabytes}/_manifest.json`));
      const [{ count }] = await query('SELECT count(*)::int FROM people');
      assert.equal(count, manifest.totals.recordsWritten);
      assert.ok(count > megabytes * 1000);
      await query('DROP TABLE people');
      const { peakRssBytes, durationMs } = summaries[0];
      t.diagnostic(`${bytes} bytes, ${count} rows: ${durationMs} ms, ${Math.round(peakRssBytes / 2 ** 20)} MiB`);
      peaks.push(peakRssBytes);
    }
    assert.ok(peaks[1] < peaks[0] * 1.25 && peaks[1] < 128 * 2 ** 20, String(peaks));
  });
});

// The ETag in the event.
const CUSTOMERS = 'd41d8c5f9a0b204e98009982ecf8427e';
