import { createInterface } from 'node:readline';

/** @import { Readable } from 'node:stream' */

/**
 * A line of JSON from `inside.js`. `at` is in milliseconds since 1970; memory is in bytes. Peaks are since the line before.
 *
 * @typedef {{ kind: 'sample', at: number, heapUsed: number, external: number, arrayBuffers: number, peakHeap: number,
 *   peakExternal: number } | { kind: 'end', cpuSeconds: number, peakRssBytes: number }} InsideLine
 *
 * @typedef {object} InsideSamples
 * @property {[seconds: number, heapUsed: number, external: number, arrayBuffers: number][]} inside Bytes.
 * @property {number} peakHeapBytes `heapUsed`: the maximum of all samples and garbage collections.
 * @property {number} peakExternalBytes
 * @property {number} peakArrayBuffersBytes Of samples only: garbage collections do not report it.
 * @property {number} heapAtEndBytes `heapUsed` at the exit, or in the last sample.
 * @property {number} peakRssBytes The kernel's figure at the exit; 0 if the process was killed.
 * @property {number} cpuSeconds Likewise.
 */

/**
 * Collects the lines of a process with `inside.js`. If the process is killed, they may end anywhere.
 *
 * @param {Readable | null} stream null for a process that is not measured from inside.
 * @param {number} startedAt The start of the process, in milliseconds since 1970.
 * @returns {InsideSamples} Filled as lines arrive.
 */
export function readInside(stream, startedAt) {
  /** @type {InsideSamples} */
  const seen = {
    inside: [],
    peakHeapBytes: 0,
    peakExternalBytes: 0,
    peakArrayBuffersBytes: 0,
    heapAtEndBytes: 0,
    peakRssBytes: 0,
    cpuSeconds: 0,
  };
  if (stream === null) return seen;
  stream.on('error', () => {});
  createInterface({ input: stream }).on('line', text => {
    const line = parse(text);
    if (line?.kind === 'end') {
      seen.peakRssBytes = line.peakRssBytes;
      seen.cpuSeconds = line.cpuSeconds;
    } else if (line?.kind === 'sample') {
      seen.inside.push([(line.at - startedAt) / 1000, line.heapUsed, line.external, line.arrayBuffers]);
      seen.peakHeapBytes = Math.max(seen.peakHeapBytes, line.peakHeap);
      seen.peakExternalBytes = Math.max(seen.peakExternalBytes, line.peakExternal);
      seen.peakArrayBuffersBytes = Math.max(seen.peakArrayBuffersBytes, line.arrayBuffers);
      seen.heapAtEndBytes = line.heapUsed;
    }
  });
  return seen;
}

/**
 * @param {string} text
 * @returns {InsideLine | null}
 */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
