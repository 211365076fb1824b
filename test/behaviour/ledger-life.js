import { ledgerRun } from './ledger-run.js';

/** @import { JobProcesses } from './job-processes.js' */
/** @import { Delivery } from './ledger-run.js' */
/** @import { Content } from './ledger-versions.js' */
/** @import { Random } from '../support/random.js' */

/**
 * A random life of one archive: versions are uploaded, and their events are delivered in any order and repeatedly to two
 * processes, whose requests interleave at random, lose their responses, and which are killed. The recipe changes, and the
 * archive is deleted.
 *
 * @param {JobProcesses} processes
 * @param {{ folder: string, bucket: 'sluice-in' | 'sluice-versioned', afterwards: 'keep' | 'delete' | 'tag', random: Random }} how
 */
export function ledgerLife(processes, { folder, bucket, afterwards, random }) {
  const run = ledgerRun(processes, { folder, bucket, afterwards });
  const { model, queue, working, counts } = run;
  const { versions } = model;
  let fresh = 0;
  let again = 0;

  const upload = () => run.upload(isReturn() ? random.pick(versions).content : nextContent());
  // If archives are deleted and have no versions, nothing distinguishes an upload from an earlier one of the same bytes.
  const isReturn = () =>
    versions.length > 1 && !(afterwards === 'delete' && bucket === 'sluice-in') && random.chance(0.25);

  /** @returns {Content} Some entries stay as they are, some change, some go, some come. */
  const nextContent = () => {
    const before = versions.at(-1)?.content ?? {};
    const names = NAMES.filter(name => random.chance(name in before ? 0.7 : 0.5));
    const chosen = names.length > 0 ? names : [random.pick(NAMES)];
    return Object.fromEntries(
      chosen.map(name => {
        fresh += 1;
        const there = before[name];
        return [name, there !== undefined && random.chance(0.5) ? there : fresh];
      }),
    );
  };

  const take = () => /** @type {Delivery} */ (queue.splice(random.below(queue.length), 1)[0]);
  const deliver = () => run.deliver(take(), random.below(2));
  const deliverTwice = async () => {
    const delivery = take();
    await run.deliver(delivery, 0);
    await run.deliver({ ...delivery }, 1);
  };
  const deliverAgain = () => {
    again += 1;
    queue.push({ version: random.pick(versions), tries: 0 });
  };
  /** @param {number} steps */
  const work = async steps => {
    const one = random.pick([...working]);
    for (let left = steps; left > 0 && one.job.end === null; left -= 1) await run.step(one, random.chance(0.04));
  };

  const act = () => {
    /** @type {[weight: number, act: () => unknown][]} */
    const acts = [
      [versions.length < 4 ? 2 : 0, upload],
      [queue.length > 0 && working.size < 4 ? 5 : 0, deliver],
      [queue.length > 0 && working.size < 3 ? 1 : 0, deliverTwice],
      [versions.length > 0 && again < 3 ? 0.7 : 0, deliverAgain],
      [working.size > 0 ? 12 : 0, () => work(1 + random.below(8))],
      [run.mayChangeRecipe() && counts.get('recipes') !== 2 ? 0.3 : 0, run.changeRecipe],
      [versions.length > 1 && !run.isDeleted() ? 0.15 : 0, run.deleteArchive],
    ];
    return random.weighted(acts)?.();
  };

  /** @param {() => Promise<unknown>} does */
  const withTrace = async does => {
    try {
      await does();
    } catch (cause) {
      throw new Error(`${cause}\nin ${folder} (${bucket}, ${afterwards}):\n${run.trace.join('\n')}`, { cause });
    }
  };

  return {
    counts,
    gap: run.gap,

    /** @param {number} steps */
    live: steps =>
      withTrace(async () => {
        for (let left = steps; left > 0; left -= 1) await act();
      }),

    /** A process was killed. */
    mourn: () => withTrace(run.mourn),

    /** Delivers until every event has succeeded, and asserts the final state. */
    conclude: () =>
      withTrace(async () => {
        if (versions.length === 0) await upload();
        while (working.size + queue.length > 0) {
          const isDelivered = queue.length > 0 && (working.size === 0 || (working.size < 3 && random.chance(0.3)));
          await (isDelivered ? deliver() : work(1));
        }
        await run.assertEnd();
      }),
  };
}

const NAMES = ['a.csv', 'b.csv', 'c.txt', 'd.txt'];
