import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { decodeCheckpoint } from '../../src/checkpoint/checkpoint.js';
import { filesIn, folderOf, runCli } from '../support/run-cli.js';
import { writeZip } from '../support/zip-writer.js';
import { signalItself } from './signal-itself.js';

/** @import { TestContext } from 'node:test' */

export const ROWS = Array.from(
  { length: 80_000 },
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

/**
 * Makes a folder with a job that was stopped in the middle of its first entry.
 *
 * @param {TestContext} t
 */
export async function stopped(t) {
  const cwd = await folderOf(t, { 'x.zip': ARCHIVE, 'recipe.json': RECIPE });
  const { code, stderr } = await runCli(RUN, { cwd, node: signalItself('SIGINT') });
  assert.equal(code, 130, stderr);
  const { checkpoint } = decodeCheckpoint(await readFile(join(cwd, 'job.checkpoint')));
  assert.equal(decodeCheckpoint(checkpoint).outcome.path, 'a.csv');
  return { cwd };
}

/** @param {string} cwd */
export async function assertDone(cwd) {
  const out = await filesIn(join(cwd, 'out'));
  assert.deepEqual(out, OUTPUTS);
  const lines = (await readFile(join(cwd, 'out/x/a.csv'), 'utf8')).split('\n');
  assert.equal(lines.length, ROWS.length + 2);
  for (const id of [0, 1, 40_000, ROWS.length - 1]) {
    assert.match(lines[id + 1] ?? '', new RegExp(`^${id},mail-${id}@example\\.org,`));
  }
  assert.ok(!(await filesIn(cwd)).some(name => name.startsWith('job.checkpoint')), 'the checkpoint is gone');
  assert.equal(JSON.parse(await readFile(join(cwd, 'out/x/_manifest.json'), 'utf8')).status, 'complete');
}
