import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startSluiceBuckets } from '../support/s3.js';
import { bucketReader } from './bucket-reader.js';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { Fault, ObservedRequest } from '../../local-s3/faults.js' */
/** @import { Answer } from './job-process.js' */

/**
 * @typedef {object} Job
 * @property {number} id
 * @property {{ request: ObservedRequest, release: (fault: Fault | undefined) => void }[]} held Its requests that have
 *   arrived and wait.
 * @property {boolean} isFree Whether its requests no longer wait.
 * @property {{ outcome: string | null, error: string | null } | 'killed' | null} end
 * @property {() => void} wake
 */

/** @typedef {Awaited<ReturnType<typeof startJobProcesses>>} JobProcesses */

/**
 * Two processes that run the function on one S3 server. Each request of a job waits at the server until the test releases it,
 * so the test decides in which order things happen, and where a process is killed.
 */
export async function startJobProcesses() {
  /** @type {Map<number, Job & { child: ChildProcess }>} */
  const jobs = new Map();
  const { connection, client, ...buckets } = await startSluiceBuckets({
    onRequest: request => {
      const job = jobs.get(Number(request.headers['user-agent']?.match(/\bjob-(\d+)/)?.[1]));
      if (job === undefined) return;
      if (job.end === 'killed') return { dropConnection: true };
      if (job.isFree) return;
      return new Promise(release => {
        job.held.push({ request, release });
        job.wake();
      });
    },
  });
  const start = () => {
    const child = fork(PROGRAM, [JSON.stringify(connection)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.on('message', (/** @type {Answer} */ { id, outcome, error }) => {
      const job = jobs.get(id);
      if (job === undefined) return;
      job.end = { outcome, error };
      job.wake();
    });
    return child;
  };
  const processes = [start(), start()];
  // A spare is started early, to replace a killed process.
  let spare = start();
  let delivered = 0;
  let kills = 0;

  return {
    client,
    ...bucketReader(client),
    kills: () => kills,

    upload: buckets.upload,

    /**
     * Resolves when the job's first request waits.
     *
     * @param {number} which 0 or 1.
     * @param {unknown} event
     * @param {Record<string, string>} env
     * @returns {Promise<Job>}
     */
    async deliver(which, event, env) {
      delivered += 1;
      const child = /** @type {ChildProcess} */ (processes[which]);
      const job = { id: delivered, child, held: [], isFree: false, end: null, wake() {} };
      jobs.set(job.id, job);
      job.child.send({ id: job.id, event, env });
      await stopped(job);
      return job;
    },

    /**
     * Releases a job's oldest request, and resolves when its next one waits, or the job has ended.
     *
     * @param {Job} job
     * @param {Fault} [fault]
     */
    async release(job, fault) {
      job.held.shift()?.release(fault);
      // While others wait, nothing shows when this one has been carried out; if it takes longer, only the order differs.
      if (job.held.length > 0) await new Promise(resolve => setTimeout(resolve, 10));
      await stopped(job);
    },

    /**
     * Runs a job to its end.
     *
     * @param {Job} job
     */
    async finish(job) {
      job.isFree = true;
      for (const { release } of job.held.splice(0)) release(undefined);
      await stopped(job);
    },

    /**
     * Kills a process with all of its jobs. None of their waiting requests is carried out; another process replaces it.
     *
     * @param {number} which
     */
    async kill(which) {
      const child = /** @type {ChildProcess} */ (processes[which]);
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      kills += 1;
      for (const job of jobs.values()) {
        if (job.child !== child || job.end !== null) continue;
        job.end = 'killed';
        for (const { release } of job.held.splice(0)) release({ dropConnection: true });
        job.wake();
      }
      processes[which] = spare;
      spare = start();
    },

    async close() {
      for (const child of [...processes, spare]) {
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
      }
      for (const { held } of jobs.values()) for (const { release } of held) release({ dropConnection: true });
      await buckets.close();
    },
  };
}

/** @param {Job} job */
async function stopped(job) {
  const { promise: isLate, reject } = Promise.withResolvers();
  const timer = setTimeout(() => reject(new Error(`job ${job.id} neither asks for anything nor ends`)), 250_000);
  try {
    while (job.held.length === 0 && job.end === null) {
      const woken = new Promise(resolve => {
        job.wake = () => resolve(undefined);
      });
      await Promise.race([woken, isLate]);
    }
  } finally {
    clearTimeout(timer);
  }
}

const PROGRAM = fileURLToPath(new URL('job-process.js', import.meta.url));
