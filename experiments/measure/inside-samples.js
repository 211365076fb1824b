import { createInterface } from 'node:readline';

/** @import { Readable } from 'node:stream' */

/**
 * What `inside.js` tells, a JSON object a line. `at` is in milliseconds since 1970; all memory is in bytes. The peaks are
 * those since the line before.
 *
 * @typedef {{ kind: 'sample', at: number, heapUsed: number, external: number, arrayBuffers: number, peakHeap: number,
 *   peakExternal: number } | { kind: 'end', cpuSeconds: number, peakRssBytes: number }} InsideLine
 *
 * @typedef {object} InsideSamples
 * @property {[seconds: number, heapUsed: number, external: number, arrayBuffers: number][]} inside Bytes.
 * @property {number} peakHeapBytes `heapUsed`; the larger of all samples and garbage collections.
 * @property {number} peakExternalBytes
 * @property {number} peakArrayBuffersBytes Of the samples alone: a collection does not tell it.
 * @property {number} heapAtEndBytes `heapUsed` at the exit, or when the process was last heard of.
 * @property {number} peakRssBytes The kernel's figure at the exit; 0 when the process was killed before.
 * @property {number} cpuSeconds Likewise.
 */

/**
 * Collects what a process with `inside.js` says. It may be cut off anywhere, when the process is killed.
 *
 * @param {Readable | null} stream Null for a process that is not seen from inside.
 * @param {number} begun When the process was started, in milliseconds since 1970.
 * @returns {InsideSamples} Filled as the lines come.
 */
export function readInside(stream, begun) {
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
      seen.inside.push([(line.at - begun) / 1000, line.heapUsed, line.external, line.arrayBuffers]);
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
