import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { writeZip } from '../support/zip-writer.js';
import { runScript, temporaryFolder } from '../tools/run-script.js';

it('npm start -- --sam runs the function in Lambda’s container for each archive', { timeout: 600_000 }, async t => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'recipe.json'), '{"entries": [{"match": "b.txt", "skip": true}]}');
  const script = runScript(t, 'scripts/start.js', ['--port', '0', '--sam', '--recipe', 'recipe.json'], folder);
  const [, endpoint] = await script.until(/^ {2}endpoint +(http:\/\/\d+\.\d+\.\d+\.\d+:\d+)$/m);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local-secret' };
  const client = new S3Client({ endpoint, credentials, region: 'us-east-1' });
  t.after(() => client.destroy());

  const files = ['a.txt', 'b.txt'].map(name => ({ name, content: name }));
  await client.send(new PutObjectCommand({ Bucket: 'sluice-in', Key: 'good.zip', Body: writeZip(files) }));
  await script.until(/^total +1 written, 1 skipped/m);
  await script.until(/^ {2}function +complete in .*peak memory/m);
  await script.until(/^\{"level":"info",.*"key":"good\.zip",.*"outcome":"processed".*\}$/m);

  await client.send(new PutObjectCommand({ Bucket: 'sluice-in', Key: 'no.zip', Body: 'no archive' }));
  await script.until(/^ {2}function +failed in /m);

  script.child.kill('SIGINT');
  const { code, stdout, stderr } = await script.end();
  assert.match(stdout, /in Lambda's container, with 256 MB/);
  assert.equal(code, 0, stderr);
  assert.match(stderr + stdout, /archive\/not-a-zip/);
  await assert.rejects(fetch(endpoint), ({ cause }) => cause.code === 'ECONNREFUSED');
});
