import { writeSync } from 'node:fs';
import { GCProfiler } from 'node:v8';
import { peakRssBytes } from '../../src/memory/peak-memory.js';

/** @import { InsideLine } from './inside-samples.js' */

// A preload, `node --import …/inside.js PROGRAM`, that tells who measures the process what its memory looks like from
// inside: a line of JSON every 25 ms and one at the exit. It leaves the program as it is: its timer holds nothing open,
// what cannot be written is dropped, and workers and children, which may inherit the flag, do not measure.

const INTERVAL_MS = 25;
const FILE_DESCRIPTOR = 3;

const isMeasured = process.env.SLUICE_MEASURED === '1';
delete process.env.SLUICE_MEASURED;
if (isMeasured) {
  const profiler = new GCProfiler();
  profiler.start();
  tellSample(profiler);
  setInterval(() => tellSample(profiler), INTERVAL_MS).unref();
  process.on('exit', () => {
    tellSample(profiler);
    const { user, system } = process.cpuUsage();
    tell({ kind: 'end', cpuSeconds: (user + system) / 1e6, peakRssBytes: peakRssBytes() });
  });
}

/**
 * Between two collections the heap only grows: the largest of now and of the moments before each collection since the
 * last sample is the peak, also of a stretch in which no timer runs.
 *
 * @param {GCProfiler} profiler Started.
 */
function tellSample(profiler) {
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  let peakHeap = heapUsed;
  let peakExternal = external;
  for (const { beforeGC } of profiler.stop()?.statistics ?? []) {
    peakHeap = Math.max(peakHeap, beforeGC.heapStatistics.usedHeapSize);
    peakExternal = Math.max(peakExternal, beforeGC.heapStatistics.externalMemory);
  }
  profiler.start();
  const at = performance.timeOrigin + performance.now();
  tell({ kind: 'sample', at, heapUsed, external, arrayBuffers, peakHeap, peakExternal });
}

/** @param {InsideLine} line */
function tell(line) {
  try {
    writeSync(FILE_DESCRIPTOR, `${JSON.stringify(line)}\n`);
  } catch {
    // Nobody listens any more, which is no matter of the program's.
  }
}
