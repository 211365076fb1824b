import { writeSync } from 'node:fs';
import { GCProfiler } from 'node:v8';
import { peakRssBytes } from '../../src/memory/peak-memory.js';

/** @import { InsideLine } from './inside-samples.js' */

// A preload, `node --import …/inside.js PROGRAM`, that reports the process's memory from inside: a line of JSON every 25 ms
// and at the exit. It does not affect the program: its timer keeps nothing alive, failed writes are ignored, and workers and
// children, which may inherit the flag, do not report.

const INTERVAL_MS = 25;
const FILE_DESCRIPTOR = 3;

const isMeasured = process.env.SLUICE_MEASURED === '1';
delete process.env.SLUICE_MEASURED;
if (isMeasured) {
  const profiler = new GCProfiler();
  profiler.start();
  reportSample(profiler);
  setInterval(() => reportSample(profiler), INTERVAL_MS).unref();
  process.on('exit', () => {
    reportSample(profiler);
    const { user, system } = process.cpuUsage();
    report({ kind: 'end', cpuSeconds: (user + system) / 1e6, peakRssBytes: peakRssBytes() });
  });
}

/**
 * Reports a sample. Between two collections the heap only grows, so the maximum of its sizes now and before each collection
 * since the last sample is the peak, even if the event loop was blocked.
 *
 * @param {GCProfiler} profiler Started.
 */
function reportSample(profiler) {
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  let peakHeap = heapUsed;
  let peakExternal = external;
  for (const { beforeGC } of profiler.stop()?.statistics ?? []) {
    peakHeap = Math.max(peakHeap, beforeGC.heapStatistics.usedHeapSize);
    peakExternal = Math.max(peakExternal, beforeGC.heapStatistics.externalMemory);
  }
  profiler.start();
  const at = performance.timeOrigin + performance.now();
  report({ kind: 'sample', at, heapUsed, external, arrayBuffers, peakHeap, peakExternal });
}

/** @param {InsideLine} line */
function report(line) {
  try {
    writeSync(FILE_DESCRIPTOR, `${JSON.stringify(line)}\n`);
  } catch {
    // The reader has ended. That must not affect the program.
  }
}
