import assert from 'node:assert/strict';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { encodeCheckpoint } from '../../src/checkpoint/checkpoint.js';
import { badCheckpoint, readCheckpointFile, readCommandOf } from '../../src/cli/read-checkpoint.js';
import { temporaryFolder } from '../support/run-cli.js';

const BAD = { name: 'UsageError', code: 'usage/bad-checkpoint' };
const COMMAND = { archive: 'x.zip', to: 'out', folder: '/somewhere', recipe: null };

test('a checkpoint is read completely, any other file only to its 64th byte', async t => {
  const file = join(await temporaryFolder(t), 'job.checkpoint');
  assert.equal(await readCheckpointFile(file), null);
  const bytes = Buffer.concat(encodeCheckpoint({ command: COMMAND, checkpoint: Buffer.alloc(100_000) }));
  await writeFile(file, bytes);
  assert.ok((await readCheckpointFile(file))?.equals(bytes));
  await writeFile(file, 'x'.repeat(100_000));
  assert.equal(String(await readCheckpointFile(file)), 'x'.repeat(64));
});

test('a folder or a device is usage/bad-checkpoint', async t => {
  for (const path of [await temporaryFolder(t), '/dev/null']) {
    await assert.rejects(readCheckpointFile(path), { ...BAD, message: /" is no file$/ });
  }
});

test('the command is read from a valid checkpoint only', async t => {
  const file = join(await temporaryFolder(t), 'job.checkpoint');
  await assert.rejects(readCommandOf(file), { ...BAD, message: /" is missing; / });
  const bytes = Buffer.concat(encodeCheckpoint({ command: COMMAND, checkpoint: null }));
  await writeFile(file, bytes);
  assert.deepEqual(await readCommandOf(file), COMMAND);
  bytes[bytes.length >> 1] ^= 1;
  for (const damaged of [bytes, bytes.subarray(0, -5), Buffer.from('other'), Buffer.of()]) {
    await writeFile(file, damaged);
    await assert.rejects(readCommandOf(file), {
      ...BAD,
      message: /" is damaged, or no checkpoint; run the job again: /,
    });
  }
});

test('a command that no job can have written is a damaged checkpoint', async t => {
  const file = join(await temporaryFolder(t), 'job.checkpoint');
  const forged = [
    ...Object.keys(COMMAND).flatMap(member => [7, {}, ['x'], true].map(value => ({ ...COMMAND, [member]: value }))),
    ...['archive', 'to'].flatMap(member => [null, undefined].map(value => ({ ...COMMAND, [member]: value }))),
    ...[7, 'x', [], {}, null, true, undefined],
  ];
  for (const command of forged) {
    await writeFile(file, Buffer.concat(encodeCheckpoint({ command, checkpoint: null })));
    await assert.rejects(readCommandOf(file), { ...BAD, message: /" is damaged, or no checkpoint; / });
  }
  for (const data of [7, null, [], 'x']) {
    await writeFile(file, Buffer.concat(encodeCheckpoint(data)));
    await assert.rejects(readCommandOf(file), BAD);
  }
});

test('a file that is far larger than a checkpoint is not read, whatever it begins with', async t => {
  const file = join(await temporaryFolder(t), 'job.checkpoint');
  await writeFile(file, 'sluice checkpoint 1\n[1]\n');
  await truncate(file, 2 ** 33);
  await assert.rejects(readCheckpointFile(file), { ...BAD, message: /has 8589934592 bytes/ });
});

test('the error names the file, escaped', () => {
  const { code, message } = badCheckpoint('a\u001b', 'is bad');
  assert.deepEqual([code, message], [BAD.code, 'the checkpoint "a\\u{1b}" is bad']);
});
