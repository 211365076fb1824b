import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { drawsAll } from '../../support/cases.js';
import { drawDimensions } from './draw-dimensions.js';
import { delays, excesses } from './judge-growth.js';
import { Meter, measureAt } from './measure.js';

/** @import { MeasuredCost } from './measure.js' */

suite('ten times as much costs at most as its bytes', () => {
  /** @type {Meter} */
  let meter;
  // Not before it is known that a test runs: otherwise nothing would end it.
  before(() => {
    meter = new Meter();
  });
  after(() => meter?.end());
  for (const dimension of drawDimensions()) {
    const { kind, title, size } = dimension;
    test(`${kind}: ${title}`, { timeout: 300_000 }, async t => {
      const folder = await mkdtemp(join(tmpdir(), 'sluice-cost-'));
      t.after(() => rm(folder, { recursive: true }));
      let made = 0;
      const measure = (/** @type {number} */ each, isWarmUp = false) =>
        measureAt(meter, dimension, each, join(folder, String(made++)), isWarmUp);
      const renew = () => {
        meter.end();
        meter = new Meter();
      };
      await measure(Math.ceil(size / 10), true);
      let small = drawsAll ? await measure(size) : NOTHING;
      let large = await measure(size * 10);
      if (small === NOTHING && excesses(small, large).length > 0) {
        // What one has left behind would make room for the next one.
        renew();
        await measure(Math.ceil(size / 10), true);
        small = await measure(size);
        large = await measure(size * 10);
      }
      if (large.rssBytes > MOST_BYTES) renew();
      // Shown, not asserted: on a busy machine they are chance.
      if (small !== NOTHING) for (const delay of delays(small, large)) t.diagnostic(delay);
      assert.deepEqual(excesses(small, large), []);
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
/**
 * If ten times as much takes no more than the memory that is free, what it is ten times as much of needs not be measured.
 *
 * @type {MeasuredCost}
 */
const NOTHING = { bytes: 1, cpuMs: 0, heldMs: 0, unitMs: 1, grownBytes: 0, rssBytes: 0, error: null, manifest: null };
