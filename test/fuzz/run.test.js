import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** @import { Readable } from 'node:stream' */

const PROGRAM = fileURLToPath(new URL('./run.js', import.meta.url));
/** Prints a line to standard error once the program handles SIGINT. */
const REPORT_HANDLER = `data:text/javascript,${encodeURIComponent(`
  const report = name => name === 'SIGINT' && setImmediate(() => process.stderr.write('ready\\n'));
  process.on('newListener', report);
`)}`;

test('a run of some cases ends with a table, which is also in the report', { timeout: 300_000 }, async t => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-fuzz-'));
  t.after(() => rm(folder, { recursive: true }));
  const report = join(folder, 'report.md');
  const { code, stdout } = await run(['bytes', '--cases', '300', '--seed', '255', '--report', report]);
  assert.equal(code, 0);
  assert.match(stdout, /^300 cases from seed 255 on in .*; wrong: 0, hangs: 0, crashes: 0, growing memory: 0 /);
  assert.match(stdout, /^\| total \| 300 \|/m);
  assert.equal(`${await readFile(report, 'utf8')}\n`, stdout);
});

test('an endless run ends with its table when it is interrupted', { timeout: 300_000 }, async () => {
  const { code, stdout } = await run(['bytes'], async child => {
    // Without a handler yet, the signal would kill the program.
    await once(child.stderr, 'data');
    await sleep(1000);
    child.kill('SIGINT');
  });
  assert.equal(code, 0);
  assert.match(stdout, /^[\d,]+ cases from seed 0 on .*; wrong: 0/);
});

test('a campaign or an option that is unknown is refused', { timeout: 300_000 }, async () => {
  for (const [args, reason] of /** @type {[string[], RegExp][]} */ ([
    [['nonsense'], /no campaign "nonsense"/],
    [['bytes', 'csv'], /what is "csv"\?/],
    [['--seeds', '1'], /--seeds/],
    [['--cases', 'many'], /--cases, --seconds and --seed take numbers/],
  ])) {
    const { code, stderr } = await run(args);
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, reason);
  }
});

/**
 * @param {string[]} args
 * @param {(child: import('node:child_process').ChildProcessByStdio<null, Readable, Readable>) => Promise<void>} [disturb]
 */
async function run(args, disturb = async () => {}) {
  const child = spawn(process.execPath, ['--import', REPORT_HANDLER, PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
    disturb(child),
  ]);
  return { code, stdout, stderr };
}
