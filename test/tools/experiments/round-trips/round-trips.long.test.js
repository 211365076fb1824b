import assert from 'node:assert/strict';
import { test } from 'node:test';
import { experiment } from '../../../../experiments/round-trips/experiment.js';
import { runSmall } from '../harness/run-small.js';

test('the experiment on round trips holds, and reports, with short ones', { timeout: 1_800_000 }, async t => {
  const options = { 'round-trip': 10 };
  const cells = await runSmall(t, experiment, options, ({ of }) => DRAWN.includes(String(of.way)));
  for (const { name, runs, missing } of cells) assert.ok(missing !== null || runs.length > 0, name);
  const assertions = experiment.assertions(/** @type {any} */ ({ options, cells }));
  assert.ok(assertions.length > 2);
  assert.deepEqual(
    assertions.filter(({ holds }) => !holds),
    [],
  );
});

/** Ways of which each kind of assertion tells something: a query takes one flight, two, or copies rows. */
const DRAWN = ['pg-unnamed', 'postgres-no-prepare', 'pg-copy', 'postgres-simple'];
