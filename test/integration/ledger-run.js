import assert from 'node:assert/strict';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { ledgerModel } from './ledger-model.js';
import { archiveOf, RECIPES } from './ledger-versions.js';
import { READING } from './versions.js';

/** @import { Job, JobProcesses } from './job-processes.js' */
/** @import { Version } from './ledger-model.js' */
/** @import { Content } from './ledger-versions.js' */
/** @import { Random } from './random.js' */

/**
 * @typedef {{ version: Version, tries: number }} Delivery
 * @typedef {object} Working
 * @property {Job} job
 * @property {number} which Of the two processes.
 * @property {Delivery} delivery
 * @property {number} recipe
 * @property {{ request: unknown, holdsClaim: boolean, writes: number } | null} arrival What held when its request arrived.
 * @property {boolean} isLate Whether a request of it that was under way when it lost its claim was carried out.
 */

/**
 * One archive's life by chance: versions are uploaded, their events delivered in any order and often, to two processes
 * that take turns in any way, lose answers and are killed; the recipe changes, and the archive is deleted. It is looked at
 * after every request that changes something.
 *
 * @param {JobProcesses} processes
 * @param {{ place: string, bucket: 'sluice-in' | 'sluice-versioned', afterwards: 'keep' | 'delete' | 'tag', random: Random }} how
 */
