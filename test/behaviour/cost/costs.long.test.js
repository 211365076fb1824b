import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { EVENT_DIMENSIONS } from './events.js';
import { HEADER_DIMENSIONS } from './headers.js';
import { delays, excesses } from './judge-growth.js';
import { Meter, measureAt } from './measure.js';
import { NAME_DIMENSIONS } from './names.js';
import { RECIPE_DIMENSIONS } from './recipes.js';
import { RECORD_DIMENSIONS } from './records.js';
import { STORED_DIMENSIONS } from './stored.js';

/** @import { MeasuredCost } from './measure.js' */

suite('ten times as much costs at most as its bytes', () => {
  /** @type {Meter} */
  let meter;
  // Not before it is known that a test runs: otherwise nothing would end it.
  before(() => {
    meter = new Meter();
  });
  after(() => meter?.end());
  for (const dimension of [
    ...NAME_DIMENSIONS,
    ...HEADER_DIMENSIONS,
    ...RECORD_DIMENSIONS,
    ...RECIPE_DIMENSIONS,
    ...EVENT_DIMENSIONS,
    ...STORED_DIMENSIONS,
  ]) {
    const { kind, title, size } = dimension;
    test(`${kind}: ${title}`, { timeout: 300_000 }, async t => {
      const folder = await mkdtemp(join(tmpdir(), 'sluice-cost-'));
      t.after(() => rm(folder, { recursive: true }));
      /** @type {MeasuredCost[]} */
      const costs = [];
      await measureAt(meter, dimension, Math.ceil(size / 10), join(folder, 'first'), true);
      for (const each of [size, size * 10]) {
        costs.push(await measureAt(meter, dimension, each, join(folder, String(costs.length))));
      }
      // What one has left behind would make room for the next one.
      if (costs[1].rssBytes > MOST_BYTES) {
        meter.end();
        meter = new Meter();
      }
      // Shown, not asserted: on a busy machine they are chance.
      for (const delay of delays(costs[0], costs[1])) t.diagnostic(delay);
      assert.deepEqual(excesses(costs[0], costs[1]), []);
    });
  }
});

suite('what is out of proportion is found', () => {
  /** @type {MeasuredCost} */
  const small = {
    ...{ bytes: 1e5, cpuMs: 20, heldMs: 5, unitMs: 3.5, grownBytes: 4e6, rssBytes: 1e8 },
    error: null,
    manifest: null,
  };
  const large = { ...small, bytes: 1e6, cpuMs: 200, heldMs: 150, grownBytes: 4e7 };
  const entry = { path: 'a', error: { code: 'csv/bad-header', message: 'x' }, badRecords: [] };
  /** @param {object} more */
  const manifestOf = more => JSON.stringify({ entries: [{ ...entry, ...more }] });
  for (const [what, more] of /** @type {[string, Partial<MeasuredCost>][]} */ ([
    ['time', { cpuMs: 2000 }],
    ['memory', { grownBytes: 4e8 }],
    ['event loop', { heldMs: 250 }],
    ['message', { error: { code: 'recipe/conflict', length: 1001 } }],
    ['manifest', { manifest: manifestOf({ error: { code: 'a', message: 'x'.repeat(5000) } }) }],
    ['manifest', { manifest: manifestOf({ error: { code: 'a'.repeat(200) } }) }],
    ['manifest', { manifest: manifestOf({ badRecords: ['x'.repeat(7000)] }) }],
  ])) {
    test(`${what}: ${Object.keys(more)}`, () => {
      assert.deepEqual(
        [...excesses(small, { ...large, ...more }), ...delays(small, { ...large, ...more })].map(
          found => found.split(':')[0],
        ),
        [what],
      );
    });
  }

  test('what grows with the bytes is in proportion', () => {
    const more = { ...large, manifest: manifestOf({}) };
    assert.deepEqual([excesses(small, more), delays(small, more)], [[], []]);
  });
});

const MOST_BYTES = 200e6;
