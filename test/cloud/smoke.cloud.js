import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { RECIPE, useStack } from './archives.js';
import { REGION } from './aws.js';
import { startCloud } from './stack.js';

/** @import { Cloud } from './stack.js' */

/** @type {Cloud} */
let cloud;
before(
  async () => {
    cloud = await startCloud();
  },
  { timeout: 120_000 },
);
after(() => cloud?.close());

describe('npm run smoke', { timeout: 600_000 }, () => {
  /** @type {[title: string, parameters: Record<string, string>][]} */
  const stacks = [
    ['a queue, prefixes and a recipe', { Recipe: RECIPE, TriggerPrefix: 'in/', DestinationPrefix: 'clean/' }],
    ['no queue, and the suffix .ZIP', { Trigger: 'direct', TriggerSuffix: '.ZIP' }],
  ];
  for (const [title, parameters] of stacks) {
    it(`sends an archive through a stack with ${title}, and finds the right files`, async () => {
      const stack = await cloud.deploy(parameters);
      assert.equal(stack.outputs.SmokeCommand, `npm run smoke -- --stack ${stack.name}`);
      const used = useStack(cloud, stack);
      const env = {
        ...process.env,
        AWS_ENDPOINT_URL: cloud.aws.endpoint,
        AWS_REGION: REGION,
        AWS_ACCESS_KEY_ID: 'root',
        AWS_SECRET_ACCESS_KEY: 'root',
      };
      const child = spawn(process.execPath, [SMOKE, '--stack', stack.name], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
        timeout: 90_000,
      });
      const stdout = text(child.stdout);
      const ended = once(child, 'close');
      // Meanwhile, does what Lambda would do.
      while (child.exitCode === null && child.signalCode === null) {
        for (const arrival of await used.arrivals()) {
          await used.deliver(arrival);
          await arrival.done();
        }
        await delay(50);
      }
      await ended;
      assert.match(await stdout, /all 2 entries came out right/);
      assert.equal(child.exitCode, 0);
    });
  }
});

const SMOKE = fileURLToPath(new URL('../../scripts/smoke.js', import.meta.url));