export function ledgerRun(processes, { place, bucket, afterwards, random }) {
  const model = ledgerModel(processes, place);
  const { versions } = model;
  /** @type {Delivery[]} */
  const queue = [];
  /** @type {Set<Working>} */
  const working = new Set();
  /** @type {Map<string, number>} By key: how many requests to change it were carried out. */
  const writes = new Map();
  /** @type {Map<string, number>} */
  const counts = new Map();
  /** @type {string[]} */
  const trace = [];
  let recipe = 0;
  let isRecipeNew = false;
  let isDeleted = false;
  // What compare-and-swap by ETag cannot see: see `jobs-at-once`.
  /** @type {string | null} */
  let gap = null;
  let fresh = 0;

  const count = (/** @type {string} */ what) => counts.set(what, (counts.get(what) ?? 0) + 1);

  const upload = async () => {
    const content = isReturn() ? random.pick(versions).content : nextContent();
    const event = await processes.upload(bucket, `${place}.zip`, archiveOf(content));
    queue.push({ version: model.uploaded(event, content), tries: 0 });
    isDeleted = false;
    trace.push(`upload ${versions.length - 1} ${JSON.stringify(content)}`);
    count('uploads');
  };
  // Where archives are deleted and have no versions, nothing tells an upload from an earlier one of the same bytes.
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

  /** @param {Delivery} delivery @param {number} which */
  const deliver = async (delivery, which) => {
    count('deliveries');
    const env = { SLUICE_RECIPE: RECIPES[recipe]?.text ?? '', SLUICE_SOURCE_AFTERWARDS: afterwards };
    trace.push(`deliver ${versions.indexOf(delivery.version)} to ${which} with recipe ${recipe}`);
    const job = await processes.deliver(which, delivery.version.event, env);
    /** @type {Working} */
    const one = { job, which, delivery, recipe, arrival: null, isLate: false };
    working.add(one);
    arrived(one);
  };

  /** @param {Working} one */
  const holdsClaim = ({ delivery, recipe: its }) => {
    const manifest = model.manifest();
    return (
      manifest?.archive.etag === delivery.version.etag &&
      manifest.archive.versionId === delivery.version.versionId &&
      manifest.recipe.sha256 === RECIPES[its]?.sha256
    );
  };

  /** @param {Working} one */
  const arrived = one => {
    const [next] = one.job.held;
    if (one.job.end !== null) return ended(one);
    const key = next?.request.key ?? '';
    one.arrival = { request: next?.request, holdsClaim: holdsClaim(one), writes: writes.get(key) ?? 0 };
  };

  /** @param {Working} one */
  const step = async one => {
    const [next] = one.job.held;
    assert.ok(next && one.arrival);
    const { request } = next;
    const { operation, key, headers } = request;
    const isWrite = !READING.includes(operation);
    const isAnswerLost = isWrite && random.chance(0.04);
    trace.push(`job ${one.job.id}: ${operation} ${key}${isAnswerLost ? ', its answer lost' : ''}`);
    count('requests');
    const isOutput = isWrite && request.bucket === 'sluice-out' && !key.endsWith('/_manifest.json');
    const isOvertaken = isOutput && one.arrival.holdsClaim && !holdsClaim(one);
    if (isOvertaken) {
      // The ETag that it knows is that of other bytes, or of a newer object with the same ones?
      const isSameAgain = headers['if-match'] === model.etagAt(key) && writes.get(key) !== one.arrival.writes;
      if (isSameAgain) gap ??= `${key} was changed back`;
      one.isLate = true;
    }
    if (isAnswerLost) count('answers lost');
    await processes.release(one.job, isAnswerLost ? { loseAnswer: true } : undefined);
    if (isWrite) {
      writes.set(key, (writes.get(key) ?? 0) + 1);
      await look();
      if (request.bucket === bucket) assertMayClear(one);
    }
    arrived(one);
  };

  const look = async () => {
    count('looks');
    await model.look(gap !== null);
  };

  /** @param {Working} one What becomes of an archive afterwards does so only when all of it has come out. */
  const assertMayClear = ({ delivery }) => {
    if (gap === null) assert.ok(model.wasDone(delivery.version), 'the archive is cleared away before it is done');
  };

  /** @param {Working} one */
  const ended = one => {
    working.delete(one);
    const { end } = one.job;
    const { delivery } = one;
    trace.push(`job ${one.job.id} ends: ${JSON.stringify(end)}`);
    if (end === 'killed') {
      count('jobs killed');
      // Nobody is left to take back what it published too late.
      if (one.isLate) gap ??= 'killed after a request that was overtaken';
      queue.push(delivery);
    } else if (end !== null) {
      count(end.error ?? String(end.outcome));
      if (end.error !== null) fail(delivery, end.error);
    }
    if (isRecipeNew && [...working].every(other => other.recipe === recipe)) {
      isRecipeNew = false;
      const version = versions.at(-1);
      if (version) queue.push({ version, tries: 0 });
    }
  };

  /** @param {Delivery} delivery @param {string} code */
  const fail = (delivery, code) => {
    assert.ok(['storage/conflict', 'storage/not-found'].includes(code), code);
    delivery.tries += 1;
    // What is gone stays away: such an event ends in the dead-letter queue.
    if (code === 'storage/not-found' && delivery.tries > 2) {
      assert.ok(bucket === 'sluice-in' && isDeletedOrOld(delivery.version), 'an archive that is there is not found');
      return;
    }
    assert.ok(delivery.tries < 30, `${code} again and again`);
    queue.push(delivery);
  };
  /** @param {Version} version */
  const isDeletedOrOld = version => isDeleted || version !== versions.at(-1);

  const take = () => /** @type {Delivery} */ (queue.splice(random.below(queue.length), 1)[0]);

  const act = async () => {
    /** @type {[weight: number, act: () => unknown][]} */
    const acts = [
      [versions.length < 4 ? 2 : 0, upload],
      [queue.length > 0 && working.size < 4 ? 5 : 0, () => deliver(take(), random.below(2))],
      [
        queue.length > 0 && working.size < 3 ? 1 : 0,
        async () => {
          const delivery = take();
          await Promise.all([deliver(delivery, 0), deliver({ ...delivery }, 1)]);
        },
      ],
      [
        versions.length > 0 && counts.get('deliveries again') !== 3 ? 0.7 : 0,
        () => {
          count('deliveries again');
          queue.push({ version: random.pick(versions), tries: 0 });
        },
      ],
      [
        working.size > 0 ? 12 : 0,
        async () => {
          const one = random.pick([...working]);
          for (let left = 1 + random.below(8); left > 0 && one.job.end === null; left -= 1) await step(one);
        },
      ],
      [
        versions.length > 0 && afterwards !== 'delete' && !isRecipeNew && counts.get('recipes') !== 2 ? 0.3 : 0,
        () => {
          count('recipes');
          recipe = 1 - recipe;
          isRecipeNew = true;
          trace.push(`recipe ${recipe}`);
          if (working.size === 0) {
            isRecipeNew = false;
            queue.push({ version: /** @type {Version} */ (versions.at(-1)), tries: 0 });
          }
        },
      ],
      [
        versions.length > 1 && !isDeleted ? 0.15 : 0,
        async () => {
          count('archives deleted');
          isDeleted = true;
          trace.push('delete the archive');
          await processes.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: `${place}.zip` }));
        },
      ],
    ];
    let at = random.next() * acts.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, does] of acts) {
      at -= weight;
      if (at < 0) {
        count('steps');
        return does();
      }
    }
  };

  /** @template T @param {() => Promise<T>} does */
  const told = async does => {
    try {
      return await does();
    } catch (cause) {
      throw new Error(`${cause}\nin ${place} (${bucket}, ${afterwards}):\n${trace.join('\n')}`, { cause });
    }
  };

  return {
    counts,
    gap: () => gap,

    /** @param {number} steps */
    live: steps =>
      told(async () => {
        for (let left = steps; left > 0; left -= 1) await act();
      }),

    /** A process was killed. */
    mourn: () =>
      told(async () => {
        trace.push('killed');
        for (const one of working) if (one.job.end === 'killed') ended(one);
        await look();
      }),

    /** Delivers until every event has succeeded, and looks at what is there then. */
    conclude: () =>
      told(async () => {
        if (versions.length === 0) await upload();
        while (working.size + queue.length > 0) {
          if (queue.length > 0 && (working.size === 0 || (working.size < 3 && random.chance(0.3)))) {
            await deliver(take(), random.below(2));
          } else await step(random.pick([...working]));
        }
        await look();
        if (gap !== null) return;
        const latest = /** @type {Version} */ (versions.at(-1));
        // Nobody can finish what is gone.
        if (isDeleted && bucket === 'sluice-in' && !isDoneWith(latest)) return count('gone before it was done');
        model.assertFinal(recipe);
        count('ended right');
      }),
  };

  /** @param {Version} version */
  function isDoneWith(version) {
    return model.isDone(version) && model.manifest()?.recipe.sha256 === RECIPES[recipe]?.sha256;
  }
}

const NAMES = ['a.csv', 'b.csv', 'c.txt', 'd.txt'];
