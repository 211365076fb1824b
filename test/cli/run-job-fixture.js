import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { decodeCheckpoint } from '../../src/checkpoint/checkpoint.js';
import { filesIn, runCli } from '../support/run-cli.js';
import { writeZip } from '../support/zip-writer.js';
import { signalItself } from './signal-itself.js';

export const ROWS = Array.from(
  { length: 40_000 },
  (_, id) => `${id},mail-${id}@example.org,"(650) 253-${id % 9000}",a\n`,
);
export const TABLE = `id,mail,phone,note\n${ROWS.join('')}`;
export const ARCHIVE = writeZip([
  { name: 'a.csv', content: TABLE, raw: deflateRawSync(TABLE, { level: 1 }) },
  { name: 'b.txt', content: 'text' },
]);
const PHONES = [{ field: 'phone', format: 'e164', country: 'US' }];
export const RECIPE = { entries: [{ match: '**/*.csv', csv: { drop: ['note'], phones: PHONES } }] };
export const RUN = ['run', 'x.zip', '--to', 'out', '--recipe', 'recipe.json', '--checkpoint', 'job.checkpoint'];
export const RESUME = ['resume', 'job.checkpoint'];
export const OUTPUTS = ['x/_manifest.json', 'x/a.csv', 'x/b.txt'];

/** @type {{ cwd: string, copy: string } | null} The folder with the stopped job, and a copy of it. */
let made = null;
after(async () => {
  if (made !== null) for (const folder of Object.values(made)) await rm(folder, { recursive: true, force: true });
});

/**
 * A folder with a job that was stopped in the middle of its first entry. It is the same folder in each test, which is as it was
 * then, because a checkpoint names the folder: one test at a time.
 *
 * @returns {Promise<{ cwd: string }>}
 */
export async function stopped() {
  made ??= await stop();
  const { cwd, copy } = made;
  await rm(cwd, { recursive: true });
  // With the times to the nanosecond, by which an archive is known again.
  execFileSync('cp', ['-a', copy, cwd]);
  return { cwd };
}

async function stop() {
  const cwd = await mkdtemp(join(tmpdir(), 'sluice-stopped-'));
  await writeFile(join(cwd, 'x.zip'), ARCHIVE);
  await writeFile(join(cwd, 'recipe.json'), JSON.stringify(RECIPE));
  const { code, stderr } = await runCli(RUN, { cwd, node: signalItself('SIGINT') });
  assert.equal(code, 130, stderr);
  const { checkpoint } = decodeCheckpoint(await readFile(join(cwd, 'job.checkpoint')));
  assert.equal(decodeCheckpoint(checkpoint).outcome.path, 'a.csv');
  const copy = `${cwd}-copy`;
  execFileSync('cp', ['-a', cwd, copy]);
  return { cwd, copy };
}

/** @param {string} cwd */
export async function assertDone(cwd) {
  const out = await filesIn(join(cwd, 'out'));
  assert.deepEqual(out, OUTPUTS);
  const lines = (await readFile(join(cwd, 'out/x/a.csv'), 'utf8')).split('\n');
  assert.equal(lines.length, ROWS.length + 2);
  for (const id of [0, 1, 20_000, ROWS.length - 1]) {
    assert.match(lines[id + 1] ?? '', new RegExp(`^${id},mail-${id}@example\\.org,`));
  }
  assert.ok(!(await filesIn(cwd)).some(name => name.startsWith('job.checkpoint')), 'the checkpoint is gone');
  assert.equal(JSON.parse(await readFile(join(cwd, 'out/x/_manifest.json'), 'utf8')).status, 'complete');
}
