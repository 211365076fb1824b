/** @import { MeasuredCost } from './measure.js' */

/**
 * Finds what takes too much space where ten times as much came from outside.
 *
 * @param {MeasuredCost} small
 * @param {MeasuredCost} large
 * @returns {string[]} Empty if all is well.
 */
export function excesses(small, large) {
  const memory = FREE_BYTES + SLACK * (large.bytes / small.bytes) * Math.max(0, small.grownBytes);
  const found = [];
  if (large.grownBytes > memory)
    found.push(`memory: ${large.grownBytes} bytes, where ${round(memory)} are in proportion`);
  if (large.error !== null && large.error.length > MOST_MESSAGE)
    found.push(`message: ${large.error.length} characters`);
  if (large.manifest !== null) found.push(...longEntries(large.manifest));
  return found;
}

/**
 * Finds what takes too much time. Times count in pieces of work that were measured beside them, but still depend on what else the
 * machine does.
 *
 * @param {MeasuredCost} small
 * @param {MeasuredCost} large
 * @returns {string[]} Empty if all is well.
 */
export function delays(small, large) {
  const growth = large.bytes / small.bytes;
  const unit = Math.max(small.unitMs, large.unitMs);
  const [cpu, most] = [large.cpuMs / unit, FREE_UNITS + (SLACK * growth * small.cpuMs) / unit];
  const found = [];
  if (cpu > most) found.push(`time: ${round(cpu)} pieces of work, where ${round(most)} are in proportion`);
  if (large.heldMs / unit > MOST_HELD_UNITS)
    found.push(`event loop: held for ${round(large.heldMs / unit)} pieces of work`);
  return found;
}

/**
 * @param {string} manifest
 * @returns {string[]}
 */
function longEntries(manifest) {
  const found = [];
  for (const { path, output, rejected, reasons, badRecords, ...rest } of JSON.parse(manifest).entries) {
    const bytes = Buffer.byteLength(JSON.stringify(rest));
    const isDescribed = !rest.error || rest.error.message !== undefined;
    if (bytes > (isDescribed ? MOST_DESCRIBED : MOST_COUNTED))
      found.push(`manifest: ${bytes} bytes for ${path.slice(0, 40)}`);
    // Up to a hundred bad records of an entry are described, whatever else is said about it.
    const described = Buffer.byteLength(JSON.stringify(badRecords ?? []));
    if (described > MOST_BAD_RECORDS)
      found.push(`manifest: ${described} bytes of bad records for ${path.slice(0, 40)}`);
  }
  return found;
}

/** @param {number} number */
function round(number) {
  return Number(number.toPrecision(3));
}

/** What is compiled and loaded at first, and what a collection of garbage takes: some 100 ms of a processor that is not shared. */
const FREE_UNITS = 24;
const FREE_BYTES = 64e6;
const SLACK = 3;
/** 200 ms, where a piece of work takes 3.5. */
const MOST_HELD_UNITS = 60;
const MOST_MESSAGE = 1000;
/** In bytes of the manifest: of an entry that is described, and of one beyond the first thousand that failed. */
const MOST_DESCRIBED = 4096;
const MOST_COUNTED = 200;
const MOST_BAD_RECORDS = 100 * 60;
