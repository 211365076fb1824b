import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openDestination } from '../../../src/destination/open.js';
import { StoppedError } from '../../../src/errors.js';
import { processArchive } from '../../../src/job/archive.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { openSource } from '../../../src/source/open-source.js';
import { caseCount, stride } from '../../support/cases.js';
import { randomOf } from '../../support/random.js';
import { fieldCount, reasonsOf } from '../../support/reasons.js';
import { writeZip } from '../../support/zip-writer.js';
import { bigTable, withoutNotes } from '../big-table.js';
import { startChain } from '../chain.js';
import { OLD, oldTexts, RECIPE } from '../versions.js';

/** @type {import('../chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const TABLE = bigTable(5.5 * 1024 * 1024);
const ARCHIVE = writeZip([
  { name: 'people.csv', content: 'id,notes\n3,c\n4\n' },
  { name: 'big.csv', content: TABLE },
  { name: 'note.txt', content: 'at the end' },
]);
/** @param {string} folder @returns {Record<string, Buffer>} */
const outputsOf = folder => ({
  [`_rejected/${folder}/people.csv`]: Buffer.from('4\n'),
  [`_reasons/${folder}/people.csv.jsonl`]: Buffer.from(reasonsOf('people.csv', ['id', 'notes'], fieldCount(2, 13, 1))),
  [`${folder}/big.csv`]: withoutNotes(TABLE),
  [`${folder}/note.txt`]: Buffer.from('at the end'),
  [`${folder}/people.csv`]: Buffer.from('id\n3\n'),
});

describe('a job that is stopped', { timeout: 300_000, concurrency: 2 }, () => {
  it('may be stopped at any of its requests: nothing partial is left, and the next run finishes it', async () => {
    const random = randomOf(1);
    const recipe = await compileRecipe(JSON.parse(RECIPE));
    let stopped = 0;
    for (let at = 0; ; at += Math.ceil(random.fraction() * stride(1.2))) {
      const folder = `stopped-${at}`;
      await prepare(folder);
      const deployed = await chain.deploy();
      const stop = new AbortController();
      let requests = 0;
      // Requests under way when the signal comes take a moment longer.
      deployed.fault = () => {
        requests += 1;
        if (requests - 1 !== at) return;
        stop.abort(new StoppedError());
        return { stallMs: 30 };
      };
      /** @param {AbortSignal} [signal] */
      const run = async signal => {
        const s3 = () => deployed.client;
        const source = await openSource(`s3://sluice-in/${folder}.zip`, { s3, signal });
        const destination = await openDestination('s3://sluice-out', { s3, signal });
        try {
          return await processArchive({ source, destination, recipe, signal });
        } finally {
          await destination.close();
          await source.close();
        }
      };
      const error = await run(stop.signal).then(
        () => null,
        caught => caught,
      );
      if (requests <= at) break;
      if (error !== null) {
        stopped += 1;
        assert.ok(error instanceof StoppedError, `stopped at request ${at}: ${error.stack}`);
        await assertNothingPartial(folder);
      }
      assert.equal(deployed.socketsInUse(), 0);
      deployed.recover();
      await run();
      await assertWhole(folder);
      deployed.disconnect();
    }
    assert.ok(stopped >= 4, `${stopped} times`);
  });

  it('may run out of time at any moment, repeatedly: each delivery stops cleanly, and the last one finishes it', async () => {
    const random = randomOf(3);
    let stopped = 0;
    for (let round = 0; round < caseCount(20); round += 1) {
      const folder = `late-${round}`;
      const event = await prepare(folder);
      const { deliver, lines } = await chain.deploy({ SLUICE_RECIPE: RECIPE });
      for (let remainingMs = 5 + random.fraction() * 150; lines.at(-1)?.status !== 'complete'; remainingMs *= 1.5) {
        const error = await deliver(event, { remainingMs }).catch(caught => caught);
        if (lines.at(-1)?.status === 'complete') break;
        stopped += 1;
        assert.ok(error instanceof StoppedError, String(error?.stack));
        await assertNothingPartial(folder);
      }
      await assertWhole(folder);
    }
    assert.ok(stopped >= caseCount(20), `${stopped} times`);
  });
});

/** @param {string} folder */
async function prepare(folder) {
  const { deliver } = await chain.deploy({ SLUICE_RECIPE: RECIPE });
  await deliver(await chain.upload(`${folder}.zip`, OLD));
  return chain.upload(`${folder}.zip`, ARCHIVE);
}

/** @param {string} folder */
async function assertNothingPartial(folder) {
  const keys = new Set((await chain.outputs(folder)).keys());
  // The uploads that a checkpoint lists stay open.
  if (!keys.delete(`${folder}/_checkpoint`)) assert.deepEqual(await chain.unfinishedUploads(folder), []);
  const [old, fresh] = [oldTexts(folder), outputsOf(folder)];
  for (const key of keys) {
    const bytes = await chain.read(key);
    assert.ok(
      fresh[key]?.equals(bytes) || old[key] === String(bytes),
      `${key} is neither the old output nor the new one`,
    );
  }
}

/** @param {string} folder */
async function assertWhole(folder) {
  await assertNothingPartial(folder);
  assert.deepEqual(await chain.unfinishedUploads(folder), []);
  const there = [...(await chain.outputs(folder)).keys()].sort();
  assert.deepEqual(there, Object.keys(outputsOf(folder)).sort());
  assert.equal((await chain.manifest(folder)).status, 'complete');
}
