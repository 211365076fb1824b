import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openDestination } from '../../../src/destination/open.js';
import { inspectArchive } from '../../../src/inspect/inspect-archive.js';
import { processArchive } from '../../../src/job/archive.js';
import { archivesIn } from '../../../src/lambda/events.js';
import { explainRecipe } from '../../../src/recipe/explain-recipe.js';
import { parseRecipe, parseRecipeJson } from '../../../src/recipe/read-recipe.js';
import { openSource } from '../../../src/source/open-source.js';

/** @import { Act, Cost } from './measure.js' */

// A process of `measure.js`: does what it is told, act by act, and says what each has cost.
process.on('message', async (/** @type {Act} */ act) => {
  process.send?.(await measure(act));
});
process.on('disconnect', () => process.exit());

/**
 * @param {Act} act
 * @returns {Promise<Cost>}
 */
async function measure(act) {
  globalThis.gc?.();
  globalThis.gc?.();
  resetPeak();
  const atFirst = process.memoryUsage.rss();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const watch = watchTurns();
  const before = process.cpuUsage();
  let error = null;
  try {
    await perform(act);
  } catch (caught) {
    error = String(/** @type {any} */ (caught).code ?? caught);
  }
  const { user, system } = process.cpuUsage(before);
  const heldCpuMs = await watch.end();
  delay.disable();
  return {
    cpuMs: (user + system) / 1000,
    heldCpuMs,
    heldMs: delay.max / 1e6,
    grownBytes: peakRss() - atFirst,
    rssBytes: process.memoryUsage.rss(),
    error,
  };
}

/** @param {Act} act */
async function perform({ kind, archive, recipe, to, event }) {
  switch (kind) {
    case 'compile':
      return void (await parseRecipe(await readFile(String(recipe), 'utf8'), 'recipe.json'));
    case 'check':
      return void (await explainRecipe(parseRecipeJson(await readFile(String(recipe), 'utf8'), 'recipe.json')));
    case 'event':
      return void archivesIn(JSON.parse(await readFile(String(event), 'utf8')));
    default: {
      const source = await openSource(String(archive));
      const destination = kind === 'run' ? await openDestination(String(to)) : null;
      try {
        const compiled = recipe ? await parseRecipe(await readFile(recipe, 'utf8'), 'recipe.json') : null;
        if (destination === null) await inspectArchive({ source, recipe: compiled });
        else await processArchive({ source, destination, recipe: compiled ?? (await parseRecipe('{}', '')) });
      } finally {
        await source.close();
        await destination?.close();
      }
    }
  }
}

/** Only Linux forgets the peak. Elsewhere the one since the process began is measured. */
function resetPeak() {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {}
}

function peakRss() {
  try {
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {}
  return process.resourceUsage().maxRSS * 1024;
}

/** Looks every few milliseconds how much CPU time this thread has taken: the most that it took without a turn of the event loop. */
function watchTurns() {
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = used();
  let most = 0;
  const look = () => {
    const now = used();
    most = Math.max(most, now - last);
    last = now;
  };
  const timer = setInterval(look, 5);
  return {
    async end() {
      await new Promise(resolve => setTimeout(resolve, 10));
      clearInterval(timer);
      return most;
    },
  };
}
