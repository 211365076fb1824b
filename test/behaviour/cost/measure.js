import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openSource } from '../../../src/source/open-source.js';

/** @import { Dimension, Made } from './dimension.js' */

/**
 * What a process is to do: put an archive through a recipe, inspect it, compile or check a recipe, or read an event. The rest are
 * names of files.
 *
 * @typedef {{ kind: 'run' | 'inspect' | 'compile' | 'check' | 'event', archive?: string, recipe?: string, to?: string,
 *   event?: string, isInTurns?: boolean, isWarmUp?: boolean }} Act
 *
 * `isInTurns`: goes on from a checkpoint, if one is at the destination. `isWarmUp`: loads and compiles what is needed; what that costs
 * is measured only roughly.
 *
 * What it has cost, in time of the processor, for which other processes hardly matter. `heldMs`: the most without a turn of the
 * event loop. `unitMs`: what a fixed piece of work took at the same time. `grownBytes`: how much memory the process took more, at
 * most, and `rssBytes` how much it has. `error`: if it was refused.
 *
 * @typedef {{ cpuMs: number, heldMs: number, unitMs: number, grownBytes: number, rssBytes: number,
 *   error: { code: string, length: number } | null }} Cost
 *
 * `bytes`: those that came from outside, and what the archive inflates to. `manifest`: its text, if the archive was processed, and
 * nobody else may have written it.
 *
 * @typedef {Cost & { bytes: number, manifest: string | null }} MeasuredCost
 */

/** A process that measures. */
export class Meter {
  constructor() {
    this.child = fork(new URL('./measure-process.js', import.meta.url), {
      execArgv: ['--expose-gc', '--max-semi-space-size=1', '--max-old-space-size=512'],
    });
  }

  /**
   * @param {Act} act
   * @returns {Promise<Cost>}
   */
  async measure(act) {
    const { child } = this;
    child.send(act);
    const heard = new AbortController();
    const either = ['message', 'exit'].map(event => once(child, event, { signal: heard.signal }));
    const [cost, signal] = await Promise.race(either);
    heard.abort();
    await Promise.allSettled(either);
    if (typeof cost !== 'object') throw new Error(`the process was ended by ${signal ?? cost}`);
    return cost;
  }

  end() {
    this.child.kill('SIGKILL');
  }
}

/**
 * Measures what a dimension costs at one size.
 *
 * @param {Meter} meter
 * @param {Dimension} dimension
 * @param {number} size
 * @param {string} folder Is made.
 * @param {boolean} [isWarmUp]
 * @returns {Promise<MeasuredCost>}
 */
export async function measureAt(meter, { kind, make }, size, folder, isWarmUp = false) {
  const { act, total } = await prepare({ kind, make }, size, folder);
  const cost = await meter.measure({ ...act, isWarmUp });
  const isOurs = kind === 'run' && !act.isInTurns;
  const manifest = isOurs ? await readFile(join(String(act.to), 'x/_manifest.json'), 'utf8').catch(() => null) : null;
  return { ...cost, bytes: total, manifest };
}

/**
 * Writes what comes from outside.
 *
 * @param {Pick<Dimension, 'kind' | 'make'>} dimension
 * @param {number} size
 * @param {string} folder Is made.
 * @returns {Promise<{ act: Act, total: number }>} `total`: how many bytes come from outside, and what the archive inflates to.
 */
export async function prepare({ kind, make }, size, folder) {
  const { archive, recipe, event, bytes = 0, stored } = make(size);
  await mkdir(folder);
  /** @type {Act} */
  const act = { kind, to: join(folder, 'out') };
  let total = bytes;
  for (const [key, content] of /** @type {const} */ ([
    ['archive', archive],
    ['recipe', typeof recipe === 'object' ? JSON.stringify(recipe) : recipe],
    ['event', event && JSON.stringify(event)],
  ])) {
    if (content === undefined) continue;
    act[key] = join(folder, key === 'archive' ? 'x.zip' : `${key}.json`);
    await writeFile(act[key], content);
    total += content.length;
  }
  if (stored !== undefined) {
    act.isInTurns = true;
    total += await store(stored, String(act.archive), String(act.to));
  }
  return { act, total };
}

/**
 * @param {NonNullable<Made['stored']>} stored
 * @param {string} archive
 * @param {string} to
 * @returns {Promise<number>} How many bytes that is.
 */
async function store(stored, archive, to) {
  const source = await openSource(archive);
  await source.close();
  let total = 0;
  for (const [path, content] of Object.entries(stored(source))) {
    await mkdir(dirname(join(to, path)), { recursive: true });
    await writeFile(join(to, path), content);
    total += content.length;
  }
  return total;
}
