import { fork } from 'node:child_process';
import { once } from 'node:events';
import { addTally } from './tally.js';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { Worst } from './costs.js' */
/** @import { Tally } from './tally.js' */

/**
 * @typedef {object} Finding
 * @property {'wrong' | 'hang' | 'crash' | 'memory'} kind
 * @property {string} campaign
 * @property {number} seed
 * @property {string} message
 * @property {Uint8Array} [input]
 *
 * @typedef {{ campaign: string, from: number, count: number }} Batch Of seeds.
 *
 * @typedef {object} BatchResult
 * @property {Tally} tally
 * @property {{ seed: number, message: string, input?: Uint8Array }[]} wrong
 * @property {Worst[]} worst Of a campaign that searches for the dearest input.
 * @property {number} heldBytes What the process holds, after a garbage collection.
 * @property {number} rssBytes
 */

/**
 * Tries the cases of campaigns in child processes, in batches. A batch that hangs or crashes its process is tried again case
 * by case, to find the seed.
 *
 * @param {object} options
 * @param {string[]} options.names Each in turn.
 * @param {number} options.seed
 * @param {number} options.cases Of each campaign.
 * @param {number} options.processes
 * @param {AbortSignal} options.signal
 * @param {(progress: { tried: number, findings: number }) => void} options.onProgress
 * @param {(finding: Finding) => void} options.onFinding
 * @param {number} [options.batchMs] How long a batch may take.
 * @param {number} [options.caseMs] How long a case may take.
 */
export async function runCampaigns(options) {
  const { names, seed, cases, processes, signal, onProgress, onFinding, batchMs = 120_000, caseMs = 90_000 } = options;
  /** @type {Map<string, Tally>} */
  const tallies = new Map(names.map(name => [name, {}]));
  /** @type {Finding[]} */
  const findings = [];
  /** By what was read. @type {Map<string, Worst>} */
  const worst = new Map();
  let tried = 0;
  let peakBytes = 0;
  /** @param {Finding} finding */
  const find = finding => {
    findings.push(finding);
    onFinding(finding);
  };
  /**
   * @param {Batch} batch
   * @param {BatchResult} result
   */
  const note = ({ campaign, count }, { tally, wrong, worst: found, rssBytes }) => {
    addTally(/** @type {Tally} */ (tallies.get(campaign)), tally);
    for (const { seed, message, input } of wrong) {
      find({ kind: 'wrong', campaign, seed, message, ...(input && { input }) });
    }
    for (const each of found) if (each.ratio >= (worst.get(each.what)?.ratio ?? 0)) worst.set(each.what, each);
    tried += count;
    peakBytes = Math.max(peakBytes, rssBytes);
    onProgress({ tried, findings: findings.length });
  };

  const batches = makeBatches(names, seed, cases);
  const work = async () => {
    let worker = new Worker();
    for (const batch of batches) {
      if (signal.aborted || findings.length >= MOST_FINDINGS) break;
      const result = await worker.run(batch, batchMs, signal);
      if (signal.aborted) break;
      if (typeof result === 'string') {
        worker = new Worker();
        await retrySingly(batch, result, { caseMs, signal, note, find });
        continue;
      }
      note(batch, result);
      if (worker.growth > MOST_GROWTH_BYTES) {
        const message = `the process holds ${Math.round(worker.growth / 1e6)} MB more than after its first batches`;
        find({ kind: 'memory', campaign: batch.campaign, seed: batch.from, message });
        break;
      }
    }
    worker.end();
  };
  await Promise.all(Array.from({ length: processes }, work));
  return { tallies, findings, worst: [...worst.values()], tried, peakBytes };
}

/**
 * @param {string[]} names
 * @param {number} seed
 * @param {number} cases
 * @returns {Generator<Batch>} One that several may draw from.
 */
function* makeBatches(names, seed, cases) {
  const end = Math.min(seed + cases, 2 ** 32);
  // Where the cases of one campaign take longer, the batches of all are small.
  const size = Math.min(...names.map(name => SMALL_BATCHES.get(name) ?? BATCH_CASES));
  for (let from = seed; from < end; from += size) {
    for (const campaign of names) yield { campaign, from, count: Math.min(size, end - from) };
  }
}

/**
 * @param {Batch} batch
 * @param {string} trouble
 * @param {object} options
 * @param {number} options.caseMs
 * @param {AbortSignal} options.signal
 * @param {(batch: Batch, result: BatchResult) => void} options.note
 * @param {(finding: Finding) => void} options.find
 */
async function retrySingly({ campaign, from, count }, trouble, { caseMs, signal, note, find }) {
  let worker = new Worker();
  let isFound = false;
  for (let seed = from; seed < from + count && !signal.aborted; seed++) {
    const single = { campaign, from: seed, count: 1 };
    const result = await worker.run(single, caseMs, signal);
    if (typeof result !== 'string') {
      note(single, result);
      continue;
    }
    isFound = true;
    find({ kind: result.startsWith('no end') ? 'hang' : 'crash', campaign, seed, message: result });
    worker = new Worker();
  }
  worker.end();
  if (isFound || signal.aborted) return;
  const message = `the ${count} cases from here on, together: ${trouble}`;
  find({ kind: trouble.startsWith('no end') ? 'hang' : 'crash', campaign, seed: from, message });
}

class Worker {
  constructor() {
    this.output = '';
    /** @type {ChildProcess} */
    this.child = fork(new URL('./campaign-worker.js', import.meta.url), {
      serialization: 'advanced',
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', chunk => {
        this.output = (this.output + chunk).slice(-4000);
      });
    }
    this.batches = 0;
    this.heldAtFirst = 0;
    this.growth = 0;
  }

  /**
   * @param {Batch} batch
   * @param {number} longestMs
   * @param {AbortSignal} signal
   * @returns {Promise<BatchResult | string>} A string says why there is no result; the process is then gone.
   */
  async run(batch, longestMs, signal) {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), longestMs);
    const any = AbortSignal.any([signal, over.signal]);
    try {
      if (!this.child.connected) return `ended by ${this.child.signalCode ?? this.child.exitCode}\n${this.output}`;
      // The process may be ending: with a callback, this error is not emitted.
      this.child.send(batch, () => {});
      const answer = await Promise.race([
        once(this.child, 'message', { signal: any }),
        once(this.child, 'exit', { signal: any }).then(([code, killed]) => `ended by ${killed ?? code}`),
      ]);
      if (typeof answer === 'string') return `${answer}\n${this.output}`;
      this.weigh(answer[0].heldBytes);
      return answer[0];
    } catch (error) {
      this.end();
      return over.signal.aborted ? `no end after ${longestMs} ms` : String(error);
    } finally {
      clearTimeout(timer);
      // Removes the listeners of the promise that lost the race.
      over.abort();
    }
  }

  /** @param {number} heldBytes */
  weigh(heldBytes) {
    this.batches += 1;
    if (this.batches <= FIRST_BATCHES) this.heldAtFirst = Math.max(this.heldAtFirst, heldBytes);
    this.growth = heldBytes - this.heldAtFirst;
  }

  end() {
    this.child.kill('SIGKILL');
  }
}

const BATCH_CASES = 1000;
/** Each case runs several programs, or searches. */
const SMALL_BATCHES = new Map([
  ['ambiguous', 100],
  ['costs', 9],
]);
const FIRST_BATCHES = 5;
const MOST_GROWTH_BYTES = 64e6;
const MOST_FINDINGS = 20;
