import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @import { Dimension } from './dimensions.js' */

/**
 * What a process is to do: put an archive through a recipe, inspect it, compile or check a recipe, or read an event. The rest are
 * names of files.
 *
 * @typedef {{ kind: 'run' | 'inspect' | 'compile' | 'check' | 'event', archive?: string, recipe?: string, to?: string,
 *   event?: string }} Act
 *
 * What it has cost. `heldMs`: how long the event loop had no turn, at most; `heldCpuMs`: in time of the processor, for which
 * other processes do not matter. `grownBytes`: how much memory the process took more, at most, and `rssBytes` how much it has.
 * `error`: the code, if it was refused.
 *
 * @typedef {{ cpuMs: number, heldCpuMs: number, heldMs: number, grownBytes: number, rssBytes: number, error: string | null }} Cost
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
    const answer = Promise.race([
      once(this.child, 'message').then(([cost]) => cost),
      once(this.child, 'exit').then(([code, signal]) => {
        throw new Error(`the process was ended by ${signal ?? code}`);
      }),
    ]);
    this.child.send(act);
    return answer;
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
 * @param {string} folder Empty.
 * @returns {Promise<Cost & { bytes: number, manifest: string | null }>} `bytes`: those that came from outside, and what the archive
 *   inflates to. `manifest`: its text, if the archive was processed.
 */
export async function measureAt(meter, { kind, make }, size, folder) {
  const { zip, recipe, event, bytes = 0 } = make(size);
  const to = join(folder, 'out');
  /** @type {Act} */
  const act = { kind, to };
  let total = bytes;
  for (const [key, content] of /** @type {const} */ ([
    ['archive', zip],
    ['recipe', typeof recipe === 'object' ? JSON.stringify(recipe) : recipe],
    ['event', event && JSON.stringify(event)],
  ])) {
    if (content === undefined) continue;
    act[key] = join(folder, key === 'archive' ? 'x.zip' : `${key}.json`);
    await writeFile(act[key], content);
    total += content.length;
  }
  const cost = await meter.measure(act);
  const manifest = kind === 'run' ? await readFile(join(to, 'x/_manifest.json'), 'utf8').catch(() => null) : null;
  return { ...cost, bytes: total, manifest };
}
