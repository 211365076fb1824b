import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { makeArchive, writeRecords } from '../../../experiments/bench/transforms/archive.js';
import { allCases, HASH_KEY, PLAIN } from '../../../experiments/bench/transforms/cases.js';
import { compare } from '../../../experiments/bench/transforms/compare.js';
import { INPUTS } from '../../../experiments/bench/transforms/inputs.js';
import { findOthers } from '../../../experiments/bench/transforms/others.js';
import { filesOf } from '../../../experiments/bench/transforms/write-transforms.js';
import { openDestination } from '../../../src/destination/open.js';
import { processArchive } from '../../../src/job/archive.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { openSource } from '../../../src/source/open-source.js';
import { temporaryFolder } from '../run-script.js';

/** @import { InputName } from '../../../experiments/bench/transforms/inputs.js' */
/** @import { Transforms } from '../../../experiments/bench/transforms/results.js' */

const ROWS = 60;

describe('npm run bench -- --transforms', { timeout: 300_000 }, () => {
  it('has cases of which each writes what its reference expects', async t => {
    const folder = await temporaryFolder(t);
    const { signal } = new AbortController();
    for (const input of /** @type {InputName[]} */ (Object.keys(INPUTS))) {
      await makeArchive(join(folder, `${input}.zip`), { rows: ROWS, input, signal });
    }
    for (const [index, each] of allCases().entries()) {
      const source = await openSource(join(folder, `${each.input}.zip`), { signal });
      const to = join(folder, String(index));
      const destination = await openDestination(to, { dryRun: false, signal });
      const recipe = await compileRecipe({ entries: [{ match: '**', csv: { ...PLAIN, ...each.csv } }] });
      await processArchive({ source, destination, recipe, hashKey: Buffer.from(HASH_KEY), signal });
      await destination.close();
      await source.close();
      await compare(each, join(to, each.input, 'records.csv'), ROWS);
    }
  });

  it('does not time an output that is not the reference’s', async t => {
    const folder = await temporaryFolder(t);
    const [plain] = allCases();
    const path = join(folder, 'records.csv');
    await writeFile(path, 'id\n1,other\n');
    await assert.rejects(compare(plain, path, ROWS), {
      code: 'experiment/cannot-run',
      message: /^plain: record 1 is "1,other"/,
    });
  });

  it('does the same by another tool, if it is installed, with the same output', async t => {
    const folder = await temporaryFolder(t);
    const { signal } = new AbortController();
    const input = join(folder, 'records.csv');
    await writeRecords(input, { rows: ROWS, signal });
    const { others } = await findOthers();
    for (const { tool, does, commandWith } of others) {
      const output = join(folder, `${tool} ${does}.csv`);
      const { command, args } = commandWith({ input, output });
      await promisify(execFile)(command, args, { signal });
      const each = allCases().find(({ name }) => name === does) ?? assert.fail(`no case: ${does}`);
      await compare({ ...each, name: `${does}: ${tool}` }, output, ROWS);
    }
  });

  it('names the tools that are not installed, and knows the cases of those that are', async t => {
    const [path, folder] = [process.env.PATH, await temporaryFolder(t)];
    t.after(() => {
      process.env.PATH = path;
    });
    await writeFile(join(folder, 'mlr'), '#!/bin/sh\necho mlr 6.0\n', { mode: 0o755 });
    await writeFile(join(folder, 'duckdb'), '#!/bin/sh\necho v1.0\n', { mode: 0o755 });
    process.env.PATH = folder;
    const { others, absent } = await findOthers();
    assert.deepEqual(absent, [
      { tool: 'qsv', missing: 'not installed: qsv' },
      { tool: 'xsv', missing: 'not installed: xsv' },
    ]);
    const names = new Set(allCases().map(({ name }) => name));
    for (const { does } of others) assert.ok(names.has(does), does);
    assert.deepEqual(
      [...new Set(others.map(({ tool, version }) => `${tool} ${version}`))],
      ['duckdb v1.0', 'mlr mlr 6.0'],
    );
  });

  it('keeps all runs, a page with both tables, and charts', () => {
    const files = filesOf(resultsOf(['duckdb']));
    assert.deepEqual([...files.keys()].toSorted(), ['transforms.json', 'transforms.md', ...CHARTS].toSorted());
    const page = files.get('transforms.md') ?? '';
    assert.match(
      page,
      /^\| plain \| 1\.00 \(0\.90 – 1\.10\) \| 1\.00 \| 0 \| 1\.00 \(0\.90 – 1\.10\) \| 90\.0 MB \|$/m,
    );
    assert.match(page, /^\| trim \| 1\.50 \(1\.35 – 1\.65\) \| 1\.50 \| 500 \| /m);
    assert.match(page, /^\| trim \| duckdb \| 3\.00 \(2\.70 – 3\.30\) \| 2\.00 \| 3\.00 /m);
    for (const [, path] of page.matchAll(/(?:srcset|src)="([^"]+)"/g)) assert.ok(files.has(path), path);
    const chart = files.get('charts/transforms-wide-light.svg') ?? '';
    assert.match(chart, /The dearest takes 1\.5\stimes the plain rule: trim/);
    for (const text of files.values()) assert.doesNotMatch(text, /NaN|undefined|Infinity/);
  });

  it('keeps neither a table nor a chart of other tools if there are none', () => {
    const files = filesOf({ ...resultsOf([]), absent: ['not installed: mlr'] });
    assert.ok([...files.keys()].every(name => !name.includes('others')));
    assert.match(files.get('transforms.md') ?? '', /^- not installed: mlr$/m);
    assert.doesNotMatch(files.get('transforms.md') ?? '', /Other tools/);
  });
});

/**
 * Made-up results.
 *
 * @param {string[]} tools
 * @returns {Transforms}
 */
function resultsOf(tools) {
  const turnsOf = (/** @type {number} */ seconds) =>
    [0.9, 1, 1.1].map(factor => ({
      ...{ wallSeconds: seconds * factor, cpuSeconds: seconds * factor, peakRssBytes: 90e6 },
    }));
  return {
    version: 1,
    recordedAt: '2026-05-11T10:00:00.000Z',
    command: 'npm run bench -- --transforms --rows 1000000 --runs 3',
    machine: { processor: 'A processor', cores: 2, memoryBytes: 8e9, system: 'Linux 6.1.0 x64', versions: {} },
    ...{ rows: 1_000_000, runs: 3, absent: [], bytes: 167e6, zipBytes: 50e6 },
    players: [
      { tool: null, version: 'Node 24', does: 'plain', turns: turnsOf(1) },
      { tool: null, version: 'Node 24', does: 'trim', turns: turnsOf(1.5) },
      ...tools.map(tool => ({ tool, version: '1.0', does: 'trim', turns: turnsOf(3) })),
    ],
  };
}

const CHARTS = ['transforms', 'others'].flatMap(name =>
  ['wide-light', 'wide-dark', 'narrow-light', 'narrow-dark'].map(kind => `charts/${name}-${kind}.svg`),
);
