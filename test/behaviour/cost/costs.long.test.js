import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { DIMENSIONS } from './dimensions.js';
import { Meter, measureAt } from './measure.js';

suite('ten times as much costs at most as its bytes', () => {
  let meter = new Meter();
  after(() => meter.end());
  for (const dimension of DIMENSIONS) {
    const { kind, title, size } = dimension;
    test(`${kind}: ${title}`, { timeout: 300_000 }, async t => {
      const folder = await mkdtemp(join(tmpdir(), 'sluice-cost-'));
      t.after(() => rm(folder, { recursive: true }));
      const costs = [];
      // The first one loads and compiles what is needed.
      for (const each of [Math.ceil(size / 10), size, size * 10]) {
        const inner = join(folder, String(costs.length));
        await mkdir(inner);
        costs.push(await measureAt(meter, dimension, each, inner));
      }
      const [, small, large] = costs;
      const growth = large.bytes / small.bytes;
      const numbers = `${JSON.stringify({ ...small, manifest: null })} ${JSON.stringify({ ...large, manifest: null })}`;
      assert.ok(large.cpuMs <= FREE_MS + SLACK * growth * small.cpuMs, `time: ${numbers}`);
      assert.ok(large.grownBytes <= FREE_BYTES + SLACK * growth * small.grownBytes, `memory: ${numbers}`);
      // Either short, or no longer than with a tenth of the bytes.
      assert.ok(
        large.heldCpuMs <= Math.max(FREE_HELD_MS, SLACK * small.heldCpuMs),
        `a turn of the event loop: ${numbers}`,
      );
      if (large.manifest !== null) assertShortEntries(large.manifest);
      // What one has left behind would make room for the next one.
      if (large.rssBytes > MOST_BYTES) {
        meter.end();
        meter = new Meter();
      }
    });
  }
});

/** @param {string} manifest */
function assertShortEntries(manifest) {
  for (const { path, output, rejected, reasons, ...entry } of JSON.parse(manifest).entries) {
    const bytes = Buffer.byteLength(JSON.stringify(entry));
    assert.ok(bytes <= (entry.error && !entry.error.message ? 200 : 4096), `${bytes} bytes for ${path.slice(0, 40)}`);
  }
}

/** Times are those of the processor, and only their ratio counts beyond what is free. */
const FREE_MS = 500;
const SLACK = 2;
const FREE_HELD_MS = 400;
const FREE_BYTES = 48e6;
const MOST_BYTES = 200e6;
