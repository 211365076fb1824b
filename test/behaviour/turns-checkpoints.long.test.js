import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawsAll } from '../support/cases.js';
import { randomOf } from '../support/random.js';
import { beginTurns } from './turns-in-s3.js';

const bounded = { timeout: 300_000 };

for (const pauseAfter of [40, 130]) {
  test(
    `concurrent jobs on a checkpoint after ${pauseAfter} chunks: some finish, the others stop, and nothing is mixed or left`,
    bounded,
    async t => {
      const random = randomOf(5);
      for (let round = 0; round < (drawsAll ? 4 : 2); round += 1) {
        const job = await beginTurns(t);
        await job.turn({ pauseAfter });
        for (let turns = 0; turns < 20; turns += 1) {
          const ends = await Promise.all(
            [1, 2, 3].map(() => job.turn({ pauseAfter: random.chance(0.3) ? Infinity : random.below(130) })),
          );
          for (const { error } of ends)
            assert.match(error?.code ?? 'storage/conflict', /^(job\/stopped|storage\/conflict)$/);
          if (ends.every(({ manifest }) => manifest !== null)) break;
        }
        assert.equal((await job.turn()).manifest.status, 'complete');
        await job.assertDone();
      }
    },
  );
}
