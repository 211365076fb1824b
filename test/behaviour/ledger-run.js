import assert from 'node:assert/strict';
import { DeleteObjectCommand, GetObjectTaggingCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { ledgerModel } from './ledger-model.js';
import { archiveOf, RECIPES } from './ledger-versions.js';
import { READING } from './versions.js';

/** @import { Job, JobProcesses } from './job-processes.js' */
/** @import { Version } from './ledger-model.js' */
/** @import { Content } from './ledger-versions.js' */

/** @typedef {ReturnType<typeof ledgerRun>} LedgerRun */

/**
 * @typedef {{ version: Version, tries: number }} Delivery
 * @typedef {object} Working
 * @property {Job} job
 * @property {Delivery} delivery
 * @property {number} recipe
 * @property {{ holdsClaim: boolean, writes: number | undefined }} arrival What held when its request arrived.
 * @property {boolean} isLate Whether a request of it that was under way when it lost its claim was carried out.
 */

/**
 * Processes one archive with two processes, request by request. Asserts the invariants after each request that changes
 * something. Returns failed and killed deliveries to the queue, as the platform does.
 *
 * @param {JobProcesses} processes
 * @param {{ folder: string, bucket: 'sluice-in' | 'sluice-versioned', afterwards: 'keep' | 'delete' | 'tag' }} how
 */
export function ledgerRun(processes, { folder, bucket, afterwards }) {
  const model = ledgerModel(processes, folder);
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
  /** @type {Set<Version>} Those whose event was delivered. */
  const delivered = new Set();
  /** @type {Set<Version>} */
  const deleted = new Set();
  let recipe = 0;
  let isRecipeNew = false;
  let isDeleted = false;
  // What compare-and-swap by ETag cannot detect: see `same-bytes-again`.
  /** @type {string | null} */
  let gap = null;

  const count = (/** @type {string} */ what) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const look = () => model.look(gap !== null);

  /** @param {Working} one */
  const holdsClaim = ({ delivery, recipe: its }) => model.matches(delivery.version, its);

  /** @param {Working} one */
  const arrived = one => {
    if (one.job.end !== null) return ended(one);
    const key = one.job.held[0]?.request.key ?? '';
    one.arrival = { holdsClaim: holdsClaim(one), writes: writes.get(key) };
  };

  /** @param {Working} one */
  const ended = one => {
    working.delete(one);
    const { end } = one.job;
    const { delivery } = one;
    trace.push(`job ${one.job.id} ends: ${JSON.stringify(end)}`);
    if (end === 'killed') {
      count('jobs killed');
      // Nothing is left to remove what it published too late.
      if (one.isLate) gap ??= 'given up: killed after a request under way was overtaken';
      queue.push(delivery);
    } else if (end !== null) {
      count(end.error ?? String(end.outcome));
      if (end.error !== null) fail(delivery, end.error);
    }
    deliverForRecipe();
  };

  // Redelivers as an operator does after a change of the recipe, once no function uses the old one.
  const deliverForRecipe = () => {
    if (!isRecipeNew || [...working].some(other => other.recipe !== recipe)) return;
    isRecipeNew = false;
    queue.push({ version: /** @type {Version} */ (versions.at(-1)), tries: 0 });
  };

  /** @param {Delivery} delivery @param {string} code */
  const fail = (delivery, code) => {
    assert.ok(['storage/conflict', 'storage/not-found', 'storage/unreachable'].includes(code), code);
    delivery.tries += 1;
    // The archive will not come back: its event ends in the dead-letter queue.
    if (code === 'storage/not-found' && delivery.tries > 2) {
      assert.ok(bucket === 'sluice-in' && isDeletedOrOld(delivery.version), 'an archive that is there is not found');
      return;
    }
    assert.ok(delivery.tries < 30, `${code} again and again`);
    queue.push(delivery);
  };
  /** @param {Version} one @param {Version} other */
  const isNewer = (one, other) => versions.indexOf(one) > versions.indexOf(other);

  /**
   * A version that is deleted or tagged must be done, or superseded by one that is done.
   *
   * @param {Working} one
   * @param {string | undefined} versionId Of the request.
   */
  const assertMayClearAway = ({ delivery }, versionId) => {
    assert.notEqual(afterwards, 'keep');
    assert.equal(versionId !== undefined, bucket === 'sluice-versioned', 'a version is named where there are any');
    const target =
      versionId === undefined ? delivery.version : versions.find(version => version.versionId === versionId);
    assert.ok(target !== undefined && delivered.has(target), 'the version was never delivered');
    assert.ok(!isNewer(target, delivery.version), 'a newer version is cleared away');
    const isSuperseded =
      versionId !== undefined && versions.some(version => isNewer(version, target) && model.wasDone(version));
    assert.ok(isSuperseded || model.wasDone(target), 'the archive is cleared away before it is done');
    count(target === delivery.version ? 'cleared away' : 'older cleared away');
    if (afterwards !== 'delete' || versionId === undefined) return;
    deleted.add(target);
    if (!isSuperseded) assertNoneComesBack(target);
  };

  /**
   * Otherwise an older version without a pending event would become the current one.
   *
   * @param {Version} gone
   */
  const assertNoneComesBack = gone => {
    const pending = [...queue, ...Array.from(working, one => one.delivery)].map(({ version }) => version);
    const left = versions.filter(version => isNewer(gone, version) && delivered.has(version) && !deleted.has(version));
    assert.ok(
      left.every(version => pending.includes(version)),
      'an older version is the current one again',
    );
  };

  /** @returns {Promise<string[]>} The tags of each existing version. */
  const tagsLeft = async () => {
    const Key = `${folder}.zip`;
    const { Versions = [] } = await processes.client.send(
      new ListObjectVersionsCommand({ Bucket: bucket, Prefix: Key }),
    );
    return Promise.all(
      Versions.map(async ({ VersionId }) => {
        const { TagSet = [] } = await processes.client.send(
          new GetObjectTaggingCommand({ Bucket: bucket, Key, VersionId }),
        );
        return TagSet.map(tag => `${tag.Key}=${tag.Value}`).join();
      }),
    );
  };
  /** @param {Version} version */
  const isDeletedOrOld = version => isDeleted || version !== versions.at(-1);

  return {
    model,
    queue,
    working,
    counts,
    trace,
    gap: () => gap,
    isDeleted: () => isDeleted,
    mayChangeRecipe: () => versions.length > 0 && !isRecipeNew && afterwards !== 'delete',

    /** @param {Content} content */
    async upload(content) {
      trace.push(`upload ${versions.length} ${JSON.stringify(content)}`);
      count('uploads');
      const event = await processes.upload(bucket, `${folder}.zip`, archiveOf(content));
      queue.push({ version: model.uploaded(event, content), tries: 0 });
      isDeleted = false;
    },

    /** @param {Delivery} delivery @param {number} which Of the two processes. */
    async deliver(delivery, which) {
      trace.push(`deliver ${versions.indexOf(delivery.version)} to ${which} with recipe ${recipe}`);
      count('deliveries');
      delivered.add(delivery.version);
      const env = { SLUICE_RECIPE: RECIPES[recipe]?.text ?? '', SLUICE_SOURCE_AFTERWARDS: afterwards };
      const its = recipe;
      const job = await processes.deliver(which, delivery.version.event, env);
      const one = { job, delivery, recipe: its, arrival: { holdsClaim: false, writes: 0 }, isLate: false };
      working.add(one);
      arrived(one);
    },

    /**
     * Carries out the oldest waiting request of a job.
     *
     * @param {Working} one
     * @param {boolean} isAnswerLost
     */
    async step(one, isAnswerLost) {
      const [next] = one.job.held;
      assert.ok(next);
      const { operation, key, headers, query, bucket: its } = next.request;
      const isWrite = !READING.includes(operation);
      const isLost = isWrite && isAnswerLost;
      trace.push(`job ${one.job.id}: ${operation} ${key}${isLost ? ', its answer lost' : ''}`);
      count('requests');
      if (isLost) count('answers lost');
      const isOutput = isWrite && its === 'sluice-out' && !key.endsWith('/_manifest.json');
      const isOvertaken = one.arrival.holdsClaim && !holdsClaim(one);
      if (isOutput && (isOvertaken || operation === 'DeleteObject')) {
        // Whether the ETag that it knows is now that of a newer object with the same bytes.
        const isSameAgain = headers['if-match'] === model.etagAt(key) && writes.get(key) !== one.arrival.writes;
        if (isSameAgain) gap ??= 'given up: a request under way met the same bytes again';
      }
      if (isOutput && isOvertaken) one.isLate = true;
      await processes.release(one.job, isLost ? { loseAnswer: true } : undefined);
      if (isWrite) {
        writes.set(key, (writes.get(key) ?? 0) + 1);
        count('looks');
        await look();
        if (its === bucket && gap === null) assertMayClearAway(one, query.get('versionId'));
      }
      arrived(one);
    },

    changeRecipe() {
      recipe = 1 - recipe;
      isRecipeNew = true;
      trace.push(`recipe ${recipe}`);
      count('recipes');
      deliverForRecipe();
    },

    async deleteArchive() {
      trace.push('delete the archive');
      count('archives deleted');
      isDeleted = true;
      await processes.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: `${folder}.zip` }));
    },

    /** A process was killed. */
    async mourn() {
      trace.push('killed');
      for (const one of working) if (one.job.end === 'killed') ended(one);
      await look();
    },

    /** To be called when every event has succeeded. */
    async assertEnd() {
      await look();
      if (gap !== null) return;
      const latest = /** @type {Version} */ (versions.at(-1));
      // A deleted archive cannot be finished.
      const isGone = isDeleted && bucket === 'sluice-in';
      if (isGone && !(model.isDone(latest) && model.matches(latest, recipe))) return count('gone before it was done');
      model.assertFinal(recipe);
      if (bucket === 'sluice-versioned' && model.isDone(latest)) {
        const tags = await tagsLeft();
        const expected = { keep: versions.map(() => ''), delete: [], tag: versions.map(() => 'sluice=processed') };
        assert.deepEqual(tags, expected[afterwards], 'what is left of the versions');
        count(`ended with all versions ${{ keep: 'kept', delete: 'deleted', tag: 'tagged' }[afterwards]}`);
      }
      count('ended right');
    },
  };
}
