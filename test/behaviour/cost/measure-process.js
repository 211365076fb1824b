import { readFileSync, writeFileSync } from 'node:fs';
import { perform } from './perform.js';

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
  if (!act.isWarmUp) globalThis.gc?.();
  resetPeak();
  const atFirst = process.memoryUsage.rss();
  const watch = watchTurns();
  const before = process.cpuUsage();
  let error = null;
  try {
    await perform(act);
  } catch (caught) {
    const { code, message } = /** @type {any} */ (caught);
    error = { code: String(code ?? caught), length: String(message).length };
  }
  const { user, system } = process.cpuUsage(before);
  const heldMs = await watch.end();
  const cpuMs = (user + system) / 1000;
  // What is checked on a command line holds up nobody.
  const isWaitedFor = act.kind !== 'check';
  const grownBytes = peakRss() - atFirst;
  const rssBytes = process.memoryUsage.rss();
  return { cpuMs, heldMs: isWaitedFor ? heldMs : 0, grownBytes, rssBytes, unitMs: act.isWarmUp ? 0 : unit(), error };
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

/** Looks every few milliseconds how much time of the processor this thread took: the most without a turn of the event loop. */
function watchTurns() {
  let last = threadMs();
  let most = 0;
  const look = () => {
    const now = threadMs();
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

/** A fixed piece of work, by which costs compare from one machine and one load to another. */
function unit() {
  const before = threadMs();
  let sum = 0;
  for (let index = 0; index < UNIT_STEPS; index++) sum = (sum * 31 + TEXT.charCodeAt(index % TEXT.length)) | 0;
  return sum === 0 ? 0 : threadMs() - before;
}

function threadMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const TEXT = 'a,b\n1,"x"\n'.repeat(100);
const UNIT_STEPS = 2_000_000;
