import assert from 'node:assert/strict';
import { test } from 'node:test';
import { experiment } from '../../../../experiments/round-trips/experiment.js';
import { runSmall } from '../harness/run-small.js';

test('the experiment on round trips holds, and reports, with short ones', { timeout: 1_800_000 }, async t => {
  const options = { 'round-trip': 10 };
  const cells = await runSmall(t, experiment, options, ({ of: { way, platform, place, isTls } }) => {
    const isPlain = platform === 'Node' && place === 'direct' && !isTls;
    return way === EVERYWHERE || (isPlain && OTHERS.includes(String(way)));
  });
  for (const { name, runs, missing } of cells) assert.ok(missing !== null || runs.length > 0, name);
  const assertions = experiment.assertions(/** @type {any} */ ({ options, cells }));
  assert.ok(assertions.length > 2);
  assert.deepEqual(
    assertions.filter(({ holds }) => !holds),
    [],
  );
});

/** The way that is taken with TLS, through poolers and from workerd, too. */
const EVERYWHERE = 'pg-unnamed';
/** With it, each kind of assertion tells something: a query takes one flight, two, or copies rows. */
const OTHERS = ['postgres-no-prepare', 'pg-copy'];
