import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { writeZip } from '../support/zip-writer.js';
import { runScript, temporaryFolder } from '../tools/run-script.js';

it('npm start -- --sam runs the function in Lambda’s container for each archive', { timeout: 600_000 }, async t => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'recipe.json'), JSON.stringify(RECIPE));
  await writeFile(join(folder, 'my.key'), 'the key of this test\n');
  const args = ['--port', '0', '--sam', '--recipe', 'recipe.json', '--hash-key-file', 'my.key'];
  const script = runScript(t, 'scripts/start.js', args, folder);
  const [, endpoint] = await script.until(/^ {2}endpoint +(http:\/\/\d+\.\d+\.\d+\.\d+:\d+)$/m);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local-secret' };
  const client = new S3Client({ endpoint, credentials, region: 'us-east-1' });
  t.after(() => client.destroy());

  const files = [
    { name: 'a.csv', content: 'id,name\n1,Ada\n' },
    { name: 'b.txt', content: 'b' },
  ];
  await client.send(new PutObjectCommand({ Bucket: 'sluice-in', Key: 'good.zip', Body: writeZip(files) }));
  await script.until(/^total +1 written, 1 skipped/m);
  await script.until(/^ {2}function +complete in .*peak memory/m);
  await script.until(/^\{"level":"info",.*"key":"good\.zip",.*"outcome":"processed".*\}$/m);
  const output = await client.send(new GetObjectCommand({ Bucket: 'sluice-out', Key: 'good/a.csv' }));
  const hash = createHmac('sha256', 'the key of this test').update('Ada').digest('hex');
  assert.equal(await output.Body?.transformToString(), `id,name\n1,${hash}\n`);

  await client.send(new PutObjectCommand({ Bucket: 'sluice-in', Key: 'no.zip', Body: 'no archive' }));
  await script.until(/^ {2}function +failed in /m);

  script.child.kill('SIGINT');
  const { code, stdout, stderr } = await script.end();
  assert.match(stdout, /in Lambda's container, with 256 MB/);
  assert.equal(code, 0, stderr);
  assert.match(stderr + stdout, /archive\/not-a-zip/);
  assert.ok(!(stderr + stdout).includes('the key of this test'));
  await assert.rejects(fetch(endpoint), ({ cause }) => cause.code === 'ECONNREFUSED');
});

const RECIPE = {
  entries: [
    { match: 'b.txt', skip: true },
    { match: '*.csv', csv: { hash: ['name'] } },
  ],
};
