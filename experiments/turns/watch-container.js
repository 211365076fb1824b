import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { containerProcess, killContainer, listContainers, shareProcessor } from '../../scripts/sam/docker.js';
import { UsageError } from '../../src/errors.js';

/**
 * A container's resource use, as its control group counts it.
 *
 * @typedef {object} ContainerUse
 * @property {number} cpuSeconds Of all its processes, since it was created.
 * @property {number} peakBytes Peak memory, including reclaimable file pages.
 */

/**
 * Limits the processor share of the next container that mounts a folder, samples its resource use, and kills it when its
 * CPU seconds are used up.
 *
 * @param {object} what
 * @param {string} what.folder
 * @param {number} what.cpuShare
 * @param {number} what.cpuSeconds
 * @param {Set<string>} what.known Containers of earlier invocations, which may still exist. The next one is added.
 * @param {AbortSignal} what.over Aborted when the invocation has ended.
 * @returns {Promise<ContainerUse>} The last sample.
 * @throws {UsageError} `usage/docker`: the samples do not cover the whole invocation.
 */
export async function watchContainer({ folder, cpuShare, cpuSeconds, known, over }) {
  const next = await nextContainer(folder, known, over);
  if (next === null) throw new UsageError('usage/docker', 'no container was there long enough to be followed');
  const { id, groups } = next;
  known.add(id);
  await shareProcessor(id, cpuShare);
  const read = useReader(groups);
  /** @type {ContainerUse | null} */
  let use = null;
  let seenAt = performance.now();
  let isKilled = false;
  do {
    try {
      use = read();
      seenAt = performance.now();
    } catch {
      // The control group is removed with the container, before the invocation ends here.
    }
    if (!isKilled && use !== null && use.cpuSeconds >= cpuSeconds) {
      isKilled = true;
      await killContainer(id);
    }
    await sleep(POLL_MS);
  } while (!over.aborted);
  const unseenMs = performance.now() - seenAt;
  if (use === null || unseenMs > MAX_UNSEEN_MS) {
    throw new UsageError('usage/docker', `the container could not be followed for its last ${Math.round(unseenMs)} ms`);
  }
  return use;
}

/**
 * @param {string} folder
 * @param {Set<string>} known
 * @param {AbortSignal} over
 */
async function nextContainer(folder, known, over) {
  for (; !over.aborted; await sleep(POLL_MS)) {
    const id = (await listContainers(folder)).find(each => !known.has(each));
    const process = id === undefined ? 0 : await containerProcess(id);
    // 0 until the container has started.
    const groups = process > 0 ? groupsOf(process) : null;
    if (id !== undefined && groups !== null) return { id, groups };
  }
  return null;
}

/**
 * @param {number} process
 * @returns {string | null} null if it has ended.
 */
function groupsOf(process) {
  try {
    return readFileSync(`/proc/${process}/cgroup`, 'latin1');
  } catch {
    return null;
  }
}

/**
 * Sources: https://docs.kernel.org/admin-guide/cgroup-v2.html,
 * https://docs.kernel.org/admin-guide/cgroup-v1/cpuacct.html and memory.html
 *
 * @param {string} groups `/proc/PID/cgroup` of a process in the container.
 * @returns {() => ContainerUse} Throws once the control group is gone.
 */
function useReader(groups) {
  /** @param {string} controller */
  const pathOf = controller =>
    groups
      .split('\n')
      .map(line => /^\d+:([^:]*):(.*)$/.exec(line))
      .find(found => found?.[1].split(',').includes(controller))?.[2];
  const [memory, cpu, unified] = ['memory', 'cpuacct', ''].map(pathOf);
  /** @param {string} file */
  const text = file => readFileSync(`/sys/fs/cgroup/${file}`, 'latin1');
  if (memory !== undefined && cpu !== undefined) {
    return () => ({
      cpuSeconds: Number(text(`cpuacct${cpu}/cpuacct.usage`)) / 1e9,
      peakBytes: Number(text(`memory${memory}/memory.max_usage_in_bytes`)),
    });
  }
  return () => ({
    cpuSeconds: Number(/^usage_usec (\d+)$/m.exec(text(`${unified}/cpu.stat`))?.[1]) / 1e6,
    peakBytes: Number(text(`${unified}/memory.peak`)),
  });
}

const POLL_MS = 50;
/** SAM takes some time to remove a container. */
const MAX_UNSEEN_MS = 10_000;
