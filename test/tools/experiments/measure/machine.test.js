import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { test } from 'node:test';
import { describeMachine } from '../../../../experiments/measure/machine.js';

test('the machine and the versions that the figures depend on are described', () => {
  const { dependencies, version } = JSON.parse(
    readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
  );
  const { processor, system, ...rest } = describeMachine();
  assert.match(processor, /\S/);
  assert.match(system, /^\S+ \S+ \S+$/);
  assert.deepEqual(rest, {
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    versions: {
      node: process.versions.node,
      unzipper: dependencies.unzipper,
      highland: dependencies.highland,
      sluice: version,
    },
  });
});
