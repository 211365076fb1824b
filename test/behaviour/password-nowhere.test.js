import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { GetObjectCommand, GetObjectTaggingCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { signalItself } from '../cli/signal-itself.js';
import { manualDeadline } from '../lambda/manual-deadline.js';
import { batch, startCloud } from '../support/cloud.js';
import { encrypted } from '../support/encrypt.js';
import { filesIn, folderOf, runCli } from '../support/run-cli.js';
import { SECRET_ARN, startSecrets } from '../support/secrets-server.js';
import { writeZip } from '../support/zip-writer.js';

const PASSWORD = 'Tr0ub4dor-and-3';
const OTHER = 'correct-horse-battery';
/** As it is, and as somebody might encode it. */
const FORMS = [PASSWORD, OTHER].flatMap(password =>
  ['utf8', 'base64', 'base64url', 'hex', 'utf16le'].map(encoding =>
    encoding === 'utf16le'
      ? Buffer.from(password, 'utf16le')
      : Buffer.from(
          Buffer.from(password)
            .toString(/** @type {BufferEncoding} */ (encoding))
            .replace(/=+$/, ''),
        ),
  ),
);
const CONTENT = Buffer.from('some text, '.repeat(200_000));
const ARCHIVE = writeZip([
  encrypted({ name: 'a.txt', content: CONTENT, method: 0 }, 'ae2-256', PASSWORD),
  encrypted({ name: 'b.txt', content: 'text' }, 'zipcrypto', PASSWORD),
  encrypted({ name: 'c.txt', content: 'text' }, 'ae1-128', 'third'),
  { name: 'filler', content: Buffer.alloc(200_000), method: 0 },
]);

/** @param {Buffer | string} bytes @param {string} where */
function assertNowhere(bytes, where) {
  const found = Buffer.from(bytes);
  for (const form of FORMS) assert.ok(!found.includes(form), `${where} contains ${form}`);
}

test('on the command line: in no output, checkpoint or process that can be seen', { timeout: 300_000 }, async t => {
  // What others can see of a process while it is at work: at its end it still has its arguments and environment.
  const spy = `import { readFileSync } from 'node:fs';
    process.once('exit', () => {
      for (const file of ['cmdline', 'environ', 'comm']) {
        try { process.stderr.write(readFileSync('/proc/self/' + file)); } catch {}
      }
      process.stderr.write(JSON.stringify([process.argv, process.title, process.env, process.report.getReport()]));
    });`;
  const watched = ['--import', `data:text/javascript,${encodeURIComponent(spy)}`];
  const cwd = await folderOf(t, {
    'x.zip': ARCHIVE,
    'right.txt': Buffer.from(`${PASSWORD}\n`),
    'other.txt': Buffer.from(OTHER),
    'none.txt': Buffer.from(`\n${PASSWORD}`),
  });
  const run = ['run', 'x.zip', '--to', 'out', '--checkpoint', 'job.checkpoint'];
  const resume = ['resume', 'job.checkpoint'];
  /** @type {[args: string[], code: number, stop?: string[]][]} */
  const commands = [
    [[...run, '--password-file', 'none.txt'], 2],
    [[...run, '--password-file', PASSWORD], 2],
    [[...run, '--password', PASSWORD], 2],
    [[...run, '--password-file', 'right.txt'], 130, signalItself('SIGINT')],
    [[...resume, '--password-file', 'other.txt', '--json'], 1],
    [[...resume, '--json'], 1],
    [[...resume, '--password-file', 'right.txt', '--json'], 1],
    [[...run.slice(0, 4), '--password-file', 'other.txt', '--force', '--json'], 1],
    [['inspect', 'x.zip', '--json'], 0],
  ];
  for (const [args, expected, stop = []] of commands) {
    const isGiven = args.includes(PASSWORD);
    const { code, stdout, stderr } = await runCli(args, { cwd, node: isGiven ? stop : [...watched, ...stop] });
    assert.equal(code, expected, `${args}: ${stderr}`);
    assertNowhere(stdout, `stdout of ${args}`);
    assertNowhere(stderr, `stderr of ${args}`);
    for (const file of await filesIn(cwd)) {
      if (!['right.txt', 'other.txt', 'none.txt'].includes(file)) assertNowhere(await readFile(join(cwd, file)), file);
    }
  }
  await writeFile(join(cwd, 'empty.txt'), '');
  const { stdout } = await runCli([...run, '--password-file', 'empty.txt', '--json'], { cwd });
  assert.equal(JSON.parse(stdout).error.code, 'usage/password-unreadable');
});

test('in the function: in no log, object or metadata, whatever the secret is', { timeout: 300_000 }, async t => {
  const [cloud, secrets] = await Promise.all([startCloud(), startSecrets(t)]);
  t.after(() => cloud.close());
  const { deadline, pause } = manualDeadline();
  let reads = 0;
  cloud.misbehave(({ method, key }) => {
    if (method !== 'GET' || key !== 'x.zip') return;
    reads += 1;
    // The first two are for the archive's start and its end.
    if (reads === 3) pause();
  });
  const messages = batch(await cloud.upload('sluice-in', 'x.zip', ARCHIVE));
  /** @type {[secret: Awaited<ReturnType<import('../support/secrets-server.js').SecretsAnswer>>, code: string | null][]} */
  const deliveries = [
    [{ SecretString: PASSWORD }, 'job/stopped'],
    [{ SecretString: OTHER }, 'job/wrong-password'],
    [{ SecretString: JSON.stringify({ [PASSWORD]: OTHER }) }, 'job/wrong-password'],
    [{ SecretString: `{"**": "${PASSWORD}", "${OTHER}"` }, 'usage/password-secret'],
    [{ SecretString: JSON.stringify({ '**': [PASSWORD] }) }, 'usage/password-secret'],
    [{ SecretString: JSON.stringify({ [`[${PASSWORD}`]: OTHER }) }, 'usage/password-secret'],
    [{ raw: `{"SecretString": ${PASSWORD}` }, 'storage/unavailable'],
    [{ SecretBinary: Buffer.from(`\n${PASSWORD}`).toString('base64') }, 'usage/password-secret'],
    [{ SecretString: JSON.stringify({ 'in/**': OTHER, '**': PASSWORD }) }, 'archive/wrong-password'],
    [{ SecretString: OTHER }, 'archive/wrong-password'],
  ];
  for (const [secret, code] of deliveries) {
    secrets.answerWith(() => secret);
    // Each time another instance.
    const env = { SLUICE_PASSWORD_SECRET: SECRET_ARN, SLUICE_SOURCE_AFTERWARDS: 'tag' };
    const { deliver, lines, raw } = cloud.deploy(env, { secrets: secrets.secrets, deadline });
    assertNowhere(inspect(await deliver(messages), { depth: 9 }), 'the answer');
    assert.equal(lines[0].errorCode, code, raw[0]);
    for (const line of raw) assertNowhere(line, 'the log');
    for (const key of await cloud.keys('sluice-out', '')) {
      const at = { Bucket: 'sluice-out', Key: String(key) };
      const { Body, $metadata: _, ...headers } = await cloud.client.send(new GetObjectCommand(at));
      assertNowhere(Buffer.from((await Body?.transformToByteArray()) ?? []), `the object ${key}`);
      const { TagSet } = await cloud.client.send(new GetObjectTaggingCommand(at));
      assertNowhere(JSON.stringify([key, headers, TagSet]), `the metadata of ${key}`);
    }
    const { Uploads } = await cloud.client.send(new ListMultipartUploadsCommand({ Bucket: 'sluice-out' }));
    assertNowhere(JSON.stringify(Uploads ?? []), 'the uploads');
    if (code === 'job/stopped') assert.ok((await cloud.keys('sluice-out', '')).includes('x/_checkpoint'));
  }
  assert.equal(await cloud.read('sluice-out', 'x/a.txt'), String(CONTENT));
  const events = await cloud.client.send(new GetObjectTaggingCommand({ Bucket: 'sluice-in', Key: 'x.zip' }));
  assertNowhere(JSON.stringify(events.TagSet), 'the tags of the archive');
});
