import assert from 'node:assert/strict';
import { test } from 'node:test';
import { USAGE } from '../../../src/cli/usage.js';
import { chapter, PAGES, page } from './pages.js';

const README = PAGES.get('README.md') ?? '';

test('README.md has at most 200 lines', () => {
  assert.ok(README.trimEnd().split('\n').length <= 200);
});

test('README.md lists every page in docs/, once', () => {
  const listed = Array.from(README.matchAll(/^- \[[^\]]+\]\((docs\/[^)]+)\): /gm), ([, path]) => path);
  assert.deepEqual(
    listed.sort(),
    [...PAGES.keys()].filter(path => path !== 'README.md'),
  );
});

test('docs/command-line.md has the command lines of "sluice --help"', () => {
  const usage = USAGE.split('\n\n')[0]
    .replace('Usage: ', '')
    .replaceAll(/\n {10,}/g, ' ');
  const lines = usage.split('\n').map(line => line.trim());
  assert.ok(page('command-line').includes(`\`\`\`\n${lines.join('\n')}\n\`\`\``), lines.join('\n'));
});

test('README.md shows the same commands for a deployment as docs/deploying.md', () => {
  const commands = (/** @type {string} */ text) => /^```sh\n.*?^```$/ms.exec(text)?.[0];
  assert.equal(commands(chapter(README, 'Deploying')), commands(page('deploying')));
});

test('README.md has the largest entry of docs/function.md', () => {
  const [, largest] = /^\| 128 MB \| (\d+ GB) \|/m.exec(page('function')) ?? [];
  assert.ok(largest && chapter(README, 'Limits').includes(`[${largest}](docs/function.md#the-largest-entry)`), largest);
});

test('README.md has the figures of docs/benchmarks.md', () => {
  const text = chapter(README, 'Figures');
  const [time, cpu] = /^\| in memory \| 323 MB \| ([\d.]+) \| ([\d.]+) \|$/m.exec(page('benchmarks'))?.slice(1) ?? [];
  assert.ok(text.includes(`${time} of the time and ${cpu} of the CPU seconds`));
  for (const [contestant, figure] of [
    ['sluice run', /([\d.]+) times the wall time/],
    ['Python, stream-unzip', /takes ([\d.]+) times\./],
  ]) {
    const row = page('benchmarks')
      .split('\n')
      .find(line => line.startsWith(`| ${contestant} |`));
    assert.equal(row?.split('|')[4].trim().split(' ')[0], text.replaceAll('\n', ' ').match(figure)?.[1]);
  }
});
